import { expect, test } from 'vitest';
import { readSources } from './source.ts';

/** Where a fault is put into words, and where it is said in a sentence why there is no verdict, or what is seen now. */
const mayDescribe = (file: string) =>
  /^src\/verify\/(?:report|html)\//.test(file) ||
  [
    'src/cli/replay/replay.ts',
    'src/cli/replay/replay-proxy.ts',
    'src/verify/server/calibration-problem.ts',
    'src/verify/server/replay/replay.ts',
    'src/verify/client/calibration.ts',
  ].includes(file);

const isOfFaults = (file: string) => /^src\/(?:verify|doctor|explore|cli)\//.test(file);

/** The words of a fault, and what takes a text apart. */
const words = String.raw`\b(?:expected|observed|hint|title|deed)\b\)?\??`;
const parsing = new RegExp(
  String.raw`${words}\s*\.(?:match|matchAll|split|startsWith|endsWith|includes|indexOf|search)\(|` +
    String.raw`\.(?:test|exec)\((?:\w+\.)*${words}`,
);

test('only reports put a fault into words', () => {
  const files = [...readSources()].filter(([file]) => isOfFaults(file) && !mayDescribe(file));
  expect(files.length).toBeGreaterThan(150);
  const describing = files.filter(([, text]) => text.includes("/report/phrase.ts'"));
  expect(describing.map(([file]) => file)).toEqual([]);
});

test('nothing reads the words of a fault', () => {
  const files = [...readSources()].filter(([file]) => isOfFaults(file));
  const reading = files.flatMap(([file, text]) =>
    text.split('\n').flatMap((line) => (parsing.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(reading).toEqual([]);
});

test.each([
  ['fault.observed.startsWith("5")', true],
  ['(fault.expected).split(" ")', true],
  ['/^5/.test(fault.observed)', true],
  ['/^A /.exec(title)', true],
  ['title.length', false],
  ['expected.status', false],
])('that %s reads words: %s', (line, is) => {
  expect(parsing.test(line)).toBe(is);
});
