import type { ClauseId } from '../../../models/clauses.ts';
import type { Case } from '../judge/case.ts';
import type { Reaction, Subject } from './subject.ts';

/** A case as it is written down that changes no message: it is played as it stands, or not at all. */
export interface FixedParts<Play> {
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  readonly title: string;
  /** What is played, as data. */
  readonly play: Play;
}

/** Such a case among those of a run. */
export interface FixedCase<Play> extends Case<null, never>, FixedParts<Play> {}

/** What makes a case fixed. */
export const fixed = { isLiteral: true, isFixed: true, base: null, changes: [], isCut: false } as const;

/** @param group the name that it shares with cases that show the same */
export function fixCase<Play>(
  { clause, title, play }: FixedParts<Play>,
  number: number,
  group: string | null,
): FixedCase<Play> {
  return { clause, title, play, number, group, ...fixed };
}

type FixedSubject<C extends Case<null, never>, Exchange> = Pick<
  Subject<C, Exchange>,
  'remake' | 'renew' | 'messageOf' | 'resend' | 'traitOf' | 'reductionsOf' | 'likenessOf' | 'signsOf'
>;

/** What a subject does with cases of which nothing can be left out. */
export function takeAsFixed<C extends Case<null, never>, Exchange>(): FixedSubject<C, Exchange> {
  return {
    remake: (current) => current,
    renew: (current) => current,
    messageOf: () => null,
    resend: (current) => current,
    traitOf: () => null,
    reductionsOf: () => [],
    likenessOf: (_, __, { severity, clause }) => `${severity} ${clause}`,
    signsOf: () => [],
  };
}

/** A reaction that decides nothing about how the next case is played. */
export const plainReaction: Reaction = {
  answer: 'played',
  hasSpoken: true,
  isOpen: false,
  isReset: false,
  isBusy: false,
  isLate: false,
  isUnfinished: false,
};
