import { expect, test } from 'vitest';
import { readSources, withoutComments } from './source.ts';

const sources = [...readSources()];
const anyType = /(?::|<|\||&|\(|,|=>|=|\bas|\bextends|\bof) *any\b(?!['\w]* *:)/;

/** Lines that a file may have, by where it stands; the first that fits. */
const budgets: readonly (readonly [start: string, lines: number])[] = [
  ['models/', 150],
  ['src/wire/', 120],
  ['src/', 220],
];

/** Files that may be longer, and why. */
const exceptions = new Map([
  ['models/clauses.ts', 'a register: one entry for each clause'],
  ['models/client-latitude.ts', 'a register: one row for each thing that a text leaves open to a client'],
  ['models/condition.ts', 'a register: one row for each reason for which a clause is not shown'],
  ['models/diagnosis.ts', 'a register: one row for each cause'],
  ['models/error-text-browser.ts', 'a register: one row for each text of a browser'],
  ['models/error-text-network.ts', 'a register: one row for each text of a network, a name or TLS'],
  ['models/error-text-program.ts', 'a register: one row for each text of a client'],
  ['models/error-text-server.ts', 'a register: one row for each text of a server or hop'],
  ['models/failure.ts', 'a register: one row for each reason for which a connection is of no use'],
  ['models/general-remedy.ts', 'a register: general words for each failure'],
  ['models/hop-latitude.ts', 'a register: one row for each thing that a text leaves open to a hop'],
  ['models/hop-obligation.ts', 'a register: one row for each obligation of a hop'],
  ['models/hop-remedy.ts', 'a register: what mends each failure at a hop, by product'],
  ['models/implication.ts', 'a register: one row for each breach that shows others'],
  ['models/index.ts', 'a list: what the package exports of each model'],
  ['models/latitude.ts', 'a register: one row for each thing that a text leaves open'],
  ['models/product.ts', 'a register: one entry for each product, and what it is recognised by'],
  ['models/reply-obligation.ts', 'a register: one row for each obligation on a reply, and its guards'],
  ['models/said.ts', 'a register: one row for each way of saying something'],
  ['models/server-decision.ts', 'a register: one guard and one row for each rule'],
  ['models/server-remedy.ts', 'a register: what mends each failure at a server, by product'],
  ['models/vocabulary.ts', 'a register: the facts, choices and verdicts of every table'],
  ['src/arbitraries/request-deviation.ts', 'a register: one deviation for each guard'],
  ['src/cli/report-file.ts', 'a schema: one entry for each key of a report that is read'],
  ['src/diagnosis/sign-word.ts', 'a register: words for each sign'],
  ['src/doctor/http2.ts', 'one probe: what is found out on each of its connections'],
  ['src/facts/request-facts.ts', 'one fact after the other, each in a function of its own'],
  ['src/verify/judge/judgement.ts', 'one judgement: each step in a function of its own'],
  ['src/verify/run/player.ts', 'one run: what is played when, and what becomes of it'],
]);

function isTooLong([path, text]: readonly [path: string, text: string]): boolean {
  const [, lines = 0] = budgets.find(([start]) => path.startsWith(start)) ?? [];
  return text.split('\n').length - 1 > lines;
}

test('files keep to their budgets; the longer ones are listed with a reason', () => {
  expect(sources.filter(isTooLong).map(([path]) => path)).toEqual([...exceptions.keys()].sort());
});

test.each([
  ['a comment that silences the compiler', /@ts-(?:ignore|expect-error|nocheck)/],
  ['a comment that silences the linter', /biome-ignore(?:-\w+)? lint|eslint-disable/],
])('no source has %s', (_what, pattern) => {
  expect(sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
});

test('no source has `any` as a type', () => {
  const found = sources.filter(([, text]) => anyType.test(withoutComments(text)));
  expect(found.map(([path]) => path)).toEqual([]);
});

test.each([
  ['const a: any = 1;', true],
  ['f(a as any)', true],
  ['const a: Map<string, any>', true],
  ['type A = any;', true],
  ["const a = 'any';", false],
  ['const any: string = a;', false],
])('the pattern for `any` knows %s', (line, isFound) => {
  expect(anyType.test(line)).toBe(isFound);
});

test('a comment is no code', () => {
  expect(withoutComments('/** a\n * b */\nconst c = 1; // d\nconst e = "f//g";\n')).toBe(
    '\nconst c = 1; \nconst e = "f//g";\n',
  );
});
