import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';

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

const caddy = setUpProxy('caddy', 'Caddy');

export const caddySetUps: readonly ProxySetUp[] = [
  caddy('Caddy that deletes Upgrade, before ws', outcome.upgradeStripped, serve(pass('header_up -Upgrade'))),
  caddy(
    'Caddy that deletes Connection, before ws beside Express',
    outcome.upgradeStrippedBesideExpress,
    serve(pass('header_up -Connection')),
  ),
  caddy('Caddy, and nobody behind it', outcome.backendDown('HTTP/1.1 502 Bad Gateway'), serve(whole)),
  caddy(
    'Caddy, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 504 Gateway Timeout'),
    serve(pass('transport http {\nresponse_header_timeout 1s\n}')),
  ),
  caddy(
    'Caddy with 404 for every other path',
    outcome.routeMissing,
    serve('reverse_proxy /socket BACKEND\nrespond 404'),
  ),
  caddy('Caddy that denies all', outcome.denied, serve('respond 403')),
  caddy(
    'Caddy that sends everybody to https',
    outcome.redirected('HTTP/1.1 302 Found'),
    serve('redir https://127.0.0.1{uri}'),
  ),
  caddy(
    'Caddy that sets the Host of the server, before one that compares Origin to it',
    outcome.hostRewritten,
    serve(pass('header_up Host {upstream_hostport}')),
  ),
  caddy(
    'Caddy that deletes Sec-WebSocket-Protocol',
    outcome.subprotocolLost,
    serve(pass('header_up -Sec-WebSocket-Protocol')),
  ),
  caddy(
    'Caddy with TLS, spoken to without',
    { expected: 'tls/required', answer: 'HTTP/1.0 400 Bad Request' },
    serve(whole, { isSecured: true }),
  ),
  caddy('Caddy without TLS, spoken to with it', outcome.plainPort, serve(whole)),
  caddy('Caddy that is right', outcome.healthy, serve(whole)),
  caddy('Caddy that is right, with TLS', outcome.healthyOverTls, serve(whole, { isSecured: true })),
];
