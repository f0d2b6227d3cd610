import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import { startNobody, startWs, startWsBesideExpress } from './proxied-server.ts';

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

const lighttpd = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'lighttpd', ...tellProduct(proxied, 'lighttpd') });

const switching = 'HTTP/1.1 101 Switching Protocols';

export const lighttpdSetUps: readonly ProxySetUp[] = [
  lighttpd({
    ...{ title: 'lighttpd with its defaults, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs(), configure: serve(pass) },
  }),
  lighttpd({
    ...{ title: 'lighttpd with its defaults, before ws beside Express', expected: 'hop/upgrade-stripped' },
    ...{
      answer: 'HTTP/1.1 404 Not Found',
      before: startWsBesideExpress,
      configure: serve(pass),
      path: '/ws',
    },
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  lighttpd({
    ...{ title: 'lighttpd, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 503 Service Unavailable', before: startNobody, configure: serve(whole) },
  }),
  lighttpd({
    ...{ title: 'lighttpd without proxy.server for the path', expected: 'hop/route-missing', path: '/ws' },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWs() },
    configure: serve('proxy.server = ("/socket" => BACKEND)'),
  }),
  lighttpd({
    ...{ title: 'lighttpd that denies the path', expected: 'hop/denied', path: '/ws' },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startWs() },
    configure: serve(`${whole}\nurl.access-deny = ("ws")`),
  }),
  lighttpd({
    ...{ title: 'lighttpd that sends everybody to https', expected: 'hop/redirect', path: '/ws' },
    ...{ answer: 'HTTP/1.1 301 Moved Permanently', before: startWs() },
    configure: serve('url.redirect = ("" => "https://127.0.0.1/")'),
  }),
  lighttpd({
    ...{ title: 'lighttpd that takes short heads alone, and a long cookie', expected: 'hop/limits' },
    ...{ answer: 'HTTP/1.0 431 Request Header Fields Too Large', before: startWs() },
    configure: serve(`${whole}\nserver.max-request-field-size = 1000`),
    args: () => ['--header', `Cookie: session=${'a'.repeat(2000)}`],
  }),
  lighttpd({
    ...{ title: 'lighttpd with TLS, spoken to without', expected: 'tls/required', answer: 'ended' },
    ...{ before: startWs(), configure: serve(whole, { isSecured: true }) },
  }),
  lighttpd({
    ...{ title: 'lighttpd that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: serve(whole) },
  }),
  lighttpd({
    ...{ title: 'lighttpd that is right, with TLS', expected: 'healthy', answer: switching, scheme: 'wss' },
    ...{ before: startWs(), configure: serve(whole, { isSecured: true }) },
  }),
];
