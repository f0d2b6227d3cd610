import type { FixableId, ProductName } from '../../models/mend.ts';
import type { ProxyName } from '../peers/proxy-program.ts';
import type { Program } from '../system.ts';

/** What tells a configuration that is wrong from one that is mended. */
type Shown =
  /** The status with which an opening is refused before, and that it opens behind. */
  | number
  /** A connection without an octet is ended before, and lasts behind. */
  | 'idle'
  /** permessage-deflate is agreed to before, and not behind. */
  | 'deflate'
  /** A second opening is refused before, and opens behind. */
  | 'second';

/**
 * A configuration that is wrong, with PORT where it has to listen and 8080 as the port of the server behind it; comments
 * in it are where the lines of a remedy belong.
 */
export interface RemedyBase {
  readonly id: FixableId;
  readonly product: ProductName;
  readonly program: Extract<ProxyName, Program>;
  readonly config: string;
  readonly shown: Shown;
  /** More of the opening: the path, a cookie of so many octets, the Origin of a page of the same host. */
  readonly path?: string;
  readonly cookie?: number;
  readonly isSameOrigin?: boolean;
}

const nginx = (location: string, server = '', http = '') => `
map $http_upgrade $passed { default upgrade; '' close; }
${http}
# In the http block
server {
  listen 127.0.0.1:PORT;
  ${server}
  # In the server
  location / {
    proxy_pass http://127.0.0.1:8080;
    ${location}
    # In the location
  }
}
`;

const nginxPassed = `proxy_http_version 1.1;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $passed;`;

const haproxy = (frontend: string, defaults = '') => `
global
  # In global

defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  ${defaults}
  # In defaults

frontend web
  bind 127.0.0.1:PORT
  ${frontend}
  # In the frontend
  
backend chat
  server one 127.0.0.1:8080
`;

const apache = (host: string) => `
Listen 127.0.0.1:PORT
<VirtualHost 127.0.0.1:PORT>
  ${host}
</VirtualHost>
`;

const caddy = (site: string) => `
:PORT {
  ${site}
}
`;

const caddyProxy = (lines: string) =>
  caddy(`reverse_proxy 127.0.0.1:8080 {
    ${lines}
    # In the reverse_proxy block
  }`);

const nginxProgram = { product: 'nginx', program: 'nginx' } as const;
const haproxyProgram = { product: 'HAProxy', program: 'haproxy' } as const;
const apacheProgram = { product: 'Apache', program: 'apache2' } as const;
const caddyProgram = { product: 'Caddy', program: 'caddy' } as const;

/** In the order of the remedies. */
export const remedyBases: readonly RemedyBase[] = [
  {
    id: 'hop/upgrade-stripped',
    ...nginxProgram,
    config: nginx('', 'proxy_http_version 1.1;'),
    shown: 426,
  },
  {
    id: 'hop/upgrade-stripped',
    ...haproxyProgram,
    config: haproxy('http-request del-header Upgrade\n  default_backend chat'),
    shown: 426,
  },
  {
    id: 'hop/upgrade-stripped',
    ...apacheProgram,
    config: apache('ProxyPass / http://127.0.0.1:8080/'),
    shown: 426,
  },
  {
    id: 'hop/upgrade-stripped',
    ...apacheProgram,
    config: `
LoadModule rewrite_module /usr/lib/apache2/modules/mod_rewrite.so
LoadModule proxy_wstunnel_module /usr/lib/apache2/modules/mod_proxy_wstunnel.so
${apache('# Before ProxyPass /\n  ProxyPass / http://127.0.0.1:8080/')}`,
    shown: 426,
  },
  {
    ...{ id: 'hop/upgrade-stripped', product: 'Varnish', program: 'varnishd' },
    config: `backend default {
  .host = "127.0.0.1";
  .port = "8080";
}
# Before every other vcl_recv
`,
    shown: 426,
  },
  {
    ...{ id: 'hop/upgrade-stripped', product: 'lighttpd', program: 'lighttpd' },
    config: `server.port = PORT
proxy.server = ( "" => ( ( "host" => "127.0.0.1", "port" => 8080 ) ) )
# Next to proxy.server
`,
    shown: 426,
  },
  {
    ...{ id: 'hop/upgrade-stripped', product: 'squid', program: 'squid' },
    config: `http_port 127.0.0.1:PORT accel defaultsite=localhost
cache_peer 127.0.0.1 parent 8080 0 no-query no-digest originserver
http_access allow all
# Version 5 or later
`,
    shown: 426,
  },
  {
    ...{ id: 'hop/upgrade-stripped', product: 'h2o', program: 'h2o' },
    config: `listen: { host: 127.0.0.1, port: PORT }
hosts:
  default:
    paths:
      /:
        proxy.reverse.url: http://127.0.0.1:8080/
        # Next to proxy.reverse.url
`,
    shown: 426,
  },
  { id: 'hop/http10-backend', ...nginxProgram, config: nginx(''), shown: 505 },
  {
    id: 'hop/idle-timeout',
    ...nginxProgram,
    config: nginx(nginxPassed, 'proxy_read_timeout 1s;'),
    shown: 'idle',
  },
  {
    id: 'hop/idle-timeout',
    ...haproxyProgram,
    config: haproxy('default_backend chat', 'timeout client 1s\n  timeout server 1s'),
    shown: 'idle',
  },
  {
    id: 'hop/idle-timeout',
    ...apacheProgram,
    config: apache(
      'Timeout 1\n  ProxyPass / http://127.0.0.1:8080/ upgrade=websocket\n  # Next to ProxyPass',
    ),
    shown: 'idle',
  },
  {
    ...{ id: 'hop/idle-timeout', product: 'lighttpd', program: 'lighttpd' },
    config: `server.port = PORT
proxy.server = ( "" => ( ( "host" => "127.0.0.1", "port" => 8080 ) ) )
proxy.header = ( "upgrade" => "enable" )
server.max-read-idle = 1
server.max-write-idle = 1
`,
    shown: 'idle',
  },
  {
    ...{ id: 'hop/idle-timeout', product: 'h2o', program: 'h2o' },
    config: `listen: { host: 127.0.0.1, port: PORT }
hosts:
  default:
    paths:
      /:
        proxy.reverse.url: http://127.0.0.1:8080/
        proxy.websocket: ON
        proxy.websocket.timeout: 1000
`,
    shown: 'idle',
  },
  { id: 'hop/limits', ...nginxProgram, config: nginx(nginxPassed), shown: 400, cookie: 20_000 },
  {
    id: 'hop/limits',
    ...haproxyProgram,
    config: haproxy('default_backend chat'),
    shown: 400,
    cookie: 20_000,
  },
  {
    id: 'hop/limits',
    ...apacheProgram,
    config: apache('# In the first VirtualHost\n  ProxyPass / http://127.0.0.1:8080/ upgrade=websocket'),
    shown: 400,
    cookie: 20_000,
  },
  { id: 'hop/host-rewritten', ...nginxProgram, config: nginx(nginxPassed), shown: 403, isSameOrigin: true },
  {
    id: 'hop/host-rewritten',
    ...apacheProgram,
    config: apache('ProxyPass / http://127.0.0.1:8080/ upgrade=websocket\n  # Next to ProxyPass'),
    shown: 403,
    isSameOrigin: true,
  },
  {
    id: 'hop/host-rewritten',
    ...caddyProgram,
    config: caddyProxy('header_up Host {upstream_hostport}'),
    shown: 403,
    isSameOrigin: true,
  },
  {
    id: 'hop/route-missing',
    ...nginxProgram,
    config: nginx('return 404;').replace('proxy_pass http://127.0.0.1:8080;', ''),
    shown: 404,
    path: '/chat',
  },
  { id: 'hop/route-missing', ...haproxyProgram, config: haproxy(''), shown: 503, path: '/chat' },
  {
    id: 'hop/route-missing',
    ...apacheProgram,
    config: apache('# Before every other ProxyPass\n  ProxyPass /api http://127.0.0.1:8080/api'),
    shown: 404,
    path: '/chat',
  },
  { id: 'hop/route-missing', ...caddyProgram, config: caddy('# In the site'), shown: 200, path: '/chat' },
  {
    id: 'hop/denied',
    ...nginxProgram,
    config: nginx(nginxPassed, 'deny all;'),
    shown: 403,
    path: '/chat',
  },
  {
    id: 'hop/denied',
    ...haproxyProgram,
    config: haproxy('# Before http-request deny\n  http-request deny\n  default_backend chat'),
    shown: 403,
    path: '/chat',
  },
  {
    id: 'hop/denied',
    ...apacheProgram,
    config: apache(`ProxyPass / http://127.0.0.1:8080/ upgrade=websocket
  <Location />
    Require all denied
  </Location>
  # After every other Location`),
    shown: 403,
    path: '/chat',
  },
  {
    id: 'hop/redirect',
    ...nginxProgram,
    config: nginx(nginxPassed).replace('location /', 'location /chat/'),
    shown: 301,
    path: '/chat',
  },
  {
    id: 'hop/rate-limit',
    ...nginxProgram,
    config: nginx(
      nginxPassed,
      'limit_req zone=openings;',
      'limit_req_zone $binary_remote_addr zone=openings:1m rate=1r/m;',
    ),
    shown: 'second',
  },
  { id: 'hop/compression-broken', ...nginxProgram, config: nginx(nginxPassed), shown: 'deflate' },
  {
    id: 'hop/compression-broken',
    ...haproxyProgram,
    config: haproxy('default_backend chat'),
    shown: 'deflate',
  },
  {
    id: 'hop/compression-broken',
    ...apacheProgram,
    config: apache('ProxyPass / http://127.0.0.1:8080/ upgrade=websocket\n  # Next to ProxyPass'),
    shown: 'deflate',
  },
  { id: 'hop/compression-broken', ...caddyProgram, config: caddyProxy(''), shown: 'deflate' },
  {
    id: 'server/spa-fallback',
    ...nginxProgram,
    config: nginx('return 200 "<!doctype html>";').replace('proxy_pass http://127.0.0.1:8080;', ''),
    shown: 200,
    path: '/chat',
  },
  {
    id: 'server/spa-fallback',
    ...caddyProgram,
    config: caddy('# In the site\n  handle {\n    respond "<!doctype html>"\n  }'),
    shown: 200,
    path: '/chat',
  },
];

const key = ({ id, product }: { readonly id: string; readonly product: string | null }) => `${id} ${product}`;

/** Lines that are a program of their own. */
export const scripts = [
  { id: 'server/no-handler', product: 'Node.js' },
  { id: 'server/no-handler', product: 'Express' },
  { id: 'server/no-handler', product: 'Fastify' },
  { id: 'server/origin-refused', product: 'ws' },
  { id: 'server/subprotocol-none-chosen', product: 'ws' },
  { id: 'server/two-answers', product: 'ws' },
  { id: 'server/early-frame-lost', product: 'Node.js' },
  { id: 'server/limits', product: 'Node.js' },
  { id: 'server/token-list', product: 'Node.js' },
  { id: 'server/accept-wrong', product: 'Node.js' },
] as const satisfies readonly { readonly id: FixableId; readonly product: ProductName }[];

/** The failures and products whose lines are run. */
export const lineKeys: readonly string[] = [...remedyBases, ...scripts].map(key);

/**
 * A configuration with the lines of a remedy where they belong: below the comment that names the place, or in the place
 * of the lines that begin like what is named.
 *
 * @throws RangeError where there is no such place
 */
export function mendConfiguration(config: string, text: string): string {
  let mended = config;
  for (const [, heading = '', lines = ''] of text.matchAll(/^# (.*)\n((?:(?!# ).*\n?)+)/gm)) {
    const [, old] = /Replace (.+?)(?: with)?[,:]/.exec(heading) ?? [];
    const isPlace = (line: string) =>
      old === undefined
        ? line.startsWith('# ') && heading.includes(line.slice('# '.length))
        : line === old || line.startsWith(`${old} `) || line.startsWith(`${old}:`);
    const all = mended.split('\n');
    const places = all.filter((line) => isPlace(line.trim()));
    if (places.length !== 1) throw new RangeError(`"${heading}" has ${places.length} places in ${config}`);
    mended = all
      .map((line) =>
        isPlace(line.trim()) ? lines.replaceAll(/^(?=.)/gm, /^ */.exec(line)?.[0] ?? '') : line,
      )
      .join('\n');
  }
  return mended;
}
