import * as outcome from './outcome.ts';
import { type ProxySetUp, type Site, setUpProxy } from './proxied.ts';

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

const varnish = setUpProxy('varnishd', 'Varnish');

export const varnishSetUps: readonly ProxySetUp[] = [
  varnish('Varnish with its defaults, before ws', outcome.upgradeStripped, serve()),
  varnish(
    'Varnish that pipes and sets no fields, before ws beside Express',
    outcome.anonymous(outcome.upgradeStrippedBesideExpress),
    serve('sub vcl_recv { if (req.http.upgrade) { return (pipe); } }'),
  ),
  varnish('Varnish, and nobody behind it', outcome.backendDown('HTTP/1.1 503 Backend fetch failed'), serve()),
  varnish(
    'Varnish, and silence behind it for longer than it waits',
    outcome.backendSilent('HTTP/1.1 503 Backend fetch failed'),
    serve('', '.first_byte_timeout = 1s;'),
  ),
  varnish('Varnish that denies all', outcome.denied, serve('sub vcl_recv { return (synth(403)); }')),
  varnish('Varnish that is right', outcome.healthy, serve(whole)),
];
