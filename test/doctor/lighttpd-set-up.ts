import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';

/** The server; BACKEND is replaced by what it passes on to. */
const serve =
  (lines: string, { isSecured = false } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
server.port = ${port}
${isSecured ? `ssl.engine = "enable"\nssl.pemfile = "${folder}/front.crt"\nssl.privkey = "${folder}/front.key"` : ''}
${lines.replaceAll('BACKEND', `(("host" => "127.0.0.1", "port" => ${backend}))`)}
`;

const pass = 'proxy.server = ("" => BACKEND)';

const whole = `${pass}\nproxy.header = ("upgrade" => "enable")`;

const lighttpd = setUpProxy('lighttpd', 'lighttpd');

export const lighttpdSetUps: readonly ProxySetUp[] = [
  lighttpd('lighttpd with its defaults, before ws', outcome.upgradeStripped, serve(pass)),
  lighttpd(
    'lighttpd with its defaults, before ws beside Express',
    outcome.upgradeStrippedBesideExpress,
    serve(pass),
  ),
  lighttpd(
    'lighttpd, and nobody behind it',
    outcome.backendDown('HTTP/1.1 503 Service Unavailable'),
    serve(whole),
  ),
  lighttpd(
    'lighttpd without proxy.server for the path',
    outcome.routeMissing,
    serve('proxy.server = ("/socket" => BACKEND)'),
  ),
  lighttpd(
    'lighttpd that denies the path',
    { ...outcome.denied, path: '/ws' },
    serve(`${whole}\nurl.access-deny = ("ws")`),
  ),
  lighttpd(
    'lighttpd that sends everybody to https',
    { ...outcome.redirected(), path: '/ws' },
    serve('url.redirect = ("" => "https://127.0.0.1/")'),
  ),
  lighttpd(
    'lighttpd that takes short heads alone, and a long cookie',
    outcome.cookieTooLong('HTTP/1.0 431 Request Header Fields Too Large'),
    serve(`${whole}\nserver.max-request-field-size = 1000`),
  ),
  lighttpd(
    'lighttpd with TLS, spoken to without',
    { expected: 'tls/required', answer: 'ended' },
    serve(whole, { isSecured: true }),
  ),
  lighttpd('lighttpd that is right', outcome.healthy, serve(whole)),
  lighttpd('lighttpd that is right, with TLS', outcome.healthyOverTls, serve(whole, { isSecured: true })),
];
