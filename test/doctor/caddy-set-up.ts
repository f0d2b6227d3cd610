import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import {
  startNobody,
  startOriginBound,
  startSilence,
  startWs,
  startWsBesideExpress,
} from './proxied-server.ts';

/** A site; BACKEND is replaced by the address of what it passes on to. */
const serve =
  (lines: string, { isSecured = false } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
${isSecured ? `https://127.0.0.1:${port}` : `:${port}`} {
  ${isSecured ? `tls ${folder}/front.crt ${folder}/front.key` : ''}
  ${lines.replaceAll('BACKEND', `127.0.0.1:${backend}`)}
}
`;

const whole = 'reverse_proxy BACKEND';

/** What it passes on with settings of its own. */
const pass = (lines: string) => `reverse_proxy BACKEND {\n${lines}\n}`;

const caddy = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'caddy', ...tellProduct(proxied, 'Caddy') });

const switching = 'HTTP/1.1 101 Switching Protocols';

export const caddySetUps: readonly ProxySetUp[] = [
  caddy({
    ...{ title: 'Caddy that deletes Upgrade, before ws', expected: 'hop/upgrade-stripped' },
    ...{
      answer: 'HTTP/1.1 426 Upgrade Required',
      before: startWs(),
      configure: serve(pass('header_up -Upgrade')),
    },
  }),
  caddy({
    ...{ title: 'Caddy that deletes Connection, before ws beside Express', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWsBesideExpress, path: '/ws' },
    configure: serve(pass('header_up -Connection')),
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  caddy({
    ...{ title: 'Caddy, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 502 Bad Gateway', before: startNobody, configure: serve(whole) },
  }),
  caddy({
    ...{ title: 'Caddy, and silence behind it for longer than it waits', expected: 'hop/backend-silent' },
    ...{ answer: 'HTTP/1.1 504 Gateway Timeout', before: startSilence },
    configure: serve(pass('transport http {\nresponse_header_timeout 1s\n}')),
  }),
  caddy({
    ...{ title: 'Caddy with 404 for every other path', expected: 'hop/route-missing', path: '/ws' },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWs() },
    configure: serve('reverse_proxy /socket BACKEND\nrespond 404'),
  }),
  caddy({
    ...{ title: 'Caddy that denies all', expected: 'hop/denied' },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startWs(), configure: serve('respond 403') },
  }),
  caddy({
    ...{ title: 'Caddy that sends everybody to https', expected: 'hop/redirect' },
    ...{ answer: 'HTTP/1.1 302 Found', before: startWs(), configure: serve('redir https://127.0.0.1{uri}') },
  }),
  caddy({
    title: 'Caddy that sets the Host of the server, before one that compares Origin to it',
    ...{ expected: 'hop/host-rewritten', answer: 'HTTP/1.1 403 Forbidden', before: startOriginBound },
    configure: serve(pass('header_up Host {upstream_hostport}')),
    args: ({ port, backend }) => [
      ...['--origin', `http://127.0.0.1:${port}`, '--direct', `ws://127.0.0.1:${backend}/`],
    ],
  }),
  caddy({
    ...{ title: 'Caddy that deletes Sec-WebSocket-Protocol', expected: 'hop/subprotocol-lost' },
    ...{ answer: switching, before: startWs(), configure: serve(pass('header_up -Sec-WebSocket-Protocol')) },
    args: ({ backend }) => ['--subprotocol', 'chat', '--direct', `ws://127.0.0.1:${backend}/`],
  }),
  caddy({
    ...{ title: 'Caddy with TLS, spoken to without', expected: 'tls/required' },
    ...{
      answer: 'HTTP/1.0 400 Bad Request',
      before: startWs(),
      configure: serve(whole, { isSecured: true }),
    },
  }),
  caddy({
    ...{ title: 'Caddy without TLS, spoken to with it', expected: 'tls/plain-port', scheme: 'wss' },
    ...{ answer: 'wrong version number', before: startWs(), configure: serve(whole) },
  }),
  caddy({
    ...{ title: 'Caddy that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: serve(whole) },
  }),
  caddy({
    ...{ title: 'Caddy that is right, with TLS', expected: 'healthy', answer: switching, scheme: 'wss' },
    ...{ before: startWs(), configure: serve(whole, { isSecured: true }) },
  }),
];
