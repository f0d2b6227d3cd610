import type { CodeMutant } from './code-mutant.ts';
import type { Tried } from './journal.ts';
import { nameRowMutant } from './row-mutant.ts';

export interface Survivor {
  readonly file: string;
  /** Of code, counted from 1; of a table 0. */
  readonly line: number;
  readonly what: string;
  /** Whether a test runs through it at all. */
  readonly isCovered: boolean;
}

export interface Score {
  readonly mutants: number;
  readonly killed: number;
  readonly seconds: number;
  /** Mutants of words, and of literals that are tables. */
  readonly spared: number;
  /** Tables that no test of the room loads; how many mutants they would have is not known. */
  readonly unseen: readonly string[];
  readonly survivors: readonly Survivor[];
}

export function scoreRoom(
  mutants: readonly CodeMutant[],
  tables: readonly string[],
  { dispositions, rows, loaded }: Tried,
  seconds: number,
): Score {
  const unseen = tables.filter((table) => ![...rows.values()].some((row) => row.table === table));
  // What nothing but the loading of a file with tables runs through is a table.
  const counted = mutants.filter(
    (mutant) => !isWords(mutant) && (dispositions.has(mutant.id) || !loaded.has(mutant.id)),
  );
  const code = counted.map((mutant) => ({
    id: mutant.id,
    file: mutant.file,
    line: mutant.line,
    what: `${mutant.mutator}: ${mutant.original.replaceAll(/\s+/g, ' ').slice(0, 60)} → ${mutant.replacement.replaceAll(/\s+/g, ' ').slice(0, 60)}`,
  }));
  const changed = [...rows.values()].map((row) => {
    const name = nameRowMutant(row);
    return { id: name, file: row.table.split('#')[0] ?? '', line: 0, what: name };
  });
  const all = [...code, ...changed];
  const alive = all.filter(
    ({ id }) => dispositions.get(id) === undefined || dispositions.get(id) === 'survived',
  );
  return {
    mutants: all.length,
    killed: all.length - alive.length,
    seconds,
    spared: mutants.length - counted.length,
    unseen,
    survivors: alive.map(({ id, ...rest }) => ({ ...rest, isCovered: dispositions.has(id) })),
  };
}

/** A text with a space in it is words: no test has to know it. */
function isWords({ mutator, original }: CodeMutant): boolean {
  return mutator === 'StringLiteral' && /[^\s"'`] [^\s]|^`/.test(original) && original.includes(' ');
}
