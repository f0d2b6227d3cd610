import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import {
  startNobody,
  startOriginBound,
  startSilence,
  startWs,
  startWsBesideExpress,
} from './proxied-server.ts';

/** A virtual host; BACKEND is replaced by the address of what it passes on to. */
const serve =
  (lines: string, { isSecured = false } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
  ${isSecured ? `SSLEngine on\n  SSLCertificateFile ${folder}/front.crt\n  SSLCertificateKeyFile ${folder}/front.key` : ''}
  ${lines.replaceAll('BACKEND', `127.0.0.1:${backend}`)}
</VirtualHost>
`;

const whole = 'ProxyPass / http://BACKEND/ upgrade=websocket\nProxyPreserveHost On';

const apache = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'apache2', ...tellProduct(proxied, 'Apache') });

const switching = 'HTTP/1.1 101 Switching Protocols';

export const apacheSetUps: readonly ProxySetUp[] = [
  apache({
    ...{ title: 'Apache without upgrade=websocket, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs() },
    configure: serve('ProxyPass / http://BACKEND/\nProxyPreserveHost On'),
  }),
  apache({
    title: 'Apache whose ProxyPass / comes before that of the WebSocket, before ws beside Express',
    ...{ expected: 'hop/upgrade-stripped', answer: 'HTTP/1.1 404 Not Found', path: '/ws' },
    before: startWsBesideExpress,
    configure: serve('ProxyPass / http://BACKEND/\nProxyPass /ws ws://BACKEND/ws'),
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  apache({
    ...{ title: 'Apache, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 503 Service Unavailable', before: startNobody, configure: serve(whole) },
  }),
  apache({
    ...{ title: 'Apache, and silence behind it for longer than it waits', expected: 'hop/backend-silent' },
    ...{ answer: 'HTTP/1.1 502 Proxy Error', before: startSilence },
    configure: serve(`${whole}\nProxyTimeout 1`),
  }),
  apache({
    ...{ title: 'Apache without ProxyPass for the path', expected: 'hop/route-missing', path: '/ws' },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWs() },
    configure: serve('ProxyPass /socket http://BACKEND/ upgrade=websocket'),
  }),
  apache({
    ...{ title: 'Apache that denies all', expected: 'hop/denied', answer: 'HTTP/1.1 403 Forbidden' },
    before: startWs(),
    configure: serve(`${whole}\n<Location />\nRequire all denied\n</Location>`),
  }),
  apache({
    ...{ title: 'Apache that sends everybody to https', expected: 'hop/redirect' },
    ...{ answer: 'HTTP/1.1 301 Moved Permanently', before: startWs() },
    configure: serve('Redirect permanent / https://127.0.0.1/'),
  }),
  apache({
    ...{ title: 'Apache that takes short fields alone, and a long cookie', expected: 'hop/limits' },
    ...{ answer: 'HTTP/1.1 400 Bad Request', before: startWs() },
    configure: serve(`${whole}\nLimitRequestFieldSize 1000`),
    args: () => ['--header', `Cookie: session=${'a'.repeat(2000)}`],
  }),
  apache({
    ...{
      title: 'Apache that takes short lines alone, and a long token in the query',
      expected: 'hop/limits',
    },
    ...{ answer: 'HTTP/1.1 414 Request-URI Too Long', before: startWs() },
    ...{ configure: serve(`${whole}\nLimitRequestLine 1000`), path: `/?token=${'a'.repeat(2000)}` },
  }),
  apache({
    title: 'Apache without ProxyPreserveHost, before a server that compares Origin to Host',
    ...{ expected: 'hop/host-rewritten', answer: 'HTTP/1.1 403 Forbidden', before: startOriginBound },
    configure: serve('ProxyPass / http://BACKEND/ upgrade=websocket'),
    args: ({ port, backend }) => [
      ...['--origin', `http://127.0.0.1:${port}`, '--direct', `ws://127.0.0.1:${backend}/`],
    ],
  }),
  apache({
    ...{
      title: 'Apache that unsets Sec-WebSocket-Protocol',
      isAnonymous: true,
      expected: 'hop/subprotocol-lost',
    },
    ...{ answer: switching, before: startWs() },
    configure: serve(`${whole}\nRequestHeader unset Sec-WebSocket-Protocol`),
    args: ({ backend }) => ['--subprotocol', 'chat', '--direct', `ws://127.0.0.1:${backend}/`],
  }),
  apache({
    ...{
      title: 'Apache that waits a second for an octet',
      isAnonymous: true,
      expected: 'hop/idle-timeout',
      answer: switching,
    },
    ...{ before: startWs(), configure: serve(`${whole}\nTimeout 1\nProxyTimeout 1`) },
    args: () => ['--idle', '3'],
  }),
  apache({
    ...{ title: 'Apache with TLS, spoken to without', expected: 'tls/required' },
    ...{
      answer: 'HTTP/1.1 400 Bad Request',
      before: startWs(),
      configure: serve(whole, { isSecured: true }),
    },
  }),
  apache({
    ...{ title: 'Apache without TLS, spoken to with it', expected: 'tls/plain-port', scheme: 'wss' },
    ...{ answer: 'wrong version number', before: startWs(), configure: serve(whole) },
  }),
  apache({
    ...{ title: 'Apache that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: serve(whole) },
  }),
  apache({
    title: 'Apache that is right as before 2.4.47, with mod_proxy_wstunnel',
    ...{
      expected: 'healthy',
      answer: switching,
      before: startWs(),
      configure: serve('ProxyPass / ws://BACKEND/'),
    },
  }),
  apache({
    ...{ title: 'Apache that is right, with TLS', expected: 'healthy', answer: switching, scheme: 'wss' },
    ...{ before: startWs(), configure: serve(whole, { isSecured: true }) },
  }),
];
