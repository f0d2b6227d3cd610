import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import {
  startBothVersions,
  startNobody,
  startOriginBound,
  startSilence,
  startWs,
  startWsBesideExpress,
} from './proxied-server.ts';

/** A frontend and a backend. */
const serve =
  (lines = '', { bind = '', timeouts = '', check = '' } = {}) =>
  ({ port, folder, backend }: Site) =>
    `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 60s
  ${timeouts}

frontend web
  bind 127.0.0.1:${port} ${bind.replaceAll('FOLDER', folder)}
  ${lines}
  default_backend chat

backend chat
  server one 127.0.0.1:${backend} ${check}
`;

const secured = 'ssl crt FOLDER/front.pem';

/** Its pages give it away; what it passes on does not. */
const haproxy = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'haproxy', ...tellProduct(proxied, 'HAProxy') });

const switching = 'HTTP/1.1 101 Switching Protocols';

export const haproxySetUps: readonly ProxySetUp[] = [
  haproxy({
    ...{
      title: 'HAProxy that deletes Upgrade, before ws',
      expected: 'hop/upgrade-stripped',
      isAnonymous: true,
    },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs() },
    configure: serve('http-request del-header Upgrade'),
  }),
  haproxy({
    ...{
      title: 'HAProxy that deletes Upgrade, before ws beside Express',
      expected: 'hop/upgrade-stripped',
      isAnonymous: true,
    },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWsBesideExpress, path: '/ws' },
    configure: serve('http-request del-header Upgrade'),
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  haproxy({
    ...{ title: 'HAProxy, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 503 Service Unavailable', before: startNobody, configure: serve() },
  }),
  haproxy({
    ...{
      title: 'HAProxy that speaks HTTP/2 to a server that opens over HTTP/1.1 alone',
      expected: 'hop/h2-backend',
    },
    ...{ answer: 'HTTP/1.1 502 Bad Gateway', before: startBothVersions },
    configure: serve('', { check: 'proto h2' }),
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/`],
  }),
  haproxy({
    ...{ title: 'HAProxy, and silence behind it for longer than it waits', expected: 'hop/backend-silent' },
    ...{ answer: 'HTTP/1.1 504 Gateway Time-out', before: startSilence },
    configure: serve('', { timeouts: 'timeout server 1s' }),
  }),
  haproxy({
    ...{
      title: 'HAProxy that has checked, and found nobody behind it',
      expected: 'hop/backend-down',
    },
    ...{ answer: 'HTTP/1.1 503 Service Unavailable', before: startNobody },
    configure: serve('', { check: 'check inter 20ms fall 1' }),
    prepare: (url) => fetch(url),
  }),
  haproxy({
    ...{
      title: 'HAProxy with 404 for every other path',
      expected: 'hop/route-missing',
      path: '/ws',
    },
    ...{ answer: 'HTTP/1.1 404 Not Found', before: startWs() },
    configure: serve('http-request deny deny_status 404 unless { path_beg /socket }'),
  }),
  haproxy({
    ...{ title: 'HAProxy that denies all', expected: 'hop/denied' },
    ...{ answer: 'HTTP/1.1 403 Forbidden', before: startWs(), configure: serve('http-request deny') },
  }),
  haproxy({
    ...{ title: 'HAProxy that answers 501 where there is an Upgrade', expected: 'hop/refused' },
    ...{ answer: 'HTTP/1.1 501 Not Implemented', before: startWs() },
    configure: serve('http-request deny deny_status 501 if { req.fhdr(Upgrade) -m found }'),
  }),
  haproxy({
    ...{ title: 'HAProxy that sends everybody to https', expected: 'hop/redirect', isAnonymous: true },
    ...{ answer: 'HTTP/1.1 301 Moved Permanently', before: startWs() },
    configure: serve('http-request redirect scheme https code 301'),
  }),
  haproxy({
    ...{ title: 'HAProxy that counts requests, and has counted enough', expected: 'hop/rate-limit' },
    ...{ answer: 'HTTP/1.1 429 Too Many Requests', before: startWs() },
    configure: serve(`stick-table type ip size 1k expire 1m store http_req_rate(1m)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 1 }`),
    prepare: (url) => fetch(url),
  }),
  haproxy({
    ...{
      title: 'HAProxy that deletes Upgrade from replies',
      expected: 'hop/reply-stripped',
      isAnonymous: true,
    },
    ...{ answer: switching, before: startWs(), configure: serve('http-response del-header Upgrade') },
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/`],
  }),
  haproxy({
    ...{
      title: 'HAProxy that deletes Sec-WebSocket-Protocol from replies',
      expected: 'hop/subprotocol-lost',
      isAnonymous: true,
    },
    ...{ answer: switching, before: startWs() },
    configure: serve('http-response del-header Sec-WebSocket-Protocol'),
    args: ({ backend }) => ['--subprotocol', 'chat', '--direct', `ws://127.0.0.1:${backend}/`],
  }),
  haproxy({
    title: 'HAProxy that sets a Host of its own, before a server that compares Origin to it',
    ...{
      expected: 'hop/host-rewritten',
      isAnonymous: true,
      answer: 'HTTP/1.1 403 Forbidden',
      before: startOriginBound,
    },
    configure: serve('http-request set-header Host chat.internal'),
    args: ({ port, backend }) => [
      ...['--origin', `http://127.0.0.1:${port}`, '--direct', `ws://127.0.0.1:${backend}/`],
    ],
  }),
  haproxy({
    ...{
      title: 'HAProxy that waits a second for an octet in a tunnel',
      expected: 'hop/idle-timeout',
      isAnonymous: true,
    },
    ...{ answer: switching, before: startWs(), configure: serve('', { timeouts: 'timeout tunnel 1s' }) },
    args: () => ['--idle', '3'],
  }),
  haproxy({
    ...{ title: 'HAProxy with TLS, spoken to without', expected: 'tls/required', answer: 'ended' },
    ...{ before: startWs(), configure: serve('', { bind: secured }) },
  }),
  haproxy({
    ...{ title: 'HAProxy without TLS, spoken to with it', expected: 'tls/plain-port', scheme: 'wss' },
    ...{ answer: 'wrong version number', before: startWs(), configure: serve() },
  }),
  haproxy({
    ...{
      title: 'HAProxy whose TLS speaks HTTP/2 alone',
      expected: 'tls/h2-only',
      scheme: 'wss',
    },
    ...{ answer: 'ended', before: startWs(), configure: serve('', { bind: `${secured} alpn h2 proto h2` }) },
  }),
  haproxy({
    ...{ title: 'HAProxy that wants the PROXY protocol', expected: 'server/reset-without-reply' },
    ...{ answer: 'reset', before: startWs(), configure: serve('', { bind: 'accept-proxy' }) },
  }),
  haproxy({
    ...{ title: 'HAProxy that is right', expected: 'healthy', answer: switching },
    ...{ before: startWs(), configure: serve() },
  }),
  haproxy({
    ...{ title: 'HAProxy that is right, with TLS', expected: 'healthy', answer: switching, scheme: 'wss' },
    ...{ before: startWs(), configure: serve('', { bind: `${secured} alpn h2,http/1.1` }) },
  }),
];
