import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withheld } from '../campaign/withheld.ts';
import { debianProxies } from '../peers/debian-proxy.ts';
import { npmProxies } from '../peers/npm-proxy.ts';

const setUps = [...debianProxies, ...npmProxies];
const [, section = ''] = readFileSync('docs/findings.md', 'utf8').split('\n## Real proxies\n');
const [findings = '', sentences = ''] = section.split('\n| clause |');
const rows = findings
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .slice(2);

const clausesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, clause = '']) => clause).sort();

test('every set-up of a real proxy has its row, and its findings stand there', () => {
  const told = rows.map(([, title, must, should]) => [title, clausesIn(must), clausesIn(should)]);
  const clausesOf = (found: (typeof setUps)[number]['found'], wanted: string) =>
    [...new Set(found.flatMap(([level, clause]) => (level === wanted ? [clause] : [])))].sort();
  expect(told).toEqual(
    setUps.map(({ title, found }) => [title, clausesOf(found, 'MUST'), clausesOf(found, 'SHOULD')]),
  );
});

test('every finding was read against a sentence, and nothing is told that is withheld', () => {
  const found = new Set(setUps.flatMap((setUp) => setUp.found.map(([, clause]) => clause)));
  const read = sentences.split('\n').flatMap((line) => clausesIn(line.split('|')[1]));
  expect(read.sort()).toEqual([...found].sort());
  expect([...found].filter((clause) => withheld.has(clause))).toEqual([]);
});
