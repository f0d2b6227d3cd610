import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import { startNobody, startSilence, startWs } from './proxied-server.ts';

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

const squid = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'squid', ...tellProduct(proxied, 'Squid') });

const asProxy = ({ port }: Site) => ['--proxy', `http://127.0.0.1:${port}`];

const guarded = `auth_param basic program /usr/lib/squid/basic_fake_auth
auth_param basic children 1 startup=1
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all`;

const switching = 'HTTP/1.1 101 Switching Protocols';

export const squidSetUps: readonly ProxySetUp[] = [
  squid({
    ...{ title: 'Squid with its defaults, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs(), configure: serve() },
  }),
  squid({
    ...{ title: 'Squid, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 502 Bad Gateway', before: startNobody, configure: serve() },
  }),
  squid({
    ...{ title: 'Squid, and silence behind it for longer than it waits', expected: 'hop/backend-silent' },
    ...{ answer: 'HTTP/1.1 504 Gateway Timeout', before: startSilence },
    configure: serve('http_access allow all\nread_timeout 1 second'),
  }),
  squid({
    ...{ title: 'Squid that denies all', expected: 'hop/denied' },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startWs(), configure: serve('http_access deny all') },
  }),
  squid({
    ...{ title: 'Squid that is right', expected: 'healthy', answer: switching, before: startWs() },
    configure: serve('http_access allow all\nhttp_upgrade_request_protocols websocket allow all'),
  }),
  squid({
    ...{ title: 'Squid as a proxy that denies all', expected: 'proxy/refused', scheme: 'forward' },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startWs(), configure: tunnel('http_access deny all') },
    args: asProxy,
  }),
  squid({
    ...{ title: 'Squid as a proxy that wants credentials', expected: 'proxy/credentials', scheme: 'forward' },
    ...{
      answer: 'HTTP/1.1 407 Proxy Authentication Required',
      before: startWs(),
      configure: tunnel(guarded),
    },
    args: asProxy,
  }),
  squid({
    title: 'Squid as a proxy, and nobody where it shall connect to',
    ...{
      expected: 'proxy/target-unreachable',
      answer: 'HTTP/1.1 503 Service Unavailable',
      scheme: 'forward',
    },
    ...{ before: startNobody, configure: tunnel('http_access allow all'), args: asProxy },
  }),
  squid({
    ...{ title: 'Squid as a proxy that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: tunnel(guarded), scheme: 'forward' },
    args: ({ port }) => ['--proxy', `http://user:user@127.0.0.1:${port}`],
  }),
];
