import { readFileSync } from 'node:fs';
import { type ClauseId, isClauseId } from '../../models/clauses.ts';
import { type Layer, type Part, parts } from './recipe.ts';

/** The sentence that a finding was held against by hand. */
export interface Reading<AnyPart extends string = Part> {
  /** Where it stands. */
  readonly section: string;
  /** What it says, in words of our own. */
  readonly says: string;
  /** What speaks for those who do otherwise, where the texts leave a doubt. */
  readonly debatable?: string;
  /** What the texts leave open nearby, and why it does not cover this. */
  readonly latitude?: string;
  /** What of a message the clause is about: a recipe tells whose business that is. */
  readonly part: AnyPart;
}

/** Whose decision a clause is, by the part that it is about; undefined where one of them was not read. */
export function findDecider<AnyPart extends string>(
  clause: ClauseId,
  known: Readonly<Partial<Record<ClauseId, Reading<AnyPart>>>>,
  decides?: Readonly<Partial<Record<AnyPart, Layer>>>,
): Layer | undefined {
  const part = known[clause]?.part;
  return part === undefined ? undefined : decides?.[part];
}

/** What was read for each clause that somebody here was found to break. */
export type Readings<AnyPart extends string = Part> = Readonly<Partial<Record<ClauseId, Reading<AnyPart>>>>;

/** Reads a file of readings: each clause on a line of its own, and below it the words of a reading, each with its name. */
export function readReadings<AnyPart extends string>(
  name: string,
  partNames: readonly AnyPart[],
): Readings<AnyPart> {
  const text = readFileSync(new URL(`data/${name}-reading.txt`, import.meta.url), 'utf8');
  const entries = text.split(/\n(?=\S)/).map((entry) => {
    const [clause = '', ...lines] = entry.trimEnd().split('\n');
    if (!isClauseId(clause)) throw new RangeError(clause);
    const told = new Map(lines.map((line) => /^ {2}(\w+) (.+)$/.exec(line)?.slice(1) as [string, string])); // two groups
    const { section = '', says = '', part: about, ...others } = Object.fromEntries(told);
    const part = partNames.find((each) => each === about);
    const odd = Object.keys(others).filter((each) => each !== 'debatable' && each !== 'latitude');
    if (!section || !says || !part || odd.length > 0) throw new RangeError(`${clause}: ${odd} ${about}`);
    return [clause, { section, says, part, ...others }] as const;
  });
  return Object.fromEntries(entries) as Readings<AnyPart>; // fromEntries forgets the keys
}

/** What was read for each clause of which a server here was found to break it. */
export const readings = readReadings('server', parts);
