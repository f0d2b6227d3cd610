import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';

/** A host of h2o that passes everything on. */
const configureH2o =
  (lines = '', { isSecured = false } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
listen:
  host: 127.0.0.1
  port: ${port}
${isSecured ? `  ssl:\n    certificate-file: ${folder}/front.crt\n    key-file: ${folder}/front.key` : ''}
${lines}
hosts:
  default:
    paths:
      /:
        proxy.reverse.url: http://127.0.0.1:${backend}/
`;

const configureNghttpx =
  (lines = '', { isSecured = false } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
frontend=127.0.0.1,${port}${isSecured ? '' : ';no-tls'}
${isSecured ? `private-key-file=${folder}/front.key\ncertificate-file=${folder}/front.crt` : ''}
backend=127.0.0.1,${backend}
${lines}
`;

const h2o = setUpProxy('h2o', 'h2o');
const nghttpx = setUpProxy('nghttpx', 'nghttpx');

/** Proxies whose first language is HTTP/2. */
export const http2ProxySetUps: readonly ProxySetUp[] = [
  h2o('h2o with its defaults, before ws', outcome.upgradeStripped, configureH2o()),
  h2o(
    'h2o with its defaults, before ws beside Express',
    outcome.upgradeStrippedBesideExpress,
    configureH2o(),
  ),
  h2o('h2o, and nobody behind it', outcome.backendDown('HTTP/1.1 502 Gateway Error'), configureH2o()),
  h2o(
    'h2o, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 502 Gateway Error'),
    configureH2o('proxy.timeout.io: 1000'),
  ),
  h2o('h2o that is right', outcome.healthy, configureH2o('proxy.websocket: ON')),
  h2o(
    'h2o that is right, with TLS',
    outcome.healthyOverTls,
    configureH2o('proxy.websocket: ON', { isSecured: true }),
  ),
  nghttpx(
    'nghttpx, and nobody behind it',
    outcome.backendDown('HTTP/1.1 502 Bad Gateway'),
    configureNghttpx(),
  ),
  nghttpx(
    'nghttpx with h2 alone in ALPN',
    { expected: 'tls/h2-only', answer: 'ended', scheme: 'wss' },
    configureNghttpx('npn-list=h2', { isSecured: true }),
  ),
  nghttpx('nghttpx that is right', outcome.healthy, configureNghttpx()),
  nghttpx(
    'nghttpx that is right, with TLS',
    outcome.healthyOverTls,
    configureNghttpx('', { isSecured: true }),
  ),
];
