import type { ClauseId } from '../../models/clauses.ts';

/** Where a failure has its cause. */
export type Place = 'input' | 'network' | 'proxy' | 'tls' | 'hop' | 'server' | 'application' | 'client';

/**
 * How sure a conclusion is: `certain`, where an experiment has isolated the cause or something says so itself, and nothing
 * that was seen speaks against it; `likely`, where signs agree and none contradicts; `possible` otherwise.
 */
export type Confidence = 'certain' | 'likely' | 'possible';

export const confidences: readonly Confidence[] = ['certain', 'likely', 'possible'];

/** One reason for which a connection does not open or is of no use, and the signs by which it is told. */
export interface FailureRow<Sign extends string = string> {
  readonly id: `${string}/${string}`;
  readonly where: Place;
  /** What is wrong, as a sentence without its full stop. */
  readonly title: string;
  /** The rule that is broken, where one is. */
  readonly clause?: ClauseId;
  /** Combinations of signs, each of which tells it; a combination is there where all of its signs are. */
  readonly certain?: readonly (readonly Sign[])[];
  readonly likely?: readonly (readonly Sign[])[];
  readonly possible?: readonly (readonly Sign[])[];
  /** It is not told where one of these is there. */
  readonly excludes?: readonly Sign[];
  /** Whether it is only told beside: a connection that has it is as healthy as one that has not. */
  readonly isAside?: boolean;
  /** Whether it is no fault at all, and only of interest to who compares implementations. */
  readonly isInterop?: boolean;
  /** Whether it is only told where nothing else is. */
  readonly isRest?: boolean;
}

/** A row that holds, how sure that is, and by which signs. */
export interface Conclusion<Row extends FailureRow = FailureRow> {
  readonly row: Row;
  readonly confidence: Confidence;
  readonly signs: readonly string[];
  /** What was seen and speaks against it: for that, it is less sure. */
  readonly against: readonly string[];
}

/**
 * What speaks against what: of the same cause, no two signs of a pair can tell. Where the first is a place or a failure, the
 * second speaks against whatever is told of it. No more than possible is left then, or no more than likely where that is
 * said: what was seen leaves the claim true, and shows another cause that would look the same.
 */
export type Contraries<Sign extends string = string> = readonly (readonly [
  one: Sign | Place | FailureRow['id'],
  other: Sign,
  leaves?: 'likely',
])[];

/**
 * What follows from signs: every row that holds, the surest first, and of equals the earlier one. Where something is
 * certain, what is merely possible is left out. A combination against which another sign speaks that was seen is no surer
 * than that leaves it; one that has this sign as well accounts for it.
 */
export function conclude<Row extends FailureRow>(
  rows: readonly Row[],
  seen: ReadonlySet<string>,
  contraries: Contraries,
): readonly Conclusion<Row>[] {
  const holding = rows.flatMap((row) =>
    row.excludes?.some((sign) => seen.has(sign)) ? [] : holdSurest(row, seen, contraries),
  );
  const weight = ({ row, confidence }: Conclusion) =>
    confidences.indexOf(confidence) + (row.isAside ? confidences.length : 0);
  const told = holding.some(({ row }) => !row.isRest) ? holding.filter(({ row }) => !row.isRest) : holding;
  const [first, ...others] = told.toSorted((a, b) => weight(a) - weight(b));
  if (!first) return [];
  const isSure = first.confidence === 'certain' && !first.row.isAside;
  return [first, ...others.filter(({ confidence }) => !isSure || confidence !== 'possible')];
}

/** The combination of a row by which it is told: of those that are there, the surest that nothing speaks against. */
function holdSurest<Row extends FailureRow>(
  row: Row,
  seen: ReadonlySet<string>,
  contraries: Contraries,
): readonly Conclusion<Row>[] {
  const all = confidences.flatMap((confidence): Conclusion<Row>[] =>
    (row[confidence] ?? [])
      .filter((signs) => signs.every((sign) => seen.has(sign)))
      .map((signs) => {
        const speaking = findContraries(row, signs, seen, contraries);
        const lowering = speaking.filter(({ leaves }) => leaves === 'possible' || confidence === 'certain');
        const left = [confidence, ...lowering.map(({ leaves }) => leaves)];
        const least = confidences.findLast((each) => left.includes(each)) ?? confidence;
        const against = [...new Set(lowering.map(({ sign }) => sign))];
        return { row, signs, against, confidence: least };
      }),
  );
  return all
    .toSorted((a, b) => confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence))
    .slice(0, 1);
}

/** The signs that speak against a row, or against some signs by which it is told, and how sure each of them leaves it. */
export function findContraries(
  { id, where }: FailureRow,
  signs: readonly string[],
  seen: ReadonlySet<string>,
  contraries: Contraries,
): readonly { readonly sign: string; readonly leaves: Confidence }[] {
  const claims: readonly string[] = [id, where, ...signs];
  return contraries
    .flatMap(([one, other, leaves = 'possible' as const]) => [
      ...(claims.includes(one) ? [{ sign: other, leaves }] : []),
      ...(signs.includes(other) ? [{ sign: one, leaves }] : []),
    ])
    .filter(({ sign }) => seen.has(sign) && !signs.includes(sign));
}
