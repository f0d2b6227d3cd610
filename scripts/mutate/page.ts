import { equivalentRows, equivalents } from './equivalent.ts';
import { type Room, rooms } from './room.ts';
import type { Score, Survivor } from './score.ts';

/** What `docs/generated/mutation/results.json` has of a room. */
export interface Result extends Score {
  readonly date: string;
  readonly node: string;
  readonly processors: number;
}

export type Results = Readonly<Record<string, Result>>;

/** Why no test can notice a survivor, or need not; null where a test is missing. */
export function explain({ file, what }: Survivor): string | null {
  const isOf = (original: string) => what.includes(`: ${original} →`);
  const found =
    equivalents.find((each) => each.file === file && isOf(each.original)) ??
    equivalentRows.find((each) => what === `${each.file}#${each.original}`);
  return found?.why ?? null;
}

export function writePage(results: Results): string {
  const played = rooms.flatMap((room) => {
    const result = results[room.name];
    return result === undefined ? [] : [{ room, result }];
  });
  const missing = rooms.filter(({ name }) => results[name] === undefined);
  const whole = played.map(({ result }) => result);
  return `# Mutation

How much of a change to the code, or to a table, the tests notice. \`npm run mutate -- --write\` writes this page: it changes
one thing at a time and plays the tests of the room that it stands in. \`npm run mutate -- wire\` does one room.

| what | mutants | killed | score | of those left, explained | took | on |
| --- | --- | --- | --- | --- | --- | --- |
${played.map(({ room, result }) => writeRow(nameOf(room), [result], result.date)).join('\n')}
${writeRow('all', whole, '')}
${missing.length > 0 ? `\nNot run yet: ${missing.map(nameOf).join(', ')}.\n` : ''}
A mutant is killed when a test fails, or finds no end, with it; the score is the part that is killed, and what is explained
counts as alive. ${describeMachines(whole)}

## How it is done

The mutators of code are Stryker's (\`@stryker-mutator/instrumenter\`): comparisons, conditions, literals, regular expressions,
blocks. They put all mutants of a file into it at once, each behind a switch. In \`models\`, where a decision is a row, the rows
of each table are changed as data, by mutators of our own (\`scripts/mutate/row-mutant.ts\`): a row is deleted, two neighbours
are swapped where the first that fits decides, a value becomes another one of its column, a condition that not every row
has is dropped, and an entry of a list too. What stands in the body of a guard is code.

The tests are played by vitest, once as they are and then again in the same process, one mutant after the other, by those
alone that run through its code. A mutant of what is made when a file is loaded has the files loaded again. A mutant is tried
first by the test file that is named for its file, and what is left by all those of its room.

Stryker's own runner starts vitest anew for each mutant. Its version 9.6.1 found the same survivor as this one among the 253
mutants of \`src/negotiation\` that are not made at load. It took 290 s of processor time for 380 mutants of \`src/wire\`;
this one took 19 s for the 260 of \`src/negotiation\`, those at load among them.

With \`--again\` a run tries what was left by the one before, whose kills stand; the seconds of both are added up.

## What is not mutated

- **Words**: a text with a space in it. No decision hangs on it.
- **\`models/compiled\`**: it is written from the tables, and a test fails where it is not what its table makes.
- \`index.ts\` of each folder, which has exports alone.
${rooms.flatMap(writeSpared).join('\n')}

These tests are not played, since they would notice for another reason, or take too long:

${rooms.flatMap(writeIdle).join('\n')}

## What is left

${played.map(({ room, result }) => writeSurvivors(room, result)).join('\n\n')}
`;
}

function nameOf({ folders }: Room): string {
  return folders.map((folder) => `\`${folder}\``).join(', ');
}

function writeRow(name: string, results: readonly Result[], date: string): string {
  const sum = (read: (result: Result) => number) => results.reduce((total, each) => total + read(each), 0);
  const [mutants, killed] = [sum((each) => each.mutants), sum((each) => each.killed)];
  const explained = sum((each) => each.survivors.filter((one) => explain(one) !== null).length);
  const score = mutants === 0 ? '' : `${((100 * killed) / mutants).toFixed(1)} %`;
  return `| ${[name, mutants, killed, score, explained, `${sum((each) => each.seconds)} s`, date].join(' | ')} |`;
}

function describeMachines(results: readonly Result[]): string {
  const machines = new Set(results.map((each) => `Node ${each.node} with ${each.processors} processors`));
  return `It was run by ${[...machines].join(', and by ')}; rooms of different days are added up.`;
}

function writeSpared({ spared }: Room): readonly string[] {
  return Object.entries(spared).map(([file, why]) => `- \`${file}\`: ${why}.`);
}

function writeIdle({ idle }: Room): readonly string[] {
  return Object.entries(idle).map(([name, why]) => `- \`${name}\`: ${why}.`);
}

function writeSurvivors(room: Room, result: Result): string {
  const reasons = new Map<string, string[]>();
  const open = new Map<string, Survivor[]>();
  for (const survivor of result.survivors) {
    const why = explain(survivor);
    if (why === null) open.set(survivor.file, [...(open.get(survivor.file) ?? []), survivor]);
    else reasons.set(why, [...(reasons.get(why) ?? []), `\`${placeOf(survivor)}\``]);
  }
  const explained = [...reasons].map(([why, places]) => `- ${why}: ${[...new Set(places)].join(', ')}`);
  const left = [...open].map(([file, survivors]) => {
    const unseen = survivors.filter(({ isCovered }) => !isCovered).length;
    const lines = [
      ...new Set(survivors.map(({ line, what }) => (line > 0 ? `line ${line}` : tableOf(what)))),
    ];
    const note = unseen > 0 ? `, ${unseen} of which no test of the room runs through` : '';
    return `- \`${file}\`: ${survivors.length}${note} (${lines.slice(0, 12).join(', ')}${lines.length > 12 ? ', …' : ''})`;
  });
  return [
    `### ${nameOf(room)}`,
    ...(explained.length > 0
      ? [`Explained: the change makes no difference.\n\n${explained.join('\n')}`]
      : []),
    left.length > 0 ? `No test notices them yet.\n\n${left.join('\n')}` : 'Nothing else.',
  ].join('\n\n');
}

function placeOf({ file, line, what }: Survivor): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return line > 0 ? `${name}:${line}` : tableOf(what);
}

/** `models/x.ts#rows#3.weight value replaced: …` */
function tableOf(what: string): string {
  return what.split('#')[1] ?? what;
}
