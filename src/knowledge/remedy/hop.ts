import type { ProductRemedies } from './mend.ts';

const upgradeLines = `proxy_http_version 1.1;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection $connection_upgrade;
proxy_set_header Host $http_host;`;

const nginxUpgrade = `# In the http block:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the location block:
${upgradeLines}`;

/** What mends a failure at a hop, by product. */
export const hopRemedies: ProductRemedies = {
  'hop/upgrade-stripped': [
    { product: 'nginx', language: 'nginx', ran: true, text: nginxUpgrade },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# Replace http-request del-header Upgrade with:
http-request del-header Upgrade unless { req.hdr(Upgrade) -i websocket }`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Version 2.4.47 or later, with mod_proxy_http. Replace ProxyPass / with:
ProxyPass / http://127.0.0.1:8080/ upgrade=websocket`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Before version 2.4.47, with mod_proxy_wstunnel and mod_rewrite. Before ProxyPass /:
RewriteEngine On
RewriteCond %{HTTP:Upgrade} =websocket [NC]
RewriteRule ^/(.*)$ ws://127.0.0.1:8080/$1 [P,L]`,
    },
    {
      product: 'Caddy',
      text: '`reverse_proxy` forwards an upgrade by default. Look for `header_up -Upgrade`, `header_up Connection …` or `request_header -Upgrade`, and delete it.',
    },
    {
      product: 'Varnish',
      language: 'vcl',
      ran: true,
      text: `# Before every other vcl_recv:
sub vcl_recv {
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
}
sub vcl_pipe {
  if (req.http.Upgrade) {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = "upgrade";
  }
}`,
    },
    {
      product: 'lighttpd',
      language: 'lighttpd',
      ran: true,
      text: `# Version 1.4.46 or later. Next to proxy.server:
proxy.header = ( "upgrade" => "enable" )`,
    },
    {
      product: 'squid',
      language: 'squid',
      ran: true,
      text: `# Version 5 or later; earlier versions forward no upgrade. Names are case-sensitive; clients use both:
http_upgrade_request_protocols websocket allow all
http_upgrade_request_protocols WebSocket allow all`,
    },
    {
      product: 'tinyproxy',
      text: 'It forwards no upgrade, as a forward proxy or as a reverse proxy. As a forward proxy, let clients use CONNECT, as for wss; in front of a server, use another proxy.',
    },
    {
      product: 'Traefik',
      text: 'It forwards an upgrade by default. Look for a headers middleware that sets or clears Upgrade or Connection, and check that the URL of the service starts with http:// and not with h2c://.',
    },
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the HttpConnectionManager:
upgrade_configs:
- upgrade_type: websocket`,
    },
    {
      product: 'Kong',
      text: 'An http or https service forwards an upgrade by default. Look for a request-transformer plug-in that removes Upgrade or Connection, and check the proxies in front of Kong.',
    },
    {
      product: 'AWS ALB',
      text: 'It forwards an upgrade if the protocol version of the target group is HTTP1; with HTTP2 or gRPC it does not.',
    },
    {
      product: 'AWS API Gateway',
      text: 'An HTTP or REST API forwards no upgrade. Make it a WebSocket API, or route the path around the gateway.',
    },
    {
      product: 'CloudFront',
      text: 'Use the origin request policy AllViewer for this path, or one that forwards Sec-WebSocket-Key, -Version, -Protocol and -Extensions.',
    },
    {
      product: 'Cloudflare',
      text: 'Turn WebSockets on for the zone: Network, WebSockets.',
    },
    {
      product: 'Fastly',
      language: 'vcl',
      text: `# Enable the product WebSockets for the service. In vcl_recv:
if (req.http.Upgrade) {
  return (upgrade);
}`,
    },
    {
      product: 'Akamai',
      text: 'Add the behaviour WebSockets to the rule of the property that matches the path.',
    },
    {
      product: 'Azure Front Door',
      text: 'The Standard and Premium tiers forward an upgrade only if caching is off: turn it off for the route of this path.',
    },
    {
      product: 'IIS',
      language: 'sh',
      text: `# Run as administrator. Application Request Routing needs this feature to forward an upgrade:
Install-WindowsFeature Web-WebSockets`,
    },
    {
      product: 'h2o',
      language: 'yaml',
      ran: true,
      text: `# Next to proxy.reverse.url:
proxy.websocket: ON`,
    },
    {
      product: 'Vite',
      language: 'javascript',
      text: `// In vite.config.js:
export default {
  server: { proxy: { "/chat": { target: "http://127.0.0.1:8080", ws: true } } },
};`,
    },
    {
      product: 'webpack',
      language: 'javascript',
      text: `// In webpack.config.js:
export default {
  devServer: { proxy: [{ context: ["/chat"], target: "http://127.0.0.1:8080", ws: true }] },
};`,
    },
  ],
  'hop/http10-backend': [
    { product: 'nginx', language: 'nginx', ran: true, text: nginxUpgrade },
    {
      product: 'Apache',
      text: 'Delete `SetEnv force-proxy-request-1.0` and `downgrade-1.0` if they apply to this path.',
    },
    {
      product: 'squid',
      text: 'Before version 3.2 it speaks HTTP/1.0; from version 5 it forwards an upgrade with `http_upgrade_request_protocols`.',
    },
  ],
  'hop/envoy-upgrade-off': [
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the HttpConnectionManager, or in the action of the route:
upgrade_configs:
- upgrade_type: websocket
# If clients use HTTP/2, also in the HttpConnectionManager:
http2_protocol_options:
  allow_connect: true`,
    },
  ],
  'hop/h2-connect-unkept': [
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the HttpConnectionManager, both or neither:
upgrade_configs:
- upgrade_type: websocket
http2_protocol_options:
  allow_connect: true`,
    },
    {
      product: 'Node.js',
      text: 'Leave `enableConnectProtocol` out of the settings of the HTTP/2 server, or answer each stream whose `:protocol` is websocket with 200, and read and write frames on it.',
    },
  ],
  'hop/idle-timeout': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location block:
proxy_read_timeout 1h;`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# In defaults:
timeout tunnel 1h`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Next to ProxyPass:
ProxyTimeout 3600`,
    },
    {
      product: 'Caddy',
      text: 'By default, it ends idle connections only when its configuration is reloaded: check the next proxy, and `stream_timeout` in reverse_proxy.',
    },
    {
      product: 'Varnish',
      language: 'sh',
      text: `# This takes effect at once. To keep it, start varnishd with -p pipe_timeout=3600:
varnishadm param.set pipe_timeout 3600`,
    },
    {
      product: 'lighttpd',
      language: 'lighttpd',
      ran: true,
      text: `# Replace server.max-read-idle, which is 60 by default, with:
server.max-read-idle = 3600
# Replace server.max-write-idle, which is 360 by default, with:
server.max-write-idle = 3600`,
    },
    {
      product: 'AWS ALB',
      language: 'sh',
      text: `# The default is 60 seconds, the maximum is 4000:
aws elbv2 modify-load-balancer-attributes --load-balancer-arn "$ARN" \\
  --attributes Key=idle_timeout.timeout_seconds,Value=3600`,
    },
    {
      product: 'AWS API Gateway',
      text: 'A WebSocket API ends a connection after ten minutes without a message, and every connection after two hours; neither limit can be raised. Send messages, and reconnect.',
    },
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the action of the route; stream_idle_timeout of the connection manager is 5 minutes by default:
timeout: 0s
idle_timeout: 3600s`,
    },
    {
      product: 'Cloudflare',
      text: 'It ends a connection after 100 seconds without a frame, and only the Enterprise plan can change this: send a ping every 30 seconds from either end.',
    },
    {
      product: 'CloudFront',
      text: 'It ends a connection after ten minutes without data: send a ping more often than that.',
    },
    {
      product: 'Google Frontend',
      language: 'sh',
      text: `# The maximum lifetime of a connection, 30 seconds by default; pings do not extend it:
gcloud compute backend-services update "$NAME" --global --timeout=86400`,
    },
    {
      product: 'Kong',
      language: 'sh',
      text: `# In milliseconds, 60000 by default:
curl -X PATCH http://127.0.0.1:8001/services/chat -d read_timeout=3600000 -d write_timeout=3600000`,
    },
    {
      product: 'Traefik',
      text: 'It ends no idle WebSocket by default: check the next proxy, and the timeouts of the load balancer in front of it.',
    },
    {
      product: 'h2o',
      language: 'yaml',
      ran: true,
      text: `# Replace proxy.websocket.timeout, which is 300000 milliseconds by default, with:
proxy.websocket.timeout: 3600000`,
    },
    {
      product: 'Azure Front Door',
      text: 'It ends a connection after five minutes without data: send a ping more often than that.',
    },
  ],
  'hop/limits': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the http block, or in the first server block for this address:
large_client_header_buffers 4 32k;`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# In global; HAProxy replies with 400 if the header section is larger:
tune.bufsize 65536`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# In the first VirtualHost for this address:
LimitRequestLine 32768
LimitRequestFieldSize 32768`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      text: `# At the top of the Caddyfile:
{
  servers {
    max_header_size 1MB
  }
}`,
    },
    {
      product: 'Varnish',
      language: 'sh',
      text: `# On the command line, for one field and for the whole header section:
varnishd -p http_req_hdr_len=32k -p http_req_size=64k`,
    },
    {
      product: 'lighttpd',
      language: 'lighttpd',
      text: 'server.max-request-field-size = 32768',
    },
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the HttpConnectionManager; 60 by default:
max_request_headers_kb: 96`,
    },
    {
      product: 'AWS ALB',
      text: 'It accepts a request line of 16 kB, a header field of 16 kB and a header section of 64 kB, and these limits cannot be raised: send less.',
    },
    {
      product: 'Cloudflare',
      text: 'Its limits for header fields and for the URL cannot be raised: send less.',
    },
  ],
  'hop/host-rewritten': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location block:
proxy_set_header Host $http_host;`,
    },
    {
      product: 'HAProxy',
      text: 'It keeps Host by default: delete `http-request set-header Host` or `http-send-name-header Host`.',
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Next to ProxyPass:
ProxyPreserveHost On`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      ran: true,
      text: `# Replace header_up Host with:
header_up Host {hostport}`,
    },
    {
      product: 'Traefik',
      language: 'yaml',
      text: `# In the loadBalancer of the service; true by default:
passHostHeader: true`,
    },
    {
      product: 'Kong',
      language: 'sh',
      text: 'curl -X PATCH http://127.0.0.1:8001/routes/chat -d preserve_host=true',
    },
    {
      product: 'Envoy',
      text: 'It keeps Host by default: delete `host_rewrite_literal`, `auto_host_rewrite` and similar options from the action of the route.',
    },
    {
      product: 'Azure Front Door',
      text: 'Leave the origin host header of the origin empty: Azure Front Door then forwards the Host of the client.',
    },
    {
      product: 'CloudFront',
      text: 'Use the origin request policy AllViewer: without it, Host is the name of the origin.',
    },
  ],
  'hop/backend-down': [
    {
      product: 'nginx',
      text: 'Its error log says `connect() failed … while connecting to upstream` with the address. It resolves a name in proxy_pass only once, when it starts: reload it after the address changes. An exceeded limit_req also answers with 503.',
    },
    {
      product: 'HAProxy',
      text: 'Its log names the server with the flags SC, or `<NOSRV>` if a health check marked it as down. A WebSocket server answers the plain GET of `option httpchk` with 426 or 400: see the line below, or check only the port.',
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the backend, next to option httpchk:
http-check expect status 200-399,426`,
    },
    {
      product: 'Apache',
      text: 'Its error log says `AH00957: … attempt to connect to … failed`. After that it does not retry for 60 seconds: add `retry=0` to ProxyPass. SELinux may block all connections until you run `setsebool -P httpd_can_network_connect 1`.',
    },
    {
      product: 'Caddy',
      text: 'Its log says `dial tcp … connect: connection refused` with the address. With `lb_try_duration 5s` in reverse_proxy, clients do not notice a restart of the server.',
    },
    {
      product: 'Envoy',
      text: 'Its log has the flags UF (no connection), UH (no healthy host) or URX. Its admin page `/clusters` shows the address and its health.',
    },
    {
      product: 'AWS ALB',
      text: 'A 503 means that the target group is empty, a 502 that the target refused or reset the connection. Its health check expects 200: set its matcher to 200-499 or give it a plain HTTP path.',
    },
  ],
  'hop/backend-silent': [
    {
      product: 'nginx',
      text: 'Its error log says `upstream timed out … while reading response header from upstream`, or `while connecting to upstream` if packets are dropped. proxy_read_timeout and proxy_connect_timeout set how long it waits.',
    },
    {
      product: 'HAProxy',
      text: 'Its log has the flags sH if the server sends nothing within `timeout server`, and sC if it does not connect within `timeout connect`.',
    },
    {
      product: 'Apache',
      text: 'Its error log says `AH01102: error reading status line from remote server`. ProxyTimeout, or timeout= of ProxyPass, sets how long it waits.',
    },
    {
      product: 'Caddy',
      text: 'Its log says `i/o timeout`. It waits 3 seconds for the connection, and without limit for a reply unless you set `response_header_timeout` in `transport http`.',
    },
    {
      product: 'Varnish',
      text: 'A piped request waits for pipe_timeout; all other requests use first_byte_timeout and between_bytes_timeout of the backend. Check that the request is piped.',
    },
    {
      product: 'Envoy',
      text: 'Its log has the flag UT: the timeout of the route, 15 seconds by default, applies until the 101.',
    },
    {
      product: 'AWS ALB',
      text: 'A 504 means that the target did not connect within 10 seconds or did not answer within the idle timeout. Check that its security group allows the load balancer.',
    },
  ],
  'hop/route-missing': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the http block:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the server block:
location /chat {
  proxy_pass http://127.0.0.1:8080;
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  proxy_set_header Host $http_host;
}`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# In the frontend; without a backend, HAProxy replies with 503:
use_backend chat if { path_beg /chat }`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Before every other ProxyPass:
ProxyPass /chat http://127.0.0.1:8080/chat upgrade=websocket`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      ran: true,
      text: `# In the site block; for a path without a rule, Caddy replies with 200 and no content:
handle /chat* {
  reverse_proxy 127.0.0.1:8080
}`,
    },
    {
      product: 'Traefik',
      text: 'Its dashboard lists the routers. Check that the rule of one matches the host and the path, that it uses the entry point of this port, and that it has `tls` if the port uses TLS.',
    },
    {
      product: 'Kong',
      text: 'Its reply has the body `no Route matched with those values`. Check hosts, paths, protocols and `strip_path` of the routes with `curl http://127.0.0.1:8001/routes`.',
    },
    {
      product: 'Envoy',
      text: 'Its log has the flag NR. Check that the domains of a virtual host match Host, including its port, and that the prefix of a route matches.',
    },
  ],
  'hop/denied': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location block, if the error log says "access forbidden by rule":
allow all;`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# Before http-request deny:
http-request allow if { path_beg /chat }`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# After every other Location, if the error log says AH01630:
<Location /chat>
  Require all granted
</Location>`,
    },
    {
      product: 'Caddy',
      text: 'Look for `respond … 403`, `error … 403` and `forward_auth`, and put the path in its own `handle` before them.',
    },
    {
      product: 'Cloudflare',
      text: 'Find the request by its Ray ID under Security, Events: it shows the rule that denied it. Skip that rule for the path.',
    },
    {
      product: 'AWS ALB',
      text: 'A 403 comes from AWS WAF, whose sampled requests name the rule, or from a fixed response in a listener rule.',
    },
  ],
  'hop/refused': [
    {
      product: 'nginx',
      text: 'Look for `return` and `error_page` in the server and in the location of this path. The error log gives some reasons only at the level `info`.',
    },
    {
      product: 'HAProxy',
      text: 'Look for `http-request deny` and `http-request return` in the frontend and in the backend.',
    },
    {
      product: 'AWS ALB',
      text: 'Look for a listener rule with a fixed response, and put a rule that forwards the path before it.',
    },
  ],
  'hop/redirect': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# location /chat/ redirects /chat to /chat/. In the http block:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the server block:
location = /chat {
  proxy_pass http://127.0.0.1:8080;
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  proxy_set_header Host $http_host;
}`,
    },
    {
      product: 'HAProxy',
      text: 'Look for `http-request redirect` and `redirect scheme https`. Use wss:// if it redirects everything to https.',
    },
    {
      product: 'Apache',
      text: 'Look for Redirect, RewriteRule with R, and DirectorySlash. Put ProxyPass or a Location for the path before them.',
    },
    {
      product: 'Caddy',
      text: 'Caddy serves a named site over https, and redirects http there with 308: use wss://. To serve http, write `http://` before the name of the site.',
    },
    {
      product: 'Cloudflare',
      text: 'Always Use HTTPS redirects http to https: use wss://. The SSL mode Flexible causes a redirect loop if the origin redirects to https: set Full.',
    },
  ],
  'hop/rate-limit': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location block, with the name of your zone; nginx replies with 503 unless limit_req_status is set:
limit_req zone=openings burst=20 nodelay;`,
    },
    {
      product: 'HAProxy',
      text: 'Look for `deny_status 429` and for the counters of its stick-table. When maxconn is reached, clients wait and then get 503.',
    },
    {
      product: 'Apache',
      text: 'Apache has no such limit by default: look for mod_evasive, mod_qos and mod_security.',
    },
    {
      product: 'Caddy',
      text: 'Caddy has no such limit by default: look for a `rate_limit` module, and check the server behind it.',
    },
    {
      product: 'Cloudflare',
      text: 'Check Security, WAF, Rate limiting rules: a handshake counts as one request, the frames after it do not count.',
    },
    {
      product: 'Traefik',
      text: 'Look for the middlewares rateLimit and inFlightReq. A WebSocket counts as a request in flight while it is open.',
    },
  ],
  'hop/cdn-origin': [
    {
      product: 'Cloudflare',
      text: 'The status gives the cause. 520: the origin closed the connection or sent data that is not HTTP. 521: it refuses connections. 522: it does not accept the connection in time. 523: there is no route to it. 524: it did not answer within 100 seconds. 525: TLS with it fails. 526: its certificate is not valid; let the origin send the whole chain, or set the SSL mode Full. 530: the second error number gives the cause.',
    },
  ],
  'hop/challenge': [
    {
      product: 'Cloudflare',
      text: 'Add a rule under Security, WAF, Custom rules that skips managed challenges, Super Bot Fight Mode and the Browser Integrity Check for the path.',
    },
  ],
  'hop/h2-backend': [
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the backend, instead of proto h2 or alpn h2:
server one 127.0.0.1:8080 alpn http/1.1`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      text: `# In the reverse_proxy block:
transport http {
  versions 1.1
}`,
    },
    {
      product: 'Envoy',
      text: 'Remove http2_protocol_options from the cluster, or add `allow_connect: true` there and let the server support RFC 8441.',
    },
    { product: 'AWS ALB', text: 'Create a target group with the protocol version HTTP1 for this path.' },
  ],
  'hop/compression-broken': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location block:
proxy_set_header Sec-WebSocket-Extensions "";`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# In the frontend:
http-request del-header Sec-WebSocket-Extensions`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# With mod_headers. Next to ProxyPass:
RequestHeader unset Sec-WebSocket-Extensions`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      ran: true,
      text: `# In the reverse_proxy block:
header_up -Sec-WebSocket-Extensions`,
    },
  ],
  'hop/buffered': [
    {
      product: 'nginx',
      text: 'It does not buffer data after a 101. If the 101 itself is late, check the server behind it and `auth_request`.',
    },
    {
      product: 'lighttpd',
      language: 'lighttpd',
      text: `server.stream-request-body = 2
server.stream-response-body = 2`,
    },
  ],
};
