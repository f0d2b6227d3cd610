import type { ProductRemedies } from './mend.ts';

const upgradeLines = `proxy_http_version 1.1;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection $connection_upgrade;
proxy_set_header Host $http_host;`;

const nginxUpgrade = `# In http:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the location:
${upgradeLines}`;

/** What mends a failure at a hop, by product. */
export const hopRemedies: ProductRemedies = {
  'hop/upgrade-stripped': [
    { product: 'nginx', language: 'nginx', ran: true, text: nginxUpgrade },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# In the place of http-request del-header Upgrade:
http-request del-header Upgrade unless { req.hdr(Upgrade) -i websocket }`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# From 2.4.47 on, with mod_proxy_http. In the place of ProxyPass /:
ProxyPass / http://127.0.0.1:8080/ upgrade=websocket`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Before 2.4.47, with mod_proxy_wstunnel and mod_rewrite. Before ProxyPass /:
RewriteEngine On
RewriteCond %{HTTP:Upgrade} =websocket [NC]
RewriteRule ^/(.*)$ ws://127.0.0.1:8080/$1 [P,L]`,
    },
    {
      product: 'Caddy',
      text: '`reverse_proxy` passes an upgrade on by itself. Look for `header_up -Upgrade`, `header_up Connection …` or `request_header -Upgrade`, and delete it.',
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
      text: `# From 1.4.46 on. Beside proxy.server:
proxy.header = ( "upgrade" => "enable" )`,
    },
    {
      product: 'squid',
      language: 'squid',
      ran: true,
      text: `# From 5 on; before, none gets through. Names count letter for letter, and clients send either:
http_upgrade_request_protocols websocket allow all
http_upgrade_request_protocols WebSocket allow all`,
    },
    {
      product: 'tinyproxy',
      text: 'It passes no upgrade on, neither as a proxy nor as a reverse one. Clients that know it use CONNECT, as they do for wss; in front of a server another proxy has to stand.',
    },
    {
      product: 'Traefik',
      text: 'It passes an upgrade on by itself. Look for a headers middleware that sets or empties Upgrade or Connection, and see that the URL of the service begins with http:// and not with h2c://.',
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
      text: 'A service of http or https passes an upgrade on by itself. Look for a request-transformer plug-in that removes Upgrade or Connection, and for what stands before Kong.',
    },
    {
      product: 'AWS ALB',
      text: 'It passes an upgrade on by itself where the protocol version of the target group is HTTP1: with HTTP2 or gRPC it does not.',
    },
    {
      product: 'AWS API Gateway',
      text: 'An HTTP or REST API passes no upgrade on. Make it a WebSocket API, or lead the path past the gateway.',
    },
    {
      product: 'CloudFront',
      text: 'Take the origin request policy AllViewer for this path, or one that forwards Sec-WebSocket-Key, -Version, -Protocol and -Extensions.',
    },
    {
      product: 'Cloudflare',
      text: 'Switch WebSockets on for the zone: Network, WebSockets.',
    },
    {
      product: 'Fastly',
      language: 'vcl',
      text: `# With the product WebSockets enabled for the service. In vcl_recv:
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
      text: 'Its tiers Standard and Premium pass an upgrade on where caching is off: switch it off for the route of this path.',
    },
    {
      product: 'IIS',
      language: 'sh',
      text: `# As administrator; Application Request Routing passes an upgrade on once this is there:
Install-WindowsFeature Web-WebSockets`,
    },
    {
      product: 'h2o',
      language: 'yaml',
      ran: true,
      text: `# Beside proxy.reverse.url:
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
      text: 'Delete `SetEnv force-proxy-request-1.0` and `downgrade-1.0` where they apply to this path.',
    },
    {
      product: 'squid',
      text: 'Before version 3.2 it speaks HTTP/1.0; from 5 on it passes an upgrade on with `http_upgrade_request_protocols`.',
    },
  ],
  'hop/envoy-upgrade-off': [
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the HttpConnectionManager, or in the action of the route:
upgrade_configs:
- upgrade_type: websocket
# Where clients come by HTTP/2, in the HttpConnectionManager besides:
http2_protocol_options:
  allow_connect: true`,
    },
  ],
  'hop/idle-timeout': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location:
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
      text: `# Beside ProxyPass:
ProxyTimeout 3600`,
    },
    {
      product: 'Caddy',
      text: 'It ends no idle connection by itself, but when its configuration is reloaded: look at the next hop, and at `stream_timeout` in reverse_proxy.',
    },
    {
      product: 'Varnish',
      language: 'sh',
      text: `# At once, and with -p pipe_timeout=3600 on the command line of varnishd for good:
varnishadm param.set pipe_timeout 3600`,
    },
    {
      product: 'lighttpd',
      language: 'lighttpd',
      ran: true,
      text: `# In the place of server.max-read-idle, which is 60 by default:
server.max-read-idle = 3600
# In the place of server.max-write-idle, which is 360 by default:
server.max-write-idle = 3600`,
    },
    {
      product: 'AWS ALB',
      language: 'sh',
      text: `# 60 seconds by default, 4000 at most:
aws elbv2 modify-load-balancer-attributes --load-balancer-arn "$ARN" \\
  --attributes Key=idle_timeout.timeout_seconds,Value=3600`,
    },
    {
      product: 'AWS API Gateway',
      text: 'A WebSocket API ends a connection after ten minutes without a message, and any after two hours; neither can be raised. Send messages, and connect again.',
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
      text: 'It ends a connection after 100 seconds without a frame, which only its Enterprise plan can change: send a ping every 30 seconds from either end.',
    },
    {
      product: 'CloudFront',
      text: 'It ends a connection after ten minutes without data: send a ping more often than that.',
    },
    {
      product: 'Google Frontend',
      language: 'sh',
      text: `# How long a connection may be open at all, 30 seconds by default; pings do not help:
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
      text: 'It ends no idle WebSocket by itself: look at the next hop, and at the timeouts of the balancer before it.',
    },
    {
      product: 'h2o',
      language: 'yaml',
      ran: true,
      text: `# In milliseconds. In the place of proxy.websocket.timeout, which is 300000 by default:
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
      text: `# In http, or in the first server of this address:
large_client_header_buffers 4 32k;`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      ran: true,
      text: `# In global; it answers with 400 where the head is larger:
tune.bufsize 65536`,
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# In the first VirtualHost of this address:
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
      text: `# On the command line, for one field and for all of the head:
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
      text: 'It takes a request line of 16 kB, a field of 16 kB and a head of 64 kB, which cannot be raised: send less.',
    },
    {
      product: 'Cloudflare',
      text: 'What it takes of fields and of a URL cannot be raised: send less.',
    },
  ],
  'hop/host-rewritten': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location:
proxy_set_header Host $http_host;`,
    },
    {
      product: 'HAProxy',
      text: 'It keeps Host by itself: delete `http-request set-header Host` or `http-send-name-header Host`.',
    },
    {
      product: 'Apache',
      language: 'apache',
      ran: true,
      text: `# Beside ProxyPass:
ProxyPreserveHost On`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      ran: true,
      text: `# In the place of header_up Host:
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
      text: 'It keeps Host by itself: delete `host_rewrite_literal`, `auto_host_rewrite` and the like from the action of the route.',
    },
    {
      product: 'Azure Front Door',
      text: 'Leave the origin host header of the origin empty: then the host of the client is passed on.',
    },
    {
      product: 'CloudFront',
      text: 'Take the origin request policy AllViewer: without it, Host is the name of the origin.',
    },
  ],
  'hop/backend-down': [
    {
      product: 'nginx',
      text: 'Its error log says `connect() failed … while connecting to upstream` with the address. It looks a name of proxy_pass up once, when it starts: reload it when the address behind the name has changed. A limit_req that is exceeded answers with 503, too.',
    },
    {
      product: 'HAProxy',
      text: 'Its log names the server with the flags SC, or `<NOSRV>` where a check has taken it down. A WebSocket server answers a plain GET of `option httpchk` with 426 or 400: see the line below, or check the port alone.',
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the backend, beside option httpchk:
http-check expect status 200-399,426`,
    },
    {
      product: 'Apache',
      text: 'Its error log says `AH00957: … attempt to connect to … failed`. After that it does not try for 60 seconds: add `retry=0` to ProxyPass. On SELinux it may not connect at all before `setsebool -P httpd_can_network_connect 1`.',
    },
    {
      product: 'Caddy',
      text: 'Its log says `dial tcp … connect: connection refused` with the address. With `lb_try_duration 5s` in reverse_proxy a restart of the server goes unseen.',
    },
    {
      product: 'Envoy',
      text: 'Its log has the flags UF (no connection), UH (none is healthy) or URX. See `/clusters` of its administration for the address and its health.',
    },
    {
      product: 'AWS ALB',
      text: 'A 503 says that the target group is empty, a 502 that the target refused or reset. Its health check wants 200: set its matcher to 200-499 or give it a path of plain HTTP.',
    },
  ],
  'hop/backend-silent': [
    {
      product: 'nginx',
      text: 'Its error log says `upstream timed out … while reading response header from upstream`, or `while connecting to upstream` where packets are dropped. proxy_read_timeout and proxy_connect_timeout are how long it waits.',
    },
    {
      product: 'HAProxy',
      text: 'Its log has the flags sH where the server says nothing within `timeout server`, and sC where it does not connect within `timeout connect`.',
    },
    {
      product: 'Apache',
      text: 'Its error log says `AH01102: error reading status line from remote server`. ProxyTimeout, or timeout= of ProxyPass, is how long it waits.',
    },
    {
      product: 'Caddy',
      text: 'Its log says `i/o timeout`. It waits for a reply without end unless `response_header_timeout` in `transport http` says otherwise, and 3 seconds for the connection.',
    },
    {
      product: 'Varnish',
      text: 'A request that is piped waits for as long as pipe_timeout; first_byte_timeout and between_bytes_timeout of the backend are for all others. See that it is piped.',
    },
    {
      product: 'Envoy',
      text: 'Its log has the flag UT: the timeout of the route, 15 seconds by default, counts until the 101.',
    },
    {
      product: 'AWS ALB',
      text: 'A 504 says that the target did not connect within 10 seconds or did not answer within the idle timeout. See that its security group lets the balancer in.',
    },
  ],
  'hop/route-missing': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In http:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the server:
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
      text: `# In the frontend; without a backend it answers with 503:
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
      text: `# In the site, where it answers a path without a rule with 200 and nothing:
handle /chat* {
  reverse_proxy 127.0.0.1:8080
}`,
    },
    {
      product: 'Traefik',
      text: 'Its dashboard lists the routers. See that the rule of one matches the host and the path, that it is on the entry point of this port, and that it has `tls` where the port has.',
    },
    {
      product: 'Kong',
      text: 'Its body `no Route matched with those values` says it. See hosts, paths, protocols and `strip_path` of the routes, with `curl http://127.0.0.1:8001/routes`.',
    },
    {
      product: 'Envoy',
      text: 'Its log has the flag NR. See the domains of the virtual hosts, a port in Host among them, and that the prefix of a route matches.',
    },
  ],
  'hop/denied': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location, where the error log says access forbidden by rule:
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
      text: `# Behind every other Location, where the error log says AH01630:
<Location /chat>
  Require all granted
</Location>`,
    },
    {
      product: 'Caddy',
      text: 'Look for `respond … 403`, `error … 403` and `forward_auth`, and put the path in a `handle` of its own before them.',
    },
    {
      product: 'Cloudflare',
      text: 'Security, Events has the request by its Ray ID, with the rule that denied it. Skip that rule for the path.',
    },
    {
      product: 'AWS ALB',
      text: 'A 403 is of AWS WAF, whose sampled requests name the rule, or a fixed response of a rule of the listener.',
    },
  ],
  'hop/redirect': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# Beside location /chat/, which sends /chat to /chat/. In http:
map $http_upgrade $connection_upgrade {
  default upgrade;
  ''      close;
}
# In the server:
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
      text: 'Look for `http-request redirect` and `redirect scheme https`. Use wss:// where it sends all to https.',
    },
    {
      product: 'Apache',
      text: 'Look for Redirect, RewriteRule with R, and DirectorySlash. Put ProxyPass or a Location for the path before them.',
    },
    {
      product: 'Caddy',
      text: 'A site with a name is served by https, and http is sent there with 308: use wss://. Where http is wanted, write `http://` before the name of the site.',
    },
    {
      product: 'Cloudflare',
      text: 'Always Use HTTPS sends http to https: use wss://. With the SSL mode Flexible and an origin that redirects to https there is no end of it: set Full.',
    },
  ],
  'hop/rate-limit': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location, with the name of your zone; it answers with 503 unless limit_req_status says otherwise:
limit_req zone=openings burst=20 nodelay;`,
    },
    {
      product: 'HAProxy',
      text: 'Look for `deny_status 429` and for the counters of its stick-table. A full maxconn makes clients wait and ends in 503.',
    },
    {
      product: 'Apache',
      text: 'Apache has no such limit by itself: look for mod_evasive, mod_qos and mod_security.',
    },
    {
      product: 'Caddy',
      text: 'Caddy has no such limit by itself: look for a module `rate_limit`, and at the server behind it.',
    },
    {
      product: 'Cloudflare',
      text: 'Look at Security, WAF, Rate limiting rules: an opening counts as one request, the frames behind it do not.',
    },
    {
      product: 'Traefik',
      text: 'Look for the middlewares rateLimit and inFlightReq. An open WebSocket counts as a request in flight for as long as it is open.',
    },
  ],
  'hop/cdn-origin': [
    {
      product: 'Cloudflare',
      text: 'By its status: 520, the origin closed or sent something that is no HTTP. 521, it refuses connections. 522, it does not take the connection in time. 523, there is no way to it. 524, it did not answer within 100 seconds. 525, TLS with it fails. 526, its certificate is not valid: let the origin send the whole chain, or set the SSL mode Full. 530, the number beside it tells.',
    },
  ],
  'hop/challenge': [
    {
      product: 'Cloudflare',
      text: 'Make a rule under Security, WAF, Custom rules that skips managed challenges, Super Bot Fight Mode and the Browser Integrity Check for the path.',
    },
  ],
  'hop/h2-backend': [
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the backend, in the place of proto h2 or alpn h2:
server one 127.0.0.1:8080 alpn http/1.1`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      text: `# In reverse_proxy:
transport http {
  versions 1.1
}`,
    },
    {
      product: 'Envoy',
      text: 'Take http2_protocol_options out of the cluster, or add `allow_connect: true` there and let the server take RFC 8441.',
    },
    { product: 'AWS ALB', text: 'Make a target group with the protocol version HTTP1 for this path.' },
  ],
  'hop/compression-broken': [
    {
      product: 'nginx',
      language: 'nginx',
      ran: true,
      text: `# In the location:
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
      text: `# With mod_headers. Beside ProxyPass:
RequestHeader unset Sec-WebSocket-Extensions`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      ran: true,
      text: `# In reverse_proxy:
header_up -Sec-WebSocket-Extensions`,
    },
  ],
  'hop/buffered': [
    {
      product: 'nginx',
      text: 'What follows a 101 is not buffered. If the 101 itself is late, look at the server behind it and at `auth_request`.',
    },
    {
      product: 'lighttpd',
      language: 'lighttpd',
      text: `server.stream-request-body = 2
server.stream-response-body = 2`,
    },
  ],
};
