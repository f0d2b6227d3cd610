import fc from 'fast-check';
import type { ClauseId } from '../../../../models/clauses.ts';
import { type ClientRow, clientRows } from '../../../../models/decisions/client.ts';
import type { ClientChoices } from '../../../../models/facts/reply.ts';
import { holds } from '../../../../models/match.ts';
import {
  canonicalReply,
  literalReplyDeviations,
  literalReplyTransforms,
  type Offer,
  type ReplyDeviation,
  type ReplyEdit,
  type ReplyLimits,
  type ReplyMessage,
  type ReplyTransform,
  replyDeviations,
  replyMessage,
  replyTransforms,
} from '../../../arbitraries/index.ts';
import { sha1 } from '../../../sha1.ts';
import { computeAccept } from '../../../wire/index.ts';
import type { Case, CaseList } from '../../judge/case.ts';
import type { Change } from '../../judge/change.ts';
import type { Sampling } from '../../judge/sampling.ts';
import type { Signs } from './exchange.ts';

/** A reply to a client. It is made for an offer with a stand-in for the accept value, which the key decides. */
export interface ReplyCase extends Case<ReplyMessage, ReplyEdit> {
  /** The seed of the cuts; null where the reply is sent in one piece. */
  readonly cutBy: number | null;
}

/** A client as it was found by its first connections. */
export interface ClientTarget {
  readonly choices: ClientChoices;
  /** The subprotocols that it was asked to offer, where it offers what it is asked for; none where it does not. */
  readonly subprotocols: readonly string[];
  /** What it offers, with the stand-in for the accept value. */
  readonly offer: Offer;
  readonly signs: Signs;
  /** The origin that a browser's requests name; null for any other client. */
  readonly origin: string | null;
  /** Whether it fails where the server chooses none of its subprotocols: it may. */
  readonly needsChoice: boolean;
}

/** What is known of a client when replies are made for it. */
export interface ReplyScope {
  /** What it offers, with the stand-in for the accept value. */
  readonly offer: Offer;
  readonly choices: ClientChoices;
  readonly limits: ReplyLimits;
  /** Whether a reply is varied in nothing but what it is made for, since some of what is right may be refused. */
  readonly isPlain?: boolean;
  /** Whether each 101 chooses a subprotocol where any was offered, since this client fails where none is chosen. */
  readonly choosesAlways?: boolean;
  /** What stands behind each 101; `frames`, if it is not given. */
  readonly content?: string;
  /** For which guards replies are made. Default: for all that its offer makes possible. */
  readonly guards?: (guard: string) => boolean;
}

/** The accept value in whose place that of the client's key is put; none that stands in a text as an example. */
export const standIn = computeAccept('d3MxMDEtc3RhbmQtaW4tLQ==', sha1);

/** The clause that a valid reply shows. */
export const established: ClauseId = 'rfc6455/4.1/established';

/** An unmasked text message: what a server may send at once. */
export const frames = '\x81\x02hi';

/** Faults that hide all others from a client: an earlier head, or a status line that cannot be read. */
const hiding: ReadonlySet<string> = new Set(['interimsAreTooMany', 'statusLineIsMalformed']);

/** For each variant of a fault as many cases of several faults, of none, and of harmless changes. */
const several = 4;
const valid = 4;
const harmless = 6;

type Sketch = Pick<ReplyCase, 'clause' | 'title' | 'group' | 'isLiteral' | 'base' | 'changes'>;

/** All replies of a run. */
export function replyCases(scope: ReplyScope, { seed, runs }: Sampling): CaseList<ReplyCase> {
  const { offer, choices, limits, content = frames, choosesAlways = false, isPlain } = scope;
  const canonical = canonicalReply(offer);
  const { rules } = choices;
  const sketch = sketcher(content);
  const faults = literalReplyDeviations(offer).filter(({ guard }) => isPlayed(guard, scope));
  const transforms = scope.guards ? [] : literalReplyTransforms(offer, rules);
  const written: readonly Sketch[] = [
    ...faults.map((fault) => sketch(canonical, [ofDeviation(fault)], true)),
    ...transforms.map((transform) => sketch(canonical, [ofTransform(transform)], true)),
    sketch(canonical, [], true),
  ];
  const drawable = Object.entries(replyDeviations(offer, limits)).filter(([guard]) => isPlayed(guard, scope));
  const bases = (salt: number, numRuns: number) =>
    fc.sample(replyMessage(offer, choosesAlways ? 'whatwg' : rules), { seed: seed + salt, numRuns });
  const draw = <T>(arbitrary: fc.Arbitrary<T>, salt: number, numRuns: number) =>
    fc.sample(arbitrary, { seed: seed + salt, numRuns });
  const single = drawable.flatMap(([, arbitrary], salt) => {
    const messages = isPlain ? [] : bases(1_000 + salt, runs);
    return draw(arbitrary, salt, runs).map((fault, at) =>
      sketch(messages[at] ?? canonical, [ofDeviation(fault)]),
    );
  });
  const visible = drawable.filter(([guard]) => !hiding.has(guard)).map(([, arbitrary]) => arbitrary);
  const count = scope.guards ? 0 : runs;
  const sets = fc.uniqueArray(fc.oneof(...visible), {
    selector: ({ part }) => part,
    minLength: 2,
    maxLength: 4,
  });
  const mixed = bases(2_000, several * count).map((message, at) => {
    const [faults = []] = draw(sets, 3_000 + at, 1);
    return sketch(message, faults.map(ofDeviation));
  });
  const harmlessOnes = fc.oneof(...replyTransforms(offer, rules));
  const mixtures = fc.uniqueArray(harmlessOnes.map(ofTransform), {
    selector: ({ part }) => part,
    minLength: 2,
    maxLength: 4,
  });
  const plain = isPlain
    ? draw(mixtures, 4_000, valid * runs).map((some) => sketch(canonical, some))
    : bases(4_000, valid * runs).map((message) => sketch(message, []));
  const changed = bases(5_000, harmless * count).map((message, at) => {
    const [transform] = draw(harmlessOnes, 6_000 + at, 1);
    return sketch(isPlain ? canonical : message, transform ? [ofTransform(transform)] : []);
  });
  const drawn = [...single, ...mixed, ...plain, ...changed];
  const number = (each: Sketch, at: number): ReplyCase => {
    const cutBy = !each.isLiteral && at % 8 === 0 ? seed + at : null;
    return { ...each, number: at, cutBy, isCut: cutBy !== null };
  };
  return {
    literals: written.map(number),
    drawn: drawn.map((each, at) => number(each, written.length + at)),
    total: written.length + drawn.length,
  };
}

/** Whether the rules that bind the client have a row for a fault, and replies for it are asked for. */
function isPlayed(guard: string, { choices, guards }: ReplyScope): boolean {
  const rows: readonly ClientRow[] = clientRows;
  const hasRow = rows.some((row) => row.guard === guard && holds<ClientChoices>(row.when ?? {}, choices));
  return hasRow && (guards?.(guard) ?? true);
}

type Sketcher = (message: ReplyMessage, changes: readonly Change<ReplyEdit>[], isLiteral?: boolean) => Sketch;

function sketcher(content: string): Sketcher {
  return (message, changes, isLiteral = false) => {
    const guards = changes.flatMap(({ guard }) => guard ?? []);
    const [first] = changes;
    // Behind an interim reply comes another one, and not frames.
    const base = { ...message, content: guards.includes('statusIsInterim') ? '' : content };
    const title = guards.length > 0 ? guards.join(', ') : 'a valid reply';
    const group = changes.length > 1 ? null : (first?.part ?? 'valid');
    return { clause: first?.clause ?? established, title, group, isLiteral, base, changes };
  };
}

function ofDeviation({ clause, guard, part, edits }: ReplyDeviation): Change<ReplyEdit> {
  return { clause, refusedAs: clause, guard, part, edits };
}

function ofTransform({ clause, edits }: ReplyTransform): Change<ReplyEdit> {
  return { clause, refusedAs: clause, guard: null, part: partOf(edits[0]) ?? clause, edits };
}

function partOf(edit: ReplyEdit | undefined): string | null {
  // Who takes white space for a part of one value may take it for a part of all.
  if (edit?.kind === 'spaceValues') return 'white space';
  return edit?.kind === 'setField' ? edit.name : null;
}
