import { readFileSync } from 'node:fs';
import { tellLaunch } from './proxy-program.ts';
import {
  type Found,
  namedForwarded,
  type ProxySetUp,
  targetRewritten,
  unasked,
  upgradeStripped,
} from './proxy-set-up.ts';
import { type ReverseProxyName, startReverseProxy } from './reverse-proxy.ts';

const file = 'docs/how-to/reverse-proxy.md';
const page = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The configuration on the page. */
const configOf = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

const [nginx, haproxy, apache, caddy] = ['nginx', 'haproxy', 'apache', 'caddyfile'].map(configOf) as [
  ...[string, string, string, string], // as many as there are languages
];

const make = (program: ReverseProxyName, title: string, config: string, found: Found): ProxySetUp => ({
  ...{ title, program, found },
  command: `${tellLaunch(program)} # ${file}`,
  async start(backend) {
    const { url, end } = await startReverseProxy(program, config, backend);
    return { port: Number(new URL(url).port), end };
  },
});

const upgrade = [upgradeStripped];

/** Proxies set up as the page has it, and wrongly in the ways in which most have them wrong. */
export const pageProxies: readonly ProxySetUp[] = [
  make('nginx', 'nginx', nginx, [namedForwarded, ['MUST', unasked]]),
  make(
    'nginx',
    'nginx without Upgrade and Connection',
    nginx.replaceAll(/^.*(Upgrade|Connection) \$.*\n/gm, ''),
    upgrade,
  ),
  make('nginx', 'nginx with HTTP/1.0 to the backend', nginx.replace(/^.*proxy_http_version.*\n/m, ''), [
    ['MUST', 'service/7/proxy-http11'],
  ]),
  make('haproxy', 'HAProxy', haproxy, [namedForwarded, ['SHOULD', unasked]]),
  make(
    'haproxy',
    'HAProxy with a rule that deletes Upgrade',
    haproxy.replace('http-request ', 'http-request del-header Upgrade\n  http-request '),
    upgrade,
  ),
  make('apache2', 'Apache', apache, [targetRewritten]),
  make('apache2', 'Apache without upgrade=websocket', apache.replace(' upgrade=websocket', ''), upgrade),
  make(
    'apache2',
    'Apache that does not preserve the Host',
    apache.replace('ProxyPreserveHost On', 'ProxyPreserveHost Off'),
    [targetRewritten],
  ),
  make('caddy', 'Caddy', caddy, [
    ['MUST', unasked],
    ['SHOULD', 'rfc9110/3.7/blind-relay'],
  ]),
];
