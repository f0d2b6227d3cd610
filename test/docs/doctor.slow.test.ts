import { expect, onTestFinished, test } from 'vitest';
import { run } from '../cli/run.ts';
import { proxySetUps } from '../doctor/proxy-set-up.ts';
import { describeWith } from '../system.ts';
import { outputs, withoutChance } from './doctor-page.ts';

describeWith('nginx', 'the page on the doctor', () => {
  test('has what is said of nginx with its defaults', async () => {
    const setUp = proxySetUps.find(({ title }) => title === 'nginx with its defaults, before ws');
    expect(setUp).toBeDefined();
    if (!setUp) return;
    const { url, end } = await setUp.start();
    onTestFinished(end);
    const { code, out } = await run('doctor', new URL('/chat', url).href);
    expect([withoutChance(out), code]).toEqual([withoutChance(outputs[0] ?? ''), 1]);
  });
});
