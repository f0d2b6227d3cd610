import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPeer } from '../campaign/peer.ts';
import { serverRecipes } from '../campaign/server-recipe.ts';
import { describeWithPackages } from '../system.ts';
import { codeOf, makeFolder, runShell } from './page.ts';

const [example = '', ofClient = ''] = codeOf('docs/findings.md', 'sh');
const [start = '', verify = ''] = example.split('\n').map((line) => line.replace(/ +#.*/, ''));

const recipe = serverRecipes.find(({ name }) => start.includes(name));

describeWithPackages(recipe?.debian ?? [], 'docs/findings.md', () => {
  test('its lines start a server, and find something on it', async () => {
    const command = start
      .replace('9001', '{port}')
      .split(' ')
      .map((word) => (word.startsWith('test/') ? join(process.cwd(), word) : word));
    const { port, stop } = await startPeer({ name: start, command });
    onTestFinished(stop);
    const folder = makeFolder();
    const ended = await runShell(folder, verify.replace('9001', String(port)));
    expect(ended).toMatchObject({ code: 1, err: '' });
    const { target, findings } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(target).toBe(`ws://127.0.0.1:${port}/`);
    expect(findings.length).toBeGreaterThan(0);
  });
});

test('its line on a client finds something', async () => {
  const folder = makeFolder();
  symlinkSync(join(process.cwd(), 'test'), join(folder, 'test'));
  const ended = await runShell(folder, ofClient.replace('--seed', '--runs 1 --seed'));
  expect(ended).toMatchObject({ code: 1, err: '', out: expect.stringContaining('rfc7692/5/answered-twice') });
});
