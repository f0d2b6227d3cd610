import { makeProxySetUp, type Proxied, type ProxySetUp, type Site, tellProduct } from './proxied.ts';
import { startNobody, startSilence, startWs, startWsBesideExpress } from './proxied-server.ts';

/** A backend, and subroutines. */
const serve =
  (lines = '', timeouts = '') =>
  ({ backend }: Site) =>
    `
backend default { .host = "127.0.0.1"; .port = "${backend}"; ${timeouts} }
${lines}
`;

const whole = `
sub vcl_recv { if (req.http.upgrade ~ "(?i)websocket") { return (pipe); } }
sub vcl_pipe { set bereq.http.upgrade = req.http.upgrade; set bereq.http.connection = req.http.connection; }
`;

const varnish = (proxied: Omit<Proxied, 'program' | 'product'>): ProxySetUp =>
  makeProxySetUp({ ...proxied, program: 'varnishd', ...tellProduct(proxied, 'Varnish') });

export const varnishSetUps: readonly ProxySetUp[] = [
  varnish({
    ...{ title: 'Varnish with its defaults, before ws', expected: 'hop/upgrade-stripped' },
    ...{ answer: 'HTTP/1.1 426 Upgrade Required', before: startWs(), configure: serve() },
  }),
  varnish({
    title: 'Varnish that pipes and sets no fields, before ws beside Express',
    ...{ expected: 'hop/upgrade-stripped', answer: 'HTTP/1.1 404 Not Found', path: '/ws' },
    ...{ before: startWsBesideExpress, isAnonymous: true },
    configure: serve('sub vcl_recv { if (req.http.upgrade) { return (pipe); } }'),
    args: ({ backend }) => ['--direct', `ws://127.0.0.1:${backend}/ws`],
  }),
  varnish({
    ...{ title: 'Varnish, and nobody behind it', expected: 'hop/backend-down' },
    ...{ answer: 'HTTP/1.1 503 Backend fetch failed', before: startNobody, configure: serve() },
  }),
  varnish({
    ...{ title: 'Varnish, and silence behind it for longer than it waits', expected: 'hop/backend-silent' },
    ...{ answer: 'HTTP/1.1 503 Backend fetch failed', before: startSilence },
    configure: serve('', '.first_byte_timeout = 1s;'),
  }),
  varnish({
    ...{ title: 'Varnish that denies all', expected: 'hop/denied', answer: 'HTTP/1.1 403 Forbidden' },
    ...{ before: startWs(), configure: serve('sub vcl_recv { return (synth(403)); }') },
  }),
  varnish({
    ...{ title: 'Varnish that is right', expected: 'healthy', before: startWs(), configure: serve(whole) },
    answer: 'HTTP/1.1 101 Switching Protocols',
  }),
];
