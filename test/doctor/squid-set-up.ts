import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';

/** Squid before a server of its own. */
const serve =
  (lines = 'http_access allow all') =>
  ({ port, backend }: Site) =>
    `
http_port 127.0.0.1:${port} accel no-vhost defaultsite=127.0.0.1:${port}
cache_peer 127.0.0.1 parent ${backend} 0 no-query no-digest originserver name=chat
never_direct allow all
${lines}
`;

/** Squid as the proxy of a client. */
const tunnel =
  (lines: string) =>
  ({ port }: Site) =>
    `http_port 127.0.0.1:${port}\n${lines}\n`;

const squid = setUpProxy('squid', 'Squid');

const guarded = `auth_param basic program /usr/lib/squid/basic_fake_auth
auth_param basic children 1 startup=1
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all`;

export const squidSetUps: readonly ProxySetUp[] = [
  squid('Squid with its defaults, before ws', outcome.upgradeStripped, serve()),
  squid('Squid, and nobody behind it', outcome.backendDown('HTTP/1.1 502 Bad Gateway'), serve()),
  squid(
    'Squid, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 504 Gateway Timeout'),
    serve('http_access allow all\nread_timeout 1 second'),
  ),
  squid('Squid that denies all', outcome.denied, serve('http_access deny all')),
  squid(
    'Squid that is right',
    outcome.healthy,
    serve('http_access allow all\nhttp_upgrade_request_protocols websocket allow all'),
  ),
  squid(
    'Squid as a proxy that denies all',
    outcome.forward({ expected: 'proxy/refused', answer: 'HTTP/1.1 403 Forbidden' }),
    tunnel('http_access deny all'),
  ),
  squid(
    'Squid as a proxy that wants credentials',
    outcome.forward({
      expected: 'proxy/credentials',
      answer: 'HTTP/1.1 407 Proxy Authentication Required',
    }),
    tunnel(guarded),
  ),
  squid(
    'Squid as a proxy, and nobody where it shall connect to',
    outcome.targetUnreachable('HTTP/1.1 503 Service Unavailable'),
    tunnel('http_access allow all'),
  ),
  squid('Squid as a proxy that is right', outcome.forward(outcome.healthy, 'user:user@'), tunnel(guarded)),
];
