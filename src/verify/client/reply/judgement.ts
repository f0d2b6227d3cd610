import type { ClauseId } from '../../../../models/clauses.ts';
import { type ClientRow, clientRows, type ReplyGuard } from '../../../../models/decisions/client.ts';
import type { ClientChoices, ClientOutcome, ReplyDetails } from '../../../../models/facts/reply.ts';
import { holds } from '../../../../models/match.ts';
import { allowanceRules, permitsOutcome } from '../../../../models/verdict/exemption.ts';
import { offerOf } from '../../../arbitraries/index.ts';
import { ReplyReader, replyDefaults } from '../../../client/reply-reader.ts';
import { plainReply } from '../../../facts/plain-reply.ts';
import { readReplyHeadDetails } from '../../../facts/reply-head-details.ts';
import { readSwitch, readSwitchDetails } from '../../../facts/switch-facts.ts';
import { sha1 } from '../../../sha1.ts';
import { fieldValues, parseReply, type ReplyHead, type RequestHead } from '../../../wire/index.ts';
import type { Change } from '../../judge/change.ts';
import type { Judgement } from '../../judge/judgement.ts';
import { type Phrase, textPhrase } from '../../judge/seen/phrase.ts';
import { seeReply } from '../../judge/seen/seen.ts';
import { type Charged, type ClientCharge, nothing, weigh } from '../charge.ts';
import { judgeSent } from '../sent.ts';
import type { ClientConduct, ClientExchange } from './exchange.ts';
import { type ClientTarget, established } from './reply-case.ts';

/** A reply as far as it is judged what a client makes of it. */
export interface JudgeableReply {
  /** What was changed in a right one. */
  readonly changes: readonly Omit<Change, 'edits'>[];
  /** Octets before the final reply. */
  readonly prefix: number;
}

/** Judges what a client made of a reply, and what it sent. */
export function judgeExchange(
  current: JudgeableReply,
  exchange: ClientExchange,
  target: ClientTarget,
): ExchangeJudgement {
  const read = readReply(current.prefix, exchange, target);
  const decided = judgeOutcome(current, exchange, target, read);
  const judged = conclude([decided, judgeSent(exchange, target)], read.came);
  const guards = current.changes.flatMap(({ guard }) => guard ?? []);
  // An interim reply alone is not whole: no row decides on it.
  const decisive = read.row?.guard ?? 'statusIsInterim';
  return { ...judged, isAsMade: (guards.length > 0 ? guards : ['otherwise']).includes(decisive) };
}

export interface ExchangeJudgement extends Judgement {
  /** Whether the row decides on the reply that it was made for; what the client offers may make another reply of it. */
  readonly isAsMade: boolean;
}

function conclude(parts: readonly Charged[], came: ReplyDetails): Judgement {
  const faults = parts.flatMap(({ charges }) => charges.map((charge) => weigh(charge, came)));
  const broken = faults.map(({ clause }) => clause);
  const shown = new Set<ClauseId>([...parts.flatMap((part) => part.shown), ...broken]);
  return { shown: [...shown], faults };
}

/** Whether a client may do this where the row decides. */
type IsAllowed = (row: Pick<ClientRow<ReplyGuard>, 'guard' | 'permits'>, outcome: ClientOutcome) => boolean;

/** What nobody is blamed for, nor told of. */
const excuses = allowanceRules.filter(({ says: { isWarned } }) => !isWarned);

const tableRows: readonly ClientRow<ReplyGuard>[] = clientRows;

/** What the client should have made of a reply: the rows that find a fault in it, by what was put into it. */
function rowsOf({ changes }: JudgeableReply, choices: ClientChoices): readonly ClientRow<ReplyGuard>[] {
  const guards = new Set(changes.map(({ guard }) => guard));
  return tableRows.filter((row) => guards.has(row.guard) && holds(row.when ?? {}, choices));
}

function judgeOutcome(
  current: JudgeableReply,
  { outcome, word, request, reply }: ClientExchange,
  { choices }: ClientTarget,
  { isAllowed, read }: ReadReply,
): Charged {
  if (word.gone !== undefined) return chargeGone(word.gone);
  if (outcome === 'undecided') return nothing;
  const rows = rowsOf(current, choices);
  const [first, ...others] = rows;
  const [only, ...more] = current.changes;
  if (!first) {
    const clause = (only && more.length === 0 ? only.refusedAs : null) ?? established;
    if (outcome === 'failed') {
      if (isAllowed({ guard: 'otherwise', permits: [] }, 'fails')) return nothing;
      return { shown: [], charges: [chargeFailure(clause, word)] };
    }
    return { shown: only && more.length > 0 ? [] : [clause], charges: judgeChoice(read, word, reply) };
  }
  // A value that is wrong for any other key is right for that of the example.
  if (first.guard === 'acceptIsWrong' && request && isRightFor(request, reply)) return nothing;
  const permits = (wanted: ReturnType<typeof outcomeOf>) =>
    rows.every((row) => isAllowed(row, wanted) || (wanted === 'fails' && row.permits.includes('waits')));
  const charges: readonly ClientCharge[] = permits(outcomeOf(outcome))
    ? []
    : [
        {
          kind: 'accepted',
          clause: first.clause,
          guard: first.guard,
          expected: { is: 'failing', guards: rows.map(({ guard }) => guard) },
          observed: 'openConnection',
          about: first.about,
          seen: [
            seeReply(
              rows.map(({ about }) => about),
              reply,
              current.prefix,
            ),
          ],
        },
      ];
  // Of several faults in one reply the failure may be due to any; what is allowed shows nothing either way.
  const isFree = isAllowed(first, 'opens');
  const isShown = others.length === 0 && current.changes.length === 1 && !isFree;
  return { shown: isShown ? [first.clause] : [], charges };
}

function chargeFailure(clause: ClauseId, word: ClientExchange['word']): ClientCharge {
  const observed = failurePhrase(word);
  return { kind: 'refused', clause, expected: 'openConnection', observed, about: 'end', seen: [] };
}

/** A process that does not survive a reply is wrong, whatever else came of it. */
function chargeGone(how: string): Charged {
  const clause: ClauseId = 'rfc6455/10.7/client-input-validated';
  const observed = { is: 'processEnd', how } as const; // a phrase
  return {
    shown: [],
    charges: [{ kind: 'gone', clause, expected: 'survivingClient', observed, about: 'end', seen: [] }],
  };
}

function outcomeOf(outcome: Exclude<ClientConduct, 'undecided'>) {
  const names = { opened: 'opens', openedAnother: 'opensAnother', failed: 'fails' } as const;
  return names[outcome];
}

/** A connection that failed, with the last line of what the client has said of that. */
export function failurePhrase({ error }: ClientExchange['word']): Extract<Phrase, { is: 'failure' }> {
  const last = error?.trim().split('\n').at(-1)?.trim();
  return { is: 'failure', told: last ? last.slice(0, 200) : null };
}

function isRightFor(request: RequestHead, reply: Uint8Array): boolean {
  const parsed = parseReply(reply);
  return parsed.ok && readSwitch(request, parsed.value, sha1).facts.accept === 'ok';
}

/** Compares the subprotocol that the client says is in use with the one that was chosen. */
function judgeChoice(
  read: ReplyHead | null,
  { subprotocol }: ClientExchange['word'],
  reply: Uint8Array,
): readonly ClientCharge[] {
  if (subprotocol === undefined) return [];
  const [chosen = ''] = fieldValues(read?.fields ?? [], 'sec-websocket-protocol');
  if (chosen === (subprotocol ?? '')) return [];
  const clause: ClauseId = 'rfc6455/4.1/subprotocol-in-use';
  return [
    {
      kind: 'sent',
      clause,
      expected: chosen === '' ? 'none' : textPhrase(chosen),
      observed: subprotocol === null ? 'none' : textPhrase(subprotocol),
      about: 'sec-websocket-protocol',
      seen: [seeReply(['sec-websocket-protocol'], reply)],
    },
  ];
}

interface ReadReply {
  readonly came: ReplyDetails;
  readonly isAllowed: IsAllowed;
  /** The row that decides on it; null where none does, since it is not whole. */
  readonly row: ClientRow<ReplyGuard> | null;
  /** Null where its head cannot be read. */
  readonly read: ReplyHead | null;
}

/**
 * What the octets of a reply are like, and what they leave open to a client.
 *
 * @param prefix octets before the final reply
 */
function readReply(prefix: number, { request, reply }: ClientExchange, { choices }: ClientTarget): ReadReply {
  const permitted: IsAllowed = ({ permits }, outcome) => permits.includes(outcome);
  const unread = { came: plainReply, isAllowed: permitted, row: null, read: null };
  if (!request) return unread;
  const { accept, subprotocols, extensions } = offerOf(request, sha1);
  const reader = new ReplyReader({ accept, subprotocols, extensions }, { ...replyDefaults, ...choices });
  const judged = reader.push(reply) ?? reader.end(true);
  if (!judged) return unread;
  const { row, reading } = judged;
  const { facts, reply: read } = reading;
  const came = {
    ...(read ? readSwitchDetails(read, readSwitch(request, read, sha1)) : plainReply),
    ...readReplyHeadDetails(reply.subarray(prefix)),
  };
  const isAllowed: IsAllowed = (each, outcome) => permitsOutcome(each, outcome, facts, came, excuses);
  return { came, isAllowed, row: tableRows.find(({ guard }) => guard === row.guard) ?? null, read };
}
