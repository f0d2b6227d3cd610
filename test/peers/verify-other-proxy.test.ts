import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../src/verify/report/report.ts';
import { run } from '../cli/run.ts';
import { findFreePort } from '../process-group.ts';
import { describeWith } from '../system.ts';
import { debianProxies } from './debian-proxy.ts';
import { npmProxies } from './npm-proxy.ts';
import { isPublished, type ProxySetUp } from './proxy-set-up.ts';

const options = ['--seed', '1', '--timeout', '1000', '--json', '-'];

const playsIn = ({ program, title }: ProxySetUp, fn: () => void) =>
  program === null ? describe(title, fn) : describeWith(program, title, fn);

for (const setUp of [...debianProxies, ...npmProxies]) {
  playsIn(setUp, () => {
    test('is told what was read against the texts', async () => {
      const backend = await findFreePort();
      const proxy = await setUp.start(backend);
      onTestFinished(() => proxy.end());
      const words = [`ws://127.0.0.1:${proxy.port}/`, '--backend', `127.0.0.1:${backend}`];
      const { code, out, err } = await run('verify', 'proxy', ...words, ...options);
      const { findings, flaky }: { readonly findings: readonly Finding[]; readonly flaky: unknown } =
        JSON.parse(out || '{}');
      const told = findings.filter(isPublished).map(({ level, clause }) => [level, clause]);
      expect({ told: told.sort(), flaky, err }).toEqual({
        told: [...setUp.found].sort(),
        flaky: [],
        err: '',
      });
      expect(code).toBe(findings.some(({ level }) => level === 'MUST') ? 1 : 0);
    });
  });
}
