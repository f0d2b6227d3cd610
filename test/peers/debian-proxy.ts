import { type Place, startProxy, tellLaunch } from './proxy-program.ts';
import {
  authorizationDropped,
  type Found,
  hostRewritten,
  interimDropped,
  namedForwarded,
  type ProxySetUp,
  targetRewritten,
  unasked,
  upgradeStripped,
} from './proxy-set-up.ts';

/** A set-up by its configuration. */
const make = (
  program: 'varnishd' | 'lighttpd' | 'squid' | 'h2o' | 'nghttpx',
  title: string,
  configure: (place: Place, backend: number) => string,
  found: Found,
): ProxySetUp => ({
  ...{ title, program, found },
  command: `${tellLaunch(program)} # test/peers/debian-proxy.ts`,
  start: (backend) => startProxy(program, (place) => configure(place, backend)),
});

const varnish = (subroutines: string) => (_place: Place, backend: number) =>
  `
backend default { .host = "127.0.0.1"; .port = "${backend}"; }
${subroutines}`;

const pipe = 'sub vcl_recv { if (req.http.upgrade ~ "(?i)websocket") { return (pipe); } }';

const lighttpd =
  (lines = '') =>
  ({ port }: Place, backend: number) =>
    `
server.port = ${port}
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${backend})))
${lines}`;

const squid =
  (peer = 'login=PASSTHRU', lines = '') =>
  ({ port }: Place, backend: number) =>
    `
http_port 127.0.0.1:${port} accel vhost
cache_peer 127.0.0.1 parent ${backend} 0 no-query no-digest originserver name=chat ${peer}
never_direct allow all
http_access allow all
${lines}`;

/** Names count letter for letter. */
const websocket = `http_upgrade_request_protocols websocket allow all
http_upgrade_request_protocols WebSocket allow all`;

const h2o =
  (lines = '') =>
  ({ port }: Place, backend: number) =>
    `
listen:
  host: 127.0.0.1
  port: ${port}
${lines}
hosts:
  default:
    paths:
      /:
        proxy.reverse.url: http://127.0.0.1:${backend}/
`;

const nghttpx =
  (lines = '') =>
  ({ port }: Place, backend: number) =>
    `
frontend=127.0.0.1,${port};no-tls
backend=127.0.0.1,${backend}
${lines}`;

/** Proxies of Debian that have no page of their own, rightly set up, and wrongly in the way in which most have them wrong. */
export const debianProxies: readonly ProxySetUp[] = [
  make(
    'varnishd',
    'Varnish that pipes what asks for WebSocket',
    varnish(`${pipe}
sub vcl_pipe {
  if (req.http.upgrade) {
    set bereq.http.upgrade = req.http.upgrade;
    set bereq.http.connection = req.http.connection;
  }
}`),
    [['SHOULD', unasked]],
  ),
  make('varnishd', 'Varnish with its defaults', varnish(''), [upgradeStripped]),
  make('varnishd', 'Varnish that pipes, and sets no fields', varnish(pipe), [upgradeStripped]),
  make('lighttpd', 'lighttpd with upgrade', lighttpd('proxy.header = ("upgrade" => "enable")'), [
    namedForwarded,
    ['SHOULD', unasked],
    targetRewritten,
  ]),
  make('lighttpd', 'lighttpd with its defaults', lighttpd(), [upgradeStripped]),
  make('squid', 'Squid with upgrade to websocket', squid('login=PASSTHRU', websocket), []),
  make('squid', 'Squid without login=PASSTHRU', squid('', websocket), [authorizationDropped]),
  make('squid', 'Squid with its defaults', squid(), [upgradeStripped]),
  make('h2o', 'h2o with proxy.websocket', h2o('proxy.websocket: ON\nproxy.preserve-host: ON'), [
    namedForwarded,
    ['MUST', unasked],
    targetRewritten,
    interimDropped,
  ]),
  make('h2o', 'h2o with its defaults', h2o(), [upgradeStripped]),
  make('nghttpx', 'nghttpx', nghttpx(), [namedForwarded, ['SHOULD', unasked], targetRewritten]),
  make('nghttpx', 'nghttpx that rewrites Host', nghttpx('host-rewrite=yes'), [
    hostRewritten,
    namedForwarded,
    ['SHOULD', unasked],
    targetRewritten,
  ]),
];
