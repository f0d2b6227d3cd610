import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../src/verify/report/report.ts';
import { run } from '../cli/run.ts';
import { codeOf } from '../docs/page.ts';
import { findFreePort } from '../process-group.ts';
import { describeWith } from '../system.ts';
import { pageProxies } from './page-proxy.ts';
import { isPublished } from './proxy-set-up.ts';

/** The command on the page, as words. */
const [, , command = ''] = codeOf('docs/how-to/reverse-proxy.md', 'sh');

for (const { program, title, start, found } of pageProxies) {
  describeWith(program ?? 'nginx', title, () => {
    test('is told what it is told on the page', async () => {
      const backend = await findFreePort();
      const proxy = await start(backend);
      onTestFinished(() => proxy.end());
      const words = command
        .trim()
        .replace('npx ws101 ', '')
        .replace('ws://127.0.0.1:80/', `ws://127.0.0.1:${proxy.port}/`)
        .replace('127.0.0.1:8080', `127.0.0.1:${backend}`);
      const { code, out, err } = await run(...words.split(' '), '--seed', '1', '--json', '-');
      const { findings, flaky }: { readonly findings: readonly Finding[]; readonly flaky: unknown } =
        JSON.parse(out || '{}');
      const told = findings.filter(isPublished).map(({ level, clause }) => [level, clause]);
      expect({ told: told.sort(), flaky, err }).toEqual({ told: [...found].sort(), flaky: [], err: '' });
      expect(code).toBe(findings.some(({ level }) => level === 'MUST') ? 1 : 0);
    });
  });
}
