import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestGuard } from '../../../models/decisions/server.ts';
import {
  type Breach,
  type BreachKind,
  nothingSpecial,
  type Severity,
  tagBreach,
  weighBreach,
} from '../../../models/verdict/breach.ts';
import type { HopBreach } from '../../../models/verdict/hop-weight.ts';
import { isNarrower } from '../../../models/verdict/implication.ts';
import { tagRules, weightRules } from '../../../models/verdict/server-weight.ts';
import { partOf } from '../../arbitraries/credential.ts';
import { readRequestDetails } from '../../facts/request-details.ts';
import { type Field, fieldValues, joinLines, parseProtocolList } from '../../wire/index.ts';
import { type Answer, behindInterims, headAt } from '../peer/answer.ts';
import { isOfReply } from './obligation.ts';
import { type Examined, examine, isBusy, isOfOneGuard, permitsStatus, type Rows } from './oracle.ts';
import { checkOwnClauses, isClosedBehind } from './own-clause.ts';
import type { BrokenClause } from './seen/broken-clause.ts';
import { answerPhrase } from './seen/phrase.ts';
import { type Seen, seeReply, seeRequest } from './seen/seen.ts';
import type { Target } from './target.ts';

/** One thing that an answer has shown to be wrong. */
export interface Fault extends BrokenClause {
  readonly kind: BreachKind;
  readonly severity: Severity;
  readonly tags: readonly string[];
  /** The guard of the row that the request was refused for, or should have been; null for a valid one. */
  readonly guard: RequestGuard | null;
  /** The row on hops that is not kept, where it is one of theirs: each of them is told by itself. */
  readonly row?: HopBreach['guard'];
}

/** Whether two faults are the same one, seen twice. */
export function isSameFault(one: Fault, other: Fault): boolean {
  return one.kind === other.kind && one.clause === other.clause && one.row === other.row;
}

/** What an exchange has shown. */
export interface Judgement {
  /** Every clause that it really shows, kept or broken: if the subject broke the clause, that would be seen here. */
  readonly shown: readonly ClauseId[];
  readonly faults: readonly Fault[];
}

/** One thing that is wrong, before it is weighed. */
export type Charge = BrokenClause & { readonly kind: BreachKind };

/** The clause that every refusal shows. */
const stopped: ClauseId = 'rfc6455/4.2.1/stop-processing';

/** The clause that every reply shows. */
const readable: ClauseId = 'rfc9112/4/status-line-sent';

/**
 * Judges the answer to a request by the rows that find a fault in the request. The reply of any of these rows is
 * right, since no text fixes their order.
 *
 * @param clause what the request was made to show
 * @param refusedAs what a refusal breaks where nothing is wrong with the request
 */
export function judgeAnswer(
  octets: Uint8Array,
  answer: Answer,
  target: Target,
  clause: ClauseId,
  refusedAs: ClauseId = clause,
): Judgement {
  const examined = examine(octets, target);
  const { owed, request } = examined;
  if (isSwitchToAnother(request, answer)) return { shown: [], faults: [] };
  const decided = judgeDecision(examined, answer, clause, refusedAs).map((charge) => ({
    ...charge,
    seen: [seeCause(octets, owed, target), ...charge.seen],
  }));
  const isAccepted = decided.some(({ kind }) => kind === 'accepted');
  const reply = checkOwnClauses(examined, isAccepted ? owed : [], answer, target);
  const guard = owed[0]?.guard ?? null;
  const charged: readonly Charge[] = [...decided, ...reply.faults.map(ofReply)];
  const came = charged.length > 0 ? readRequestDetails(examined.octets, examined.request) : nothingSpecial;
  const faults: Fault[] = [];
  const excused = new Set<ClauseId>();
  for (const charge of charged) {
    const { kind } = charge;
    const first = kind === 'reply' ? (examined.faults[0]?.guard ?? null) : guard;
    const told = isClosedBehind(answer) ? 'closed' : answerOf(answer);
    const breach: Breach = { ...came, kind, clause: charge.clause, guard: first, answer: told };
    const fault = weigh(charge, guard, breach);
    if (fault) faults.push(fault);
    else excused.add(charge.clause);
  }
  const shown = new Set(reply.shown);
  // A breach that nobody is blamed for shows its clause neither kept nor broken.
  for (const each of excused) shown.delete(each);
  if (isSettled(examined, answer, isAccepted, clause)) shown.add(clause);
  if (owed.length > 0 && isRefused(answer) && !isAccepted) shown.add(stopped);
  if (answer.reply) shown.add(readable);
  for (const fault of faults) shown.add(fault.clause);
  return { shown: [...shown], faults };
}

/**
 * Whether a 101 chose another of the protocols that were asked for: then nothing of it is about WebSocket. Where a pong
 * came, it is WebSocket by whatever name.
 */
export function isSwitchToAnother(request: Examined['request'], { reply, ponged }: Answer): boolean {
  if (reply?.status !== 101 || ponged || !request) return false;
  const read = (fields: readonly Field[]) =>
    (parseProtocolList(joinLines(fieldValues(fields, 'upgrade'))) ?? []).map((each) => each.toLowerCase());
  const chosen = read(reply.fields);
  const asked = read(request.fields);
  return chosen.length > 0 && chosen.every((each) => each !== 'websocket' && asked.includes(each));
}

/** Weighs what is charged; null where nobody is blamed for it. */
function weigh(charge: Charge, guard: Fault['guard'], breach: Breach): Fault | null {
  const severity = weighBreach(weightRules, breach);
  return severity === 'none' ? null : { ...charge, guard, severity, tags: tagBreach(tagRules, breach) };
}

/** The same for what no fault of the request has part in. */
export function weighAlone(charge: Charge, answer: Breach['answer']): Fault | null {
  const { kind, clause } = charge;
  return weigh(charge, null, { ...nothingSpecial, kind, clause, guard: null, answer });
}

function ofReply(broken: BrokenClause): Charge {
  return { ...broken, kind: 'reply' };
}

/** Whether a target has refused the request itself. To be busy, or to say nothing, is no refusal. */
export function isRefused({ reply, end }: Answer): boolean {
  return reply ? reply.status !== 101 && !isBusy(reply.status) : end !== 'late';
}

/**
 * Whether the answer shows the clause that the request was made for. For a request with one fault a refusal shows it;
 * with several faults the refusal may be about any of them. For a valid request a 101 shows it, or the fault that is
 * charged to it. Clauses that are obligations of a reply are shown by the tables of obligations, and never here.
 */
function isSettled(
  { faults, owed }: Examined,
  answer: Answer,
  isAccepted: boolean,
  clause: ClauseId,
): boolean {
  if (isOfReply(clause)) return false;
  const [first] = owed;
  // A fault that the target was declared not to look at shows nothing.
  if (!first) return faults.length === 0 && answer.reply?.status === 101;
  return isRefused(answer) && !isAccepted && isOfOneGuard(owed) && isOwn(first, clause);
}

/** Whether a clause is that of a row, or a narrower one for a fault that the row finds. */
function isOwn(row: Rows[number], clause: ClauseId): boolean {
  return row.clause === clause || isNarrower(row.guard, clause);
}

function judgeDecision(
  { faults, owed }: Examined,
  answer: Answer,
  clause: ClauseId,
  refusedAs: ClauseId,
): readonly Charge[] {
  if (answerOf(answer) === 'junk') return [chargeJunk(answer)];
  if (owed.length > 0) return judgeRefusal(owed, answer, clause);
  // The target may refuse a fault that it was declared not to look at.
  if (answer.reply?.status === 101 || faults.length > 0) return [];
  return [{ kind: 'refused', clause: refusedAs, expected: 'acceptance', ...observeAnswer(answer) }];
}

/** What of a request an answer is wrong for: what the rows look at that should have refused it. */
function seeCause(octets: Uint8Array, owed: Rows, { endpoint: { credential } }: Target): Seen {
  return seeRequest(
    owed.map(({ about }) => about),
    octets,
    credential && partOf(credential),
  );
}

/** What an answer is as a whole. */
function observeAnswer(answer: Answer): Pick<Fault, 'about' | 'observed' | 'seen'> {
  const about = answer.reply ? 'status' : 'start-line';
  return {
    about,
    observed: answerPhrase(answer),
    seen: [seeReply([about], answer.octets, headAt(answer))],
  };
}

/** What a target is charged with that answers by octets which are no reply. */
export function chargeJunk(answer: Answer): Charge {
  return { kind: 'unanswered', clause: readable, expected: 'replyOfHttp', ...observeAnswer(answer) };
}

function judgeRefusal(rows: Rows, answer: Answer, clause: ClauseId): readonly Charge[] {
  const [first] = rows;
  if (!first) return [];
  const { reply } = answer;
  if (!reply) {
    // A reset can swallow a reply that was sent.
    const isNothing = answerOf(answer) === 'nothing';
    if (isNothing && answer.end === 'reset') return [];
    const expected = { is: 'permits', rows, orEnd: !isNothing } as const; // a phrase
    return [{ kind: 'unanswered', clause: 'rfc6455/4.2.1/error-status', expected, ...observeAnswer(answer) }];
  }
  if (rows.some((row) => permitsStatus(row, reply.status))) return [];
  const broken = isOfOneGuard(rows) && isOwn(first, clause) ? clause : first.clause;
  return [
    {
      kind: 'accepted',
      clause: broken,
      expected: { is: 'permits', rows, orEnd: false },
      ...observeAnswer(answer),
    },
  ];
}

/** A reset can destroy a reply that was sent, so that the octets before a reset prove nothing. */
export function answerOf(answer: Answer): Breach['answer'] {
  const { reply, end } = answer;
  if (reply) return reply.status;
  if (behindInterims(answer).length > 0 && end !== 'reset') return 'junk';
  return end === 'late' ? 'silence' : 'nothing';
}
