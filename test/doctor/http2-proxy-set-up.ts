import { makeProxySetUp, type ProxySetUp, type Site } from './proxied.ts';
import { startNobody, startSilence, startWs, startWsBesideExpress } from './proxied-server.ts';

const switching = 'HTTP/1.1 101 Switching Protocols';

/** A host of h2o that passes everything on. */
const h2o =
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

const nghttpx =
  (lines = '', { isSecured = false } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
frontend=127.0.0.1,${port}${isSecured ? '' : ';no-tls'}
${isSecured ? `private-key-file=${folder}/front.key\ncertificate-file=${folder}/front.crt` : ''}
backend=127.0.0.1,${backend}
${lines}
`;

/** Proxies whose first language is HTTP/2. */
export const http2ProxySetUps: readonly ProxySetUp[] = [
  makeProxySetUp({
    ...{ program: 'h2o', title: 'h2o with its defaults, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs(), configure: h2o(), product: 'h2o' },
  }),
  makeProxySetUp({
    ...{ program: 'h2o', title: 'h2o with its defaults, before ws beside Express' },
    ...{ expected: 'hop/upgrade-stripped', answer: 'HTTP/1.1 404 Not Found', path: '/ws' },
    ...{ before: startWsBesideExpress, configure: h2o(), product: 'h2o' },
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  makeProxySetUp({
    ...{ program: 'h2o', title: 'h2o, and nobody behind it', expected: 'hop/backend-down', product: 'h2o' },
    ...{ answer: 'HTTP/1.1 502 Gateway Error', before: startNobody, configure: h2o() },
  }),
  makeProxySetUp({
    ...{ program: 'h2o', title: 'h2o, and silence behind it for longer than it waits', product: 'h2o' },
    ...{ expected: 'hop/backend-silent', answer: 'HTTP/1.1 502 Gateway Error', before: startSilence },
    configure: h2o('proxy.timeout.io: 1000'),
  }),
  makeProxySetUp({
    ...{ program: 'h2o', title: 'h2o that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: h2o('proxy.websocket: ON') },
  }),
  makeProxySetUp({
    ...{ program: 'h2o', title: 'h2o that is right, with TLS', expected: 'healthy', answer: switching },
    ...{ before: startWs(), scheme: 'wss', configure: h2o('proxy.websocket: ON', { isSecured: true }) },
  }),
  makeProxySetUp({
    ...{ program: 'nghttpx', title: 'nghttpx, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 502 Bad Gateway', before: startNobody, configure: nghttpx(), product: 'nghttpx' },
  }),
  makeProxySetUp({
    ...{ program: 'nghttpx', title: 'nghttpx with h2 alone in ALPN', expected: 'tls/h2-only' },
    ...{ answer: 'ended', before: startWs(), scheme: 'wss' },
    configure: nghttpx('npn-list=h2', { isSecured: true }),
  }),
  makeProxySetUp({
    ...{ program: 'nghttpx', title: 'nghttpx that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: nghttpx() },
  }),
  makeProxySetUp({
    ...{
      program: 'nghttpx',
      title: 'nghttpx that is right, with TLS',
      expected: 'healthy',
      answer: switching,
    },
    ...{ before: startWs(), scheme: 'wss', configure: nghttpx('', { isSecured: true }) },
  }),
];
