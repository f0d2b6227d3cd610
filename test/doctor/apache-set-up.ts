import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';

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

const apache = setUpProxy('apache2', 'Apache');

export const apacheSetUps: readonly ProxySetUp[] = [
  apache(
    'Apache without upgrade=websocket, before ws',
    outcome.upgradeStripped,
    serve('ProxyPass / http://BACKEND/\nProxyPreserveHost On'),
  ),
  apache(
    'Apache whose ProxyPass / comes before that of the WebSocket, before ws beside Express',
    outcome.upgradeStrippedBesideExpress,
    serve('ProxyPass / http://BACKEND/\nProxyPass /ws ws://BACKEND/ws'),
  ),
  apache(
    'Apache, and nobody behind it',
    outcome.backendDown('HTTP/1.1 503 Service Unavailable'),
    serve(whole),
  ),
  apache(
    'Apache, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 502 Proxy Error'),
    serve(`${whole}\nProxyTimeout 1`),
  ),
  apache(
    'Apache without ProxyPass for the path',
    outcome.routeMissing,
    serve('ProxyPass /socket http://BACKEND/ upgrade=websocket'),
  ),
  apache(
    'Apache that denies all',
    outcome.denied,
    serve(`${whole}\n<Location />\nRequire all denied\n</Location>`),
  ),
  apache(
    'Apache that sends everybody to https',
    outcome.redirected(),
    serve('Redirect permanent / https://127.0.0.1/'),
  ),
  apache(
    'Apache that takes short fields alone, and a long cookie',
    outcome.cookieTooLong('HTTP/1.1 400 Bad Request'),
    serve(`${whole}\nLimitRequestFieldSize 1000`),
  ),
  apache(
    'Apache that takes short lines alone, and a long token in the query',
    outcome.queryTooLong('HTTP/1.1 414 Request-URI Too Long'),
    serve(`${whole}\nLimitRequestLine 1000`),
  ),
  apache(
    'Apache without ProxyPreserveHost, before a server that compares Origin to Host',
    outcome.hostRewritten,
    serve('ProxyPass / http://BACKEND/ upgrade=websocket'),
  ),
  apache(
    'Apache that unsets Sec-WebSocket-Protocol',
    outcome.anonymous(outcome.subprotocolLost),
    serve(`${whole}\nRequestHeader unset Sec-WebSocket-Protocol`),
  ),
  apache(
    'Apache that waits a second for an octet',
    outcome.anonymous(outcome.idleTooLong),
    serve(`${whole}\nTimeout 1\nProxyTimeout 1`),
  ),
  apache(
    'Apache with TLS, spoken to without',
    { expected: 'tls/required', answer: 'HTTP/1.1 400 Bad Request' },
    serve(whole, { isSecured: true }),
  ),
  apache('Apache without TLS, spoken to with it', outcome.plainPort, serve(whole)),
  apache('Apache that is right', outcome.healthy, serve(whole)),
  apache(
    'Apache that is right as before 2.4.47, with mod_proxy_wstunnel',
    outcome.healthy,
    serve('ProxyPass / ws://BACKEND/'),
  ),
  apache('Apache that is right, with TLS', outcome.healthyOverTls, serve(whole, { isSecured: true })),
];
