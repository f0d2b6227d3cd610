import type { ClauseId } from '../../models/clauses.ts';
import { clauses } from '../../models/clauses.ts';
import { clientDeviations, excusedClientDeviations } from '../../test/mutants/client-deviation.ts';
import { clientVariants } from '../../test/mutants/client-variant.ts';
import { deviations, excusedDeviations } from '../../test/mutants/deviation.ts';
import { hopDeviations } from '../../test/mutants/hop-deviation.ts';
import { unplanted } from '../../test/mutants/unplanted.ts';
import { variants } from '../../test/mutants/variant.ts';

/** Something that an implementation does on purpose, and the test that holds what is said of it. */
export interface Planted {
  /** The test file. */
  readonly file: string;
  /** How the title of the test begins. */
  readonly title: string;
  /** The clauses that are found, noted or warned of. */
  readonly clauses: readonly ClauseId[];
}

interface Listed {
  readonly title: string;
  readonly clause?: ClauseId;
  readonly also?: readonly ClauseId[];
  readonly warned?: readonly ClauseId[];
}

/** What is done wrong on purpose by servers, clients and hops. */
export const plantedDeviations: readonly Planted[] = [
  ...list('mutants', [...deviations, ...excusedDeviations], (title) => `a server that ${title} is told so`),
  ...list(
    'client-mutants',
    [...clientDeviations, ...excusedClientDeviations],
    (title) => `a client that ${title} is told so`,
  ),
  ...list('hop-mutants', hopDeviations, (title) => `a hop that ${title} is told so`),
];

/** What is done as one may, and warned of under clauses that no RFC has. */
export const namingVariants: readonly Planted[] = [
  ...list('variants', variants, (title) => `nothing is held against a server that ${title}`),
  ...list('client-variants', clientVariants, (title) => `nothing is held against a client that ${title}`),
].filter((each) => each.clauses.length > 0);

function list(
  name: string,
  listed: readonly Listed[],
  titleOf: (title: string) => string,
): readonly Planted[] {
  return listed.map(({ title, clause, also = [], warned = [] }) => ({
    file: `test/mutants/${name}.test.ts`,
    title: titleOf(title),
    clauses: [...(clause === undefined ? [] : [clause]), ...also, ...warned],
  }));
}

/** Those that name one of the clauses. */
export function findNaming(planted: readonly Planted[], ids: readonly ClauseId[]): readonly Planted[] {
  return planted.filter((each) => each.clauses.some((id) => ids.includes(id)));
}

/** Why nothing is planted under a clause, as far as it is written down or follows from the register. */
export function explainUnplanted(id: ClauseId): string {
  const listed = Object.values(unplanted).flat();
  const found = listed.find((each) => each.clauses.includes(id));
  if (found !== undefined) return found.reason;
  const { level, observable } = clauses[id];
  if (!observable) return 'no octets on a wire can show it';
  return level === 'MUST' ? 'nothing says why' : `none is asked for where the level is ${level}`;
}
