import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';
import { startModern } from './proxied-server.ts';

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

const nginx = setUpProxy('nginx', 'nginx');

const smallBuffers = { outside: 'client_header_buffer_size 256; large_client_header_buffers 2 1k;' };

export const nginxSetUps: readonly ProxySetUp[] = [
  nginx('nginx with its defaults, before ws', outcome.upgradeStripped, serve(pass())),
  nginx(
    'nginx with its defaults, before ws beside Express',
    outcome.upgradeStrippedBesideExpress,
    serve(pass()),
  ),
  nginx(
    'nginx that sets Upgrade and not Connection, before ws',
    outcome.upgradeStripped,
    serve(pass('proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade;')),
  ),
  nginx(
    'nginx that sets Connection and not Upgrade, before ws',
    outcome.upgradeStripped,
    serve(pass('proxy_http_version 1.1; proxy_set_header Connection "upgrade";')),
  ),
  nginx(
    'nginx whose location sets a field of its own, so that those of the server count no more, before ws',
    outcome.upgradeStripped,
    serve((site) => `${upgrading}\n${pass('proxy_set_header X-Real-IP $remote_addr;')(site)}`),
  ),
  nginx(
    'nginx without proxy_http_version, before a server that takes no HTTP/1.0',
    {
      expected: 'hop/http10-backend',
      answer: 'HTTP/1.1 505 HTTP Version Not Supported',
      before: startModern,
    },
    serve(pass(`proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;`)),
  ),
  nginx('nginx, and nobody behind it', outcome.backendDown('HTTP/1.1 502 Bad Gateway'), serve(whole)),
  nginx(
    'nginx, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 504 Gateway Time-out'),
    serve(pass(`${upgrading} proxy_read_timeout 1s;`)),
  ),
  nginx(
    'nginx without a location for the path',
    outcome.routeMissing,
    serve(({ backend }) => `location /socket { proxy_pass http://127.0.0.1:${backend}; ${upgrading} }`),
  ),
  nginx('nginx that denies all', outcome.denied, serve(pass(`${upgrading} deny all;`))),
  nginx(
    'nginx that denies what has no User-Agent',
    { expected: 'hop/challenge', answer: 'HTTP/1.1 403 Forbidden' },
    serve(pass(`${upgrading} if ($http_user_agent = "") { return 403; }`)),
  ),
  nginx(
    'nginx that returns 405 for the path',
    { expected: 'hop/denied', answer: 'HTTP/1.1 405 Not Allowed' },
    serve('location / { return 405; }'),
  ),
  nginx(
    'nginx that returns 400 for every path',
    { expected: 'hop/refused', answer: 'HTTP/1.1 400 Bad Request' },
    serve('location / { return 400; }'),
  ),
  nginx(
    'nginx that returns 400 for every path but /ws',
    { expected: 'hop/refused', answer: 'HTTP/1.1 400 Bad Request' },
    serve(
      ({ backend }) =>
        `location / { return 400; } location = /ws { proxy_pass http://127.0.0.1:${backend}; ${upgrading} }`,
    ),
  ),
  nginx(
    'nginx that sends everybody to https',
    { ...outcome.redirected(), path: '/ws' },
    serve('return 301 https://$host$request_uri;'),
  ),
  nginx(
    'nginx whose location ends in a slash',
    { ...outcome.redirected(), path: '/ws' },
    serve(({ backend }) => `location /ws/ { proxy_pass http://127.0.0.1:${backend}; ${upgrading} }`),
  ),
  nginx(
    'nginx that counts requests, and has counted enough',
    outcome.rateLimited,
    serve(pass(`${upgrading} limit_req zone=all; limit_req_status 429;`), {
      outside: 'limit_req_zone $binary_remote_addr zone=all:1m rate=1r/m;',
    }),
  ),
  nginx(
    'nginx with small buffers, and a long token in the query',
    outcome.queryTooLong('HTTP/1.1 414 Request-URI Too Large'),
    serve(whole, smallBuffers),
  ),
  nginx(
    'nginx with small buffers, and a long cookie',
    outcome.cookieTooLong('HTTP/1.1 400 Bad Request'),
    serve(whole, smallBuffers),
  ),
  nginx(
    'nginx that replaces Host, before a server that compares Origin to it',
    outcome.hostRewritten,
    serve(pass(upgrading)),
  ),
  nginx(
    'nginx that drops Sec-WebSocket-Protocol',
    outcome.subprotocolLost,
    serve(pass(`${upgrading} proxy_set_header Sec-WebSocket-Protocol "";`)),
  ),
  nginx(
    'nginx that waits a second for an octet',
    outcome.idleTooLong,
    serve(pass(`${upgrading} proxy_read_timeout 1s;`)),
  ),
  nginx(
    'nginx with TLS, spoken to without',
    { expected: 'tls/required', answer: 'HTTP/1.1 400 Bad Request' },
    serve((site) => `${secured(site)} ${whole(site)}`, { listen: ' ssl' }),
  ),
  nginx('nginx without TLS, spoken to with it', outcome.plainPort, serve(whole)),
  nginx(
    'nginx that speaks HTTP/2 alone, since http2 stands there without ssl',
    { expected: 'tls/h2-only', answer: 'HTTP/2' },
    serve(whole, { listen: ' http2' }),
  ),
  nginx('nginx that is right', outcome.healthy, serve(whole)),
  nginx(
    'nginx that is right, with TLS and HTTP/2',
    outcome.healthyOverTls,
    serve((site) => `${secured(site)} ${whole(site)}`, { listen: ' ssl http2' }),
  ),
];
