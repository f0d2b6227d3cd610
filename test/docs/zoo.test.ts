import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { zooCases } from '../../src/zoo/case-list.ts';
import { openZoo } from '../../src/zoo/zoo.ts';
import { quickClock } from '../zoo/quick-clock.ts';
import { codeOf, makeFolder, runShell } from './page.ts';

test('the test for Node on the page plays every case', async () => {
  const zoo = await openZoo({ clock: quickClock });
  onTestFinished(() => zoo.close());
  const [client = '', play = ''] = codeOf('docs/how-to/zoo.md', 'js');
  const folder = makeFolder();
  writeFileSync(join(folder, 'client.mjs'), client);
  writeFileSync(join(folder, 'zoo.mjs'), play);
  const { code: status, out, err } = await runShell(folder, `ZOO=${zoo.url} "${process.execPath}" zoo.mjs`);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(new RegExp(`(?:^|\n)played ${zooCases.length} cases\n$`));
  for (const [id, outcome, error] of [
    ['upgrade-is-absent', 'lost', '101 without Upgrade: the connection ended without this reply'],
    ['refusal', 'open', '403 with a sentence: it has to fail in every client'],
    ['no-reply', 'busy', 'The connection ends without a reply: the zoo is over a limit'],
  ]) {
    const other = client.replace('{', `{\n  if (url.endsWith('/${id}')) return '${outcome}';`);
    writeFileSync(join(folder, 'client.mjs'), other);
    const stopped = await runShell(folder, `ZOO=${zoo.url} "${process.execPath}" zoo.mjs`);
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain(error);
    expect(stopped.out).not.toContain('played');
  }
});
