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
  const [code = ''] = codeOf('docs/how-to/zoo.md', 'js');
  const folder = makeFolder();
  writeFileSync(join(folder, 'zoo.mjs'), code);
  const { code: status, out, err } = await runShell(folder, `ZOO=${zoo.url} "${process.execPath}" zoo.mjs`);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(new RegExp(`(?:^|\n)played ${zooCases.length} cases\n$`));
});
