import type { ClauseId } from '../clauses.ts';
import type { RequestGuard } from '../decisions/server.ts';
import type { BreachKind } from './breach.ts';

/** How a field that is a list and has to name a token has it, or what it has instead. */
type ListSign =
  | ('IsAbsent' | 'IsOther' | 'HasItInWord' | 'HasItAsWord')
  | ('IsList' | 'HasEmptyElements' | 'HasItInFirstLine' | 'HasItInLastLine' | 'IsRecased');

/** What is odd in the one part of a request that differs from the canonical one. */
export type RequestSign =
  | RequestGuard
  | `${'connection' | 'upgrade'}${ListSign}`
  | ('versionHasZeros' | 'versionHasTail' | 'versionListBeginsWith13' | 'versionListHas13')
  | ('versionMentions13' | 'versionIsOther' | 'versionIsOtherNumber')
  | ('versionIs13InFirstLine' | 'versionIs13InLastLine')
  | ('keyLacksPadding' | 'keyHasOnePad' | 'keyIsOddlyPadded' | 'keyIsUrlSafe')
  | ('keyHasForeignOctets' | 'keyHas24Characters' | 'keyHasOtherLength')
  | ('keyDecodesTo16Octets' | 'keyDecodesToOthers' | 'keyIsInFirstLine' | 'keyIsInLastLine')
  | ('subprotocolsAreReadable' | 'subprotocolsAreUnreadable')
  | ('extensionsAreReadable' | 'extensionsAreUnreadable');

/** What may have been made of a key in the place of the right accept value. */
export type AcceptRecipe =
  | ('keyIsDecoded' | 'guidIsLowercase' | 'guidIsMissing' | 'guidIsFirst' | 'guidHasTypo')
  | ('lineFeedIsHashed' | 'lineEndIsHashed' | 'spaceBeforeIsHashed' | 'spaceBehindIsHashed')
  | ('hashIsSha256' | 'hashIsMd5' | 'valueIsHex' | 'valueIsHexInBase64' | 'valueIsBase64Url')
  | ('valueLacksPadding' | 'valueIsOfExample' | 'valueIsKey' | 'valueIsEmpty' | 'valueIsRecased')
  | ('valueHasMore' | 'valueIsCut');

/** What a reply shows that opens a connection. */
export type ReplySign =
  | 'acceptIsRight'
  | `${AcceptRecipe} ${'holds' | 'fails'}`
  | ('replyIsHixie76' | 'subprotocolIsChosen' | 'subprotocolIsUnoffered')
  | ('extensionsAreAnswered' | 'extensionsAreUnoffered');

/** One thing that was seen of a server: how it takes a request that has a sign, or a sign in what it replies. */
export type ServerSign = `${RequestSign} ${'accepted' | 'refused'}` | ReplySign;

/** What a cause is looked for. */
export interface DiagnosedBreach {
  readonly kind: BreachKind;
  readonly clause: ClauseId;
  /** The guard that finds the fault in the request; null where none does. */
  readonly guard: string | null;
  /** The field, or the part of the start-line, that is to blame; null where the answer itself is. */
  readonly part: string | null;
}

/** Which findings a row may be the cause of: all of its conditions have to fit, and of each list one entry. */
export interface FindingPattern {
  readonly kinds: readonly BreachKind[];
  readonly parts?: readonly string[];
  readonly guards?: readonly RequestGuard[];
  readonly clauses?: readonly ClauseId[];
}

/** One cause, and what speaks for it and against it. */
export interface DiagnosisRow<Sign extends string = string> {
  /** Where the cause is, and which it is. */
  readonly id: `${string}/${string}`;
  /** The cause in words. */
  readonly cause: string;
  readonly findings: FindingPattern;
  /** All of these have been seen, and one of them in what shows the finding. */
  readonly supports: readonly Sign[];
  /** None of these has been seen. */
  readonly excludes: readonly Sign[];
}

function fitsFinding({ kinds, parts, guards, clauses }: FindingPattern, finding: DiagnosedBreach): boolean {
  const { kind, part, guard, clause } = finding;
  return (
    kinds.includes(kind) &&
    (parts?.some((each) => each === part) ?? true) &&
    (guards?.some((each) => each === guard) ?? true) &&
    (clauses?.includes(clause) ?? true)
  );
}

/**
 * The cause of a finding: the first row that is about it and that everything agrees with; null where there is none.
 *
 * @param own the signs of what shows the finding
 * @param seen all signs that were seen besides
 */
export function diagnose<Row extends DiagnosisRow>(
  rows: readonly Row[],
  finding: DiagnosedBreach,
  own: ReadonlySet<string>,
  seen: ReadonlySet<string> = own,
): Row | null {
  const has = (sign: string) => own.has(sign) || seen.has(sign);
  const fits = ({ findings, supports, excludes }: Row) =>
    fitsFinding(findings, finding) &&
    supports.some((sign) => own.has(sign)) &&
    supports.every(has) &&
    !excludes.some(has);
  return rows.find(fits) ?? null;
}
