import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files of one folder that a reader looks over at once. */
const most = 12;

/** Every folder below, with itself. */
function foldersIn(folder: string): readonly string[] {
  const own = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...own.flatMap(({ name }) => foldersIn(`${folder}/${name}`))];
}

test('no room of verify is flat with more than a dozen files', () => {
  const crowded = foldersIn('src/verify').flatMap((folder) => {
    const { length } = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    return length > most ? [`${folder}: ${length}`] : [];
  });
  expect(crowded).toEqual([]);
});

test('each command has one file, which has its name', () => {
  const commands = readdirSync('src/cli/command').map((name) => name.replace(/\.ts$/, ''));
  expect(commands.toSorted()).toEqual([
    'clauses',
    'completion',
    'connect',
    'diagram',
    'doctor',
    'explain',
    'explore',
    'merge',
    'replay',
    'serve',
    'verify-client',
    'verify-proxy',
    'verify-self',
    'verify-server',
    'zoo',
  ]);
});
