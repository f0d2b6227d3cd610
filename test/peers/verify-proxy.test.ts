import { afterAll, expect, test } from 'vitest';
import type { Finding } from '../../src/verify/report/report.ts';
import { run } from '../cli/run.ts';
import { codeOf } from '../docs/page.ts';
import { findFreePort } from '../process-group.ts';
import { describeWith } from '../system.ts';
import { isPublished } from './proxy-set-up.ts';
import { type ReverseProxyName, startReverseProxy } from './reverse-proxy.ts';

const page = 'docs/how-to/reverse-proxy.md';

/** The configuration on the page. */
const configOf = (language: string) => codeOf(page, language)[0] ?? '';
const [nginx, haproxy, apache, caddy] = ['nginx', 'haproxy', 'apache', 'caddyfile'].map(configOf) as [
  ...[string, string, string, string], // as many as there are languages
];

/** The command on the page, as words. */
const [, , command = ''] = codeOf(page, 'sh');

type Found = readonly (readonly [level: 'MUST' | 'SHOULD', clause: string])[];

interface Case {
  readonly program: ReverseProxyName;
  readonly title: string;
  readonly config: string;
  /** What is found, checked by hand against the texts. */
  readonly found: Found;
}

const named = ['MUST', 'rfc9110/7.6.1/hop-fields-removed'] as const;
const unasked = 'rfc9110/7.8/unasked-switch-stopped';
const target = ['SHOULD', 'rfc9110/7.7/target-kept'] as const;
const upgrade = ['MUST', 'service/7/proxy-upgrade-passed'] as const;

const proxies: readonly Case[] = [
  { program: 'nginx', title: 'nginx', config: nginx, found: [named, ['MUST', unasked]] },
  {
    ...{ program: 'nginx', title: 'nginx without Upgrade and Connection', found: [upgrade] },
    config: nginx.replaceAll(/^.*(Upgrade|Connection) \$.*\n/gm, ''),
  },
  {
    ...{ program: 'nginx', title: 'nginx with HTTP/1.0 to the backend' },
    config: nginx.replace(/^.*proxy_http_version.*\n/m, ''),
    found: [['MUST', 'service/7/proxy-http11']],
  },
  { program: 'haproxy', title: 'HAProxy', config: haproxy, found: [named, ['SHOULD', unasked]] },
  {
    ...{ program: 'haproxy', title: 'HAProxy with a rule that deletes Upgrade', found: [upgrade] },
    config: haproxy.replace('http-request ', 'http-request del-header Upgrade\n  http-request '),
  },
  { program: 'apache2', title: 'Apache', config: apache, found: [target] },
  {
    ...{ program: 'apache2', title: 'Apache without upgrade=websocket', found: [upgrade] },
    config: apache.replace(' upgrade=websocket', ''),
  },
  {
    ...{ program: 'apache2', title: 'Apache that does not preserve the Host', found: [target] },
    config: apache.replace('ProxyPreserveHost On', 'ProxyPreserveHost Off'),
  },
  {
    ...{ program: 'caddy', title: 'Caddy', config: caddy },
    found: [
      ['MUST', unasked],
      ['SHOULD', 'rfc9110/3.7/blind-relay'],
    ],
  },
];

const started: { end(): Promise<void> }[] = [];

afterAll(async () => {
  for (const each of started) await each.end();
});

for (const { program, title, config, found } of proxies) {
  describeWith(program, title, () => {
    test('is told what it is told on the page', async () => {
      const port = await findFreePort();
      const proxy = await startReverseProxy(program, config, port);
      started.push(proxy);
      const words = command
        .trim()
        .replace('npx ws101 ', '')
        .replace('ws://127.0.0.1:80/', `${proxy.url}/`)
        .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
      const { code, out, err } = await run(...words.split(' '), '--seed', '1', '--json', '-');
      const { findings, flaky }: { readonly findings: readonly Finding[]; readonly flaky: unknown } =
        JSON.parse(out || '{}');
      const told = findings.filter(isPublished).map(({ level, clause }) => [level, clause]);
      expect({ told: told.sort(), flaky, err }).toEqual({ told: [...found].sort(), flaky: [], err: '' });
      expect(code).toBe(findings.some(({ level }) => level === 'MUST') ? 1 : 0);
    });
  });
}
