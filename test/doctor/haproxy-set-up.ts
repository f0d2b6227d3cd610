import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';
import { startBothVersions } from './proxied-server.ts';

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
const haproxy = setUpProxy('haproxy', 'HAProxy');

const backendDown = outcome.backendDown('HTTP/1.1 503 Service Unavailable');

export const haproxySetUps: readonly ProxySetUp[] = [
  haproxy(
    'HAProxy that deletes Upgrade, before ws',
    outcome.anonymous(outcome.upgradeStripped),
    serve('http-request del-header Upgrade'),
  ),
  haproxy(
    'HAProxy that deletes Upgrade, before ws beside Express',
    outcome.anonymous(outcome.upgradeStrippedBesideExpress),
    serve('http-request del-header Upgrade'),
  ),
  haproxy('HAProxy, and nobody behind it', backendDown, serve()),
  haproxy(
    'HAProxy that speaks HTTP/2 to a server that opens over HTTP/1.1 alone',
    {
      expected: 'hop/h2-backend',
      answer: 'HTTP/1.1 502 Bad Gateway',
      before: startBothVersions,
      args: outcome.tellDirect('/'),
    },
    serve('', { check: 'proto h2' }),
  ),
  haproxy(
    'HAProxy, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 504 Gateway Time-out'),
    serve('', { timeouts: 'timeout server 1s' }),
  ),
  haproxy(
    'HAProxy that has checked, and found nobody behind it',
    { ...backendDown, prepare: (url) => fetch(url) },
    serve('', { check: 'check inter 20ms fall 1' }),
  ),
  haproxy(
    'HAProxy with 404 for every other path',
    outcome.routeMissing,
    serve('http-request deny deny_status 404 unless { path_beg /socket }'),
  ),
  haproxy('HAProxy that denies all', outcome.denied, serve('http-request deny')),
  haproxy(
    'HAProxy that answers 501 where there is an Upgrade',
    { expected: 'hop/refused', answer: 'HTTP/1.1 501 Not Implemented' },
    serve('http-request deny deny_status 501 if { req.fhdr(Upgrade) -m found }'),
  ),
  haproxy(
    'HAProxy that sends everybody to https',
    outcome.anonymous(outcome.redirected()),
    serve('http-request redirect scheme https code 301'),
  ),
  haproxy(
    'HAProxy that counts requests, and has counted enough',
    outcome.rateLimited,
    serve(`stick-table type ip size 1k expire 1m store http_req_rate(1m)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 1 }`),
  ),
  haproxy(
    'HAProxy that deletes Upgrade from replies',
    outcome.anonymous(outcome.replyStripped),
    serve('http-response del-header Upgrade'),
  ),
  haproxy(
    'HAProxy that deletes Sec-WebSocket-Protocol from replies',
    outcome.anonymous(outcome.subprotocolLost),
    serve('http-response del-header Sec-WebSocket-Protocol'),
  ),
  haproxy(
    'HAProxy that sets a Host of its own, before a server that compares Origin to it',
    outcome.anonymous(outcome.hostRewritten),
    serve('http-request set-header Host chat.internal'),
  ),
  haproxy(
    'HAProxy that waits a second for an octet in a tunnel',
    outcome.anonymous(outcome.idleTooLong),
    serve('', { timeouts: 'timeout tunnel 1s' }),
  ),
  haproxy(
    'HAProxy with TLS, spoken to without',
    { expected: 'tls/required', answer: 'ended' },
    serve('', { bind: secured }),
  ),
  haproxy('HAProxy without TLS, spoken to with it', outcome.plainPort, serve()),
  haproxy(
    'HAProxy whose TLS speaks HTTP/2 alone',
    { expected: 'tls/h2-only', answer: 'ended', scheme: 'wss' },
    serve('', { bind: `${secured} alpn h2 proto h2` }),
  ),
  haproxy(
    'HAProxy that wants the PROXY protocol',
    { expected: 'server/reset-without-reply', answer: 'reset' },
    serve('', { bind: 'accept-proxy' }),
  ),
  haproxy('HAProxy that is right', outcome.healthy, serve()),
  haproxy(
    'HAProxy that is right, with TLS',
    outcome.healthyOverTls,
    serve('', { bind: `${secured} alpn h2,http/1.1` }),
  ),
];
