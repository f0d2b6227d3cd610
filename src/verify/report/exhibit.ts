import { clauseIds, clauses, locateClause, sourceOf } from '../../../models/clauses.ts';
import { shortenTold } from '../../quote/shorten.ts';
import type { Defect } from '../explain/defect.ts';
import type { Repetition } from '../explain/repetition.ts';
import type { Case } from '../judge/case.ts';
import type { Fault } from '../judge/judgement.ts';
import type { Phrase } from '../judge/seen/phrase.ts';
import { describePhrase } from './phrase.ts';
import type { ChoiceResult, Finding, Flaky, Note, Recipe, SeenOctets, SentRequest } from './report.ts';
import type { Scene } from './title/scene.ts';
import { titleOf } from './title/title.ts';

/** The octets of one exchange. Secrets are hidden in them already, so that a report may have them. */
export interface ShownOctets {
  readonly request: Uint8Array;
  /** Octets of each piece, where the request was sent in several. */
  readonly pieces?: readonly number[];
  /** Octets of the request that were held back until the target began to answer, where some were. */
  readonly rest?: number;
  /** What was sent once the reply had begun, where anything was. */
  readonly behind?: Uint8Array;
  readonly response: Uint8Array;
  /** How many octets came, where more came than are kept. */
  readonly came?: number;
  /** What a hop has made of both, at its backend: the request that arrived, and its answer. */
  readonly forwarded?: Uint8Array;
  readonly answered?: Uint8Array;
  /** By which name that can be played again: a pair to a hop, a trial to a client. */
  readonly pair?: string;
  readonly trial?: string;
  /** How what ws101 has sent was made. */
  readonly recipe?: Recipe;
}

/** A defect with the octets that show it. */
export interface Exhibit extends ShownOctets, Pick<Defect, 'clause' | 'fault' | 'also' | 'guards' | 'again'> {
  /** The place of the case that has shown it first. */
  readonly number: number;
  /** What it was seen in, where the title tells more of that than the octets do. */
  readonly scene?: Scene;
  /** On what else the same was seen, in words that are not those of the title. */
  readonly alsoOn?: readonly string[];
  /** Hides in words what is hidden in the octets. */
  readonly hide?: (text: string) => string;
  /** A script that shows it without ws101. */
  readonly reproduction?: string;
  /** The exchange behind which alone it is seen, and its case. */
  readonly after?: ShownOctets & { readonly current: Case };
  /** The command that plays it again. */
  readonly replay: string;
}

export interface FlakyExhibit extends Exhibit {
  readonly again: Repetition;
}

/** Of each clause the first fault that is not seen every time, with how often all of them were seen. */
export function joinFlaky(exhibits: readonly FlakyExhibit[]): readonly Flaky[] {
  return clauseIds.flatMap((clause) => {
    const own = exhibits.filter((each) => each.clause === clause && each.fault.severity !== 'note');
    const [first] = own.toSorted((a, b) => a.number - b.number);
    if (!first) return [];
    const sum = (key: 'seen' | 'of') => own.reduce((total, { again }) => total + again[key] + 1, 0);
    const { number } = first;
    return {
      clause,
      source: sourceOf(clause),
      title: tellTitle(first),
      rule: clauses[clause].summary,
      seen: sum('seen'),
      of: sum('of'),
      expected: tellExpected(first),
      observed: tellObserved(first),
      ...encodeOctets(first),
      case: number,
    };
  });
}

/** A fault that is seen again in no more than this part of the times is taken for an accident. */
const rare = 0.2;

/** Whether a fault is seen again too often for an accident. */
export function isOften({ seen, of }: Pick<Repetition, 'seen' | 'of'>): boolean {
  return seen > 1 && (seen - 1) / (of - 1) > rare;
}

export function explainFlaky({
  seen,
  of,
}: Pick<Repetition, 'seen' | 'of'>): Pick<ChoiceResult, 'why' | 'reason'> {
  return {
    why: 'notShown',
    reason: `it is kept at times: broken ${seen} of ${of} times by the same request`,
  };
}

export function describeNote({ clause, fault, number, request }: Exhibit): Note {
  const title = shortenTold(`${clauses[clause].summary} Seen: ${describePhrase(fault.observed)}.`);
  return { clause, title, request: toBase64(request), case: number };
}

function tell(phrase: Phrase, { hide = (text) => text }: Exhibit): string {
  return shortenTold(hide(describePhrase(phrase)));
}

function tellExpected(exhibit: Exhibit): string {
  return tell(exhibit.fault.expected, exhibit);
}

function tellObserved(exhibit: Exhibit): string {
  const { fault, came } = exhibit;
  const flood = came === undefined ? '' : `; ${came} octets came in all, of which the first are kept`;
  return tell(fault.observed, exhibit) + flood;
}

function tellTitle(exhibit: Exhibit): string {
  return shortenTold(titleOf(exhibit));
}

export function describeFinding(exhibit: Exhibit): Finding {
  const {
    clause,
    fault,
    also,
    alsoOn = [],
    guards = [],
    again,
    number,
    after,
    reproduction,
    replay,
  } = exhibit;
  const url = locateClause(clause);
  const { hint, tags, severity } = fault;
  const broken = also.filter((each) => each.severity !== 'note').map((each) => each.clause);
  const others = clauseIds.filter((id) => broken.includes(id));
  const more = [...new Set(alsoOn)].map(shortenTold);
  return {
    clause,
    source: sourceOf(clause),
    level: severity === 'MUST' ? 'MUST' : 'SHOULD',
    title: tellTitle(exhibit),
    rule: clauses[clause].summary,
    ...(url === undefined ? {} : { url }),
    expected: tellExpected(exhibit),
    observed: tellObserved(exhibit),
    ...(hint === undefined ? {} : { hint: shortenTold(describePhrase(hint)) }),
    ...(more.length === 0 ? {} : { alsoOn: more }),
    ...(others.length === 0 ? {} : { also: others }),
    ...(guards.length === 0 ? {} : { guards }),
    seen: encodeSeen(fault),
    ...(again === undefined ? {} : { again: { seen: again.seen + 1, of: again.of + 1 } }),
    ...encodeOctets(exhibit),
    ...(after === undefined
      ? {}
      : { after: { clause: after.current.clause, case: after.current.number, ...encodeOctets(after) } }),
    tags,
    case: number,
    ...(reproduction === undefined ? {} : { reproduction }),
    replay,
  };
}

/** The octets that show a fault, as a report has them. */
export function encodeSeen({ seen }: Pick<Fault, 'seen'>): readonly SeenOctets[] {
  return seen.flatMap(({ side, spans }) => spans.map((span) => ({ side, ...span })));
}

/** As a report has them. */
export function encodeOctets(shown: ShownOctets): SentRequest {
  const { request, pieces, rest, behind, response, came, forwarded, answered, pair, trial, recipe } = shown;
  return {
    request: toBase64(request),
    ...(pieces === undefined ? {} : { pieces }),
    ...(rest === undefined ? {} : { rest }),
    ...(behind === undefined ? {} : { behind: toBase64(behind) }),
    response: toBase64(response),
    ...(came === undefined ? {} : { came }),
    ...(forwarded === undefined ? {} : { forwarded: toBase64(forwarded) }),
    ...(answered === undefined ? {} : { answered: toBase64(answered) }),
    ...(pair === undefined ? {} : { pair }),
    ...(trial === undefined ? {} : { trial }),
    ...(recipe === undefined ? {} : { recipe }),
  };
}

/** As a report has octets. */
export function toBase64(octets: Uint8Array): string {
  return Buffer.from(octets).toString('base64');
}
