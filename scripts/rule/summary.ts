import { type ClauseId, clauses } from '../../models/clauses.ts';
import { matchIds } from './clause-title.ts';
import type { Plan } from './plan.ts';
import { explainUnplanted, type Planted } from './planted-deviation.ts';
import type { Compared } from './stale-page.ts';

/** A test that was played. */
export interface PlayedTest {
  readonly file: string;
  /** Its title behind those of the suites around it. */
  readonly name: string;
  readonly hasPassed: boolean;
}

export interface Outcome {
  readonly tests: readonly PlayedTest[];
  /** Files that could not be loaded, and errors that no test has caught. */
  readonly troubles: readonly string[];
  readonly compared: Compared;
  readonly seconds: number;
}

/** What was played, what passed and what was not found, in words, with the code that the process ends with. */
export function summarise(
  plan: Plan,
  { tests, troubles, compared, seconds }: Outcome,
): { readonly text: string; readonly code: 0 | 1 } {
  const failed = tests.filter(({ hasPassed }) => !hasPassed).map(({ file, name }) => `${file}: ${name}`);
  const unplayed = [...plan.deviations, ...plan.variants]
    .filter((each) => findTests(each, tests).length === 0)
    .map(({ file, title }) => `${file} has no test with the title "${title} …"`);
  const stale = compared.stale.map((path) => `${path} is stale: ${remedyOf(path)} writes it again`);
  const problems = [...failed.map((each) => `failed: ${each}`), ...troubles, ...unplayed, ...stale];
  const files = new Set(tests.map(({ file }) => file));
  const lines = [
    ...plan.ids.map((id) => describeClause(id, plan, tests)),
    ...describeFile(plan, tests),
    compared.files.length === 0
      ? 'no generated file has it'
      : `compared with what would be generated now, but for numbers of cases: ${compared.files.join(', ')}`,
    ...problems,
    `${problems.length === 0 ? 'passed' : 'FAILED'}: ${count(tests.length, 'test')} of ${count(files.size, 'file')}, in ${seconds.toFixed(1)} s`,
  ];
  return { text: `${lines.join('\n')}\n`, code: problems.length === 0 ? 0 : 1 };
}

function describeClause(id: ClauseId, { deviations, variants }: Plan, tests: readonly PlayedTest[]): string {
  const pattern = matchIds([id]);
  const titled = tests.filter(({ name }) => pattern.test(name));
  const planted = deviations.filter((each) => each.clauses.includes(id));
  const naming = variants.filter((each) => each.clauses.includes(id));
  return [
    `${id}: ${clauses[id].summary}`,
    titled.length === 0
      ? 'no test has its id in its title'
      : `${count(titled.length, 'test')} with its id: ${listFiles(titled)}`,
    planted.length === 0
      ? `no planted deviation: ${explainUnplanted(id)}`
      : `${count(planted.length, 'planted deviation')}: ${planted.map(nameOf).join('; ')}`,
    ...(naming.length === 0
      ? []
      : [`${count(naming.length, 'conforming variant')}: ${naming.map(nameOf).join('; ')}`]),
  ].join('\n  ');
}

function describeFile({ tests: chosen, unproved }: Plan, tests: readonly PlayedTest[]): readonly string[] {
  if (chosen === null) return [];
  const { own, importing, leftOut } = chosen;
  const told = (files: readonly string[]) => listFiles(tests.filter(({ file }) => files.includes(file)));
  return [
    own.length === 0 ? 'it has no test file of its own' : `its own tests: ${told(own)}`,
    ...(importing.length === 0 ? [] : [`tests of what imports it: ${told(importing)}`]),
    ...(leftOut.length === 0 ? [] : [`left out, which import it as well: ${leftOut.join(', ')}`]),
    ...(unproved.length === 0
      ? []
      : [
          `left out: what proves the ${unproved.length} clauses that stand in it, one of which is ${unproved[0]}`,
        ]),
  ];
}

function findTests({ file, title }: Planted, tests: readonly PlayedTest[]): readonly PlayedTest[] {
  return tests.filter((each) => each.file === file && each.name.startsWith(title));
}

function nameOf({ title }: Planted): string {
  return title.replace(/ is told so$/, '').replace(/^nothing is held against /, '');
}

function remedyOf(path: string): string {
  return path.startsWith('models/') ? '`npm run compile`' : '`npm run docs`';
}

function listFiles(tests: readonly PlayedTest[]): string {
  const counts = new Map<string, number>();
  for (const { file } of tests) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].map(([file, number]) => `${file} (${number})`).join(', ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
