import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tierOf } from '../tier.ts';
import { readSources, withoutComments } from './source.ts';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(join('test', name), 'utf8')] as const);

test('what needs a program of the system is not played by `npm test`', () => {
  const needing = tests.filter(([, text]) =>
    /\b(?:describeWith|describeWithNode|describeWithPackages|findLaterNode|findProgram)\(/.test(text),
  );
  const quick = needing.filter(([name]) => name.endsWith('.test.ts') && tierOf(`test/${name}`) === 'quick');
  expect(needing).not.toHaveLength(0);
  expect(quick.map(([name]) => name)).toEqual([]);
});

test('the length of every property comes from `runs`, and its seed is written down', () => {
  const wrong = tests.flatMap(([name, text]) =>
    [...text.matchAll(/\bnumRuns: (?!runs\(|1\b).*/g)].map(([found]) => `${name}: ${found}`),
  );
  expect(wrong).toEqual([]);
  const unseeded = tests.filter(
    ([, text]) => /\bfc\.(?:assert|check|sample)\(/.test(text) && !/\bseed\b/.test(text),
  );
  expect(unseeded.map(([name]) => name)).toEqual([]);
});

test('main.ts alone knows the streams, the arguments, the environment and the end of the process', () => {
  const knowing = [...readSources()].filter(
    ([path, text]) =>
      path.startsWith('src/cli/') &&
      /\bprocess\.(?:exit|exitCode|stdin|stdout|stderr|argv|env|cwd)\b/.test(
        withoutComments(text).replaceAll('worker.process.', ''),
      ),
  );
  expect(knowing.map(([path]) => path)).toEqual(['src/cli/main.ts']);
});
