import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import {
  startModern,
  startNobody,
  startOriginBound,
  startSilence,
  startWs,
  startWsBesideExpress,
} from './proxied-server.ts';

type Lines = string | ((site: Site) => string);

const linesOf = (lines: Lines, site: Site) => (typeof lines === 'string' ? lines : lines(site));

/** A server of nginx. */
const serve =
  (lines: Lines, { listen = '', outside = '' } = {}) =>
  (site: Site) =>
    `
${outside}
map $http_upgrade $connection_upgrade { default upgrade; '' close; }
server {
  listen 127.0.0.1:${site.port}${listen};
  ${linesOf(lines, site)}
}`;

const secured = ({ folder }: Site) =>
  `ssl_certificate ${folder}/front.crt; ssl_certificate_key ${folder}/front.key;`;

/** All that a WebSocket needs of a proxy, but for the idle time. */
const upgrading = `proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;`;

/** A location that passes everything on. */
const pass =
  (lines = '') =>
  ({ backend }: Site) =>
    `location / { proxy_pass http://127.0.0.1:${backend}; ${lines} }`;

const whole = pass(`${upgrading} proxy_set_header Host $http_host;`);

const nginx = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'nginx', ...tellProduct(proxied, 'nginx') });

export const nginxSetUps: readonly ProxySetUp[] = [
  nginx({
    ...{ title: 'nginx with its defaults, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs(), configure: serve(pass()) },
  }),
  nginx({
    ...{ title: 'nginx with its defaults, before ws beside Express', expected: 'hop/upgrade-stripped' },
    ...{
      answer: 'HTTP/1.1 404 Not Found',
      before: startWsBesideExpress,
      configure: serve(pass()),
      path: '/ws',
    },
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  nginx({
    ...{ title: 'nginx that sets Upgrade and not Connection, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs() },
    configure: serve(pass('proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade;')),
  }),
  nginx({
    ...{ title: 'nginx that sets Connection and not Upgrade, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs() },
    configure: serve(pass('proxy_http_version 1.1; proxy_set_header Connection "upgrade";')),
  }),
  nginx({
    title:
      'nginx whose location sets a field of its own, so that those of the server count no more, before ws',
    ...{ expected: 'hop/upgrade-stripped', answer: 'HTTP/1.1 426 Upgrade Required', before: startWs() },
    configure: serve((site) => `${upgrading}\n${pass('proxy_set_header X-Real-IP $remote_addr;')(site)}`),
  }),
  nginx({
    title: 'nginx without proxy_http_version, before a server that takes no HTTP/1.0',
    ...{
      expected: 'hop/http10-backend',
      answer: 'HTTP/1.1 505 HTTP Version Not Supported',
      before: startModern,
    },
    configure: serve(
      pass(`proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;`),
    ),
  }),
  nginx({
    ...{ title: 'nginx, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 502 Bad Gateway', before: startNobody, configure: serve(whole) },
  }),
  nginx({
    ...{ title: 'nginx, and silence behind it for longer than it waits', expected: 'hop/backend-silent' },
    ...{ answer: 'HTTP/1.1 504 Gateway Time-out', before: startSilence },
    configure: serve(pass(`${upgrading} proxy_read_timeout 1s;`)),
  }),
  nginx({
    ...{ title: 'nginx without a location for the path', expected: 'hop/route-missing', path: '/ws' },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWs() },
    configure: serve(
      ({ backend }) => `location /socket { proxy_pass http://127.0.0.1:${backend}; ${upgrading} }`,
    ),
  }),
  nginx({
    ...{ title: 'nginx that denies all', expected: 'hop/denied', answer: 'HTTP/1.1 403 Forbidden' },
    ...{ before: startWs(), configure: serve(pass(`${upgrading} deny all;`)) },
  }),
  nginx({
    ...{ title: 'nginx that denies what has no User-Agent', expected: 'hop/challenge' },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startWs() },
    configure: serve(pass(`${upgrading} if ($http_user_agent = "") { return 403; }`)),
  }),
  nginx({
    ...{ title: 'nginx that returns 405 for the path', expected: 'hop/denied' },
    ...{
      answer: 'HTTP/1.1 405 Not Allowed',
      before: startWs(),
      configure: serve('location / { return 405; }'),
    },
  }),
  nginx({
    ...{ title: 'nginx that returns 400 for every path', expected: 'hop/refused' },
    ...{
      answer: 'HTTP/1.1 400 Bad Request',
      before: startWs(),
      configure: serve('location / { return 400; }'),
    },
  }),
  nginx({
    ...{ title: 'nginx that returns 400 for every path but /ws', expected: 'hop/refused' },
    ...{ answer: 'HTTP/1.1 400 Bad Request', before: startWs() },
    configure: serve(
      ({ backend }) =>
        `location / { return 400; } location = /ws { proxy_pass http://127.0.0.1:${backend}; ${upgrading} }`,
    ),
  }),
  nginx({
    ...{ title: 'nginx that sends everybody to https', expected: 'hop/redirect', path: '/ws' },
    ...{ answer: 'HTTP/1.1 301 Moved Permanently', before: startWs() },
    configure: serve('return 301 https://$host$request_uri;'),
  }),
  nginx({
    ...{ title: 'nginx whose location ends in a slash', expected: 'hop/redirect', path: '/ws' },
    ...{ answer: 'HTTP/1.1 301 Moved Permanently', before: startWs() },
    configure: serve(
      ({ backend }) => `location /ws/ { proxy_pass http://127.0.0.1:${backend}; ${upgrading} }`,
    ),
  }),
  nginx({
    ...{ title: 'nginx that counts requests, and has counted enough', expected: 'hop/rate-limit' },
    ...{ answer: 'HTTP/1.1 429 Too Many Requests', before: startWs() },
    configure: serve(pass(`${upgrading} limit_req zone=all; limit_req_status 429;`), {
      outside: 'limit_req_zone $binary_remote_addr zone=all:1m rate=1r/m;',
    }),
    prepare: (url) => fetch(url),
  }),
  nginx({
    ...{ title: 'nginx with small buffers, and a long token in the query', expected: 'hop/limits' },
    ...{
      answer: 'HTTP/1.1 414 Request-URI Too Large',
      before: startWs(),
      configure: serve(whole, {
        outside: 'client_header_buffer_size 256; large_client_header_buffers 2 1k;',
      }),
    },
    path: `/?token=${'a'.repeat(2000)}`,
  }),
  nginx({
    ...{ title: 'nginx with small buffers, and a long cookie', expected: 'hop/limits' },
    ...{
      answer: 'HTTP/1.1 400 Bad Request',
      before: startWs(),
      configure: serve(whole, {
        outside: 'client_header_buffer_size 256; large_client_header_buffers 2 1k;',
      }),
    },
    args: () => ['--header', `Cookie: session=${'a'.repeat(2000)}`],
  }),
  nginx({
    ...{
      title: 'nginx that replaces Host, before a server that compares Origin to it',
      expected: 'hop/host-rewritten',
    },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startOriginBound, configure: serve(pass(upgrading)) },
    args: ({ port, backend }) => [
      ...['--origin', `http://127.0.0.1:${port}`, '--direct', `ws://127.0.0.1:${backend}/`],
    ],
  }),
  nginx({
    ...{ title: 'nginx that drops Sec-WebSocket-Protocol', expected: 'hop/subprotocol-lost' },
    ...{ answer: 'HTTP/1.1 101 Switching Protocols', before: startWs() },
    configure: serve(pass(`${upgrading} proxy_set_header Sec-WebSocket-Protocol "";`)),
    args: ({ backend }) => ['--subprotocol', 'chat', '--direct', `ws://127.0.0.1:${backend}/`],
  }),
  nginx({
    ...{ title: 'nginx that waits a second for an octet', expected: 'hop/idle-timeout' },
    ...{ answer: 'HTTP/1.1 101 Switching Protocols', before: startWs() },
    configure: serve(pass(`${upgrading} proxy_read_timeout 1s;`)),
    args: () => ['--idle', '3'],
  }),
  nginx({
    ...{ title: 'nginx with TLS, spoken to without', expected: 'tls/required' },
    ...{ answer: 'HTTP/1.1 400 Bad Request', before: startWs() },
    configure: serve((site) => `${secured(site)} ${whole(site)}`, { listen: ' ssl' }),
  }),
  nginx({
    ...{ title: 'nginx without TLS, spoken to with it', expected: 'tls/plain-port', scheme: 'wss' },
    ...{ answer: 'wrong version number', before: startWs(), configure: serve(whole) },
  }),
  nginx({
    ...{
      title: 'nginx that speaks HTTP/2 alone, since http2 stands there without ssl',
      expected: 'tls/h2-only',
    },
    ...{ answer: 'HTTP/2', before: startWs(), configure: serve(whole, { listen: ' http2' }) },
  }),
  nginx({
    ...{ title: 'nginx that is right', expected: 'healthy', before: startWs(), configure: serve(whole) },
    answer: 'HTTP/1.1 101 Switching Protocols',
  }),
  nginx({
    ...{
      title: 'nginx that is right, with TLS and HTTP/2',
      expected: 'healthy',
      before: startWs(),
      scheme: 'wss',
    },
    answer: 'HTTP/1.1 101 Switching Protocols',
    configure: serve((site) => `${secured(site)} ${whole(site)}`, { listen: ' ssl http2' }),
  }),
];
