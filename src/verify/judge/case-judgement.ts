import type { ClauseId } from '../../../models/clauses.ts';
import { answerGuards, replyObligations } from '../../../models/obligations/reply.ts';
import type { Breach } from '../../../models/verdict/breach.ts';
import { writeRequestMessage } from '../../arbitraries/index.ts';
import { readBehind } from '../../facts/behind-facts.ts';
import { fieldValues, parseRequest } from '../../wire/index.ts';
import { type Answer, headAt } from '../peer/answer.ts';
import { carries, readFrames, type ServerFrame } from '../peer/frame/server-frame.ts';
import { acceptance, beforeMessages, octetsOf, type RequestCase } from './case.ts';
import {
  answerOf,
  type Charge,
  chargeJunk,
  type Fault,
  isSwitchToAnother,
  type Judgement,
  judgeAnswer,
  weighAlone,
} from './judgement.ts';
import { isOfReply } from './obligation.ts';
import { seeReply } from './seen/seen.ts';
import { checkSpoiltSwitch } from './switch/spoilt-switch.ts';
import { canonicalMessage, type Target } from './target.ts';

/** Judges the answer to a case. A case that sends messages behind the 101 is judged by whether they were answered. */
export function judgeCase(current: RequestCase, answer: Answer, target: Target): Judgement {
  // Among octets that are not kept there may have been what would decide these.
  if (answer.came !== undefined && (current.frames || current.early)) return { shown: [], faults: [] };
  if (current.frames) return judgeMessages(current, answer, target);
  if (current.early) return judgeEarly(current, current.early, answer);
  const octets = octetsOf(current);
  const whole = judgeAnswer(octets, answer, target, current.clause, chargedTo(current) ?? acceptance);
  const judged = isOfMoreThanFaults(current, answer) ? withoutRefusal(whole) : whole;
  const isRefused = judged.faults.some(isRefusal);
  const isJunk = answerOf(answer) === 'junk';
  if (!isRefused && !isJunk)
    return { ...judged, shown: [...judged.shown, ...keptBy(current, octets, answer)] };
  const spoilt = current.isCut ? null : judgeSpoilt(octets, answer, target);
  if (spoilt) {
    const faults = judged.faults.filter((fault) => !isRefusal(fault) && fault.kind !== 'unanswered');
    return { shown: [...judged.shown, spoilt.clause], faults: [...faults, spoilt] };
  }
  if (!isRefused) return judged;
  const mayRefuse = current.changes.some(({ refusedAs }) => refusedAs === null);
  const charged = mayRefuse ? null : chargedTo(current);
  const shown = judged.shown.filter((clause) => clause !== current.clause);
  return {
    shown: charged === null ? shown : [...shown, charged],
    faults: mayRefuse ? judged.faults.filter((fault) => !isRefusal(fault)) : judged.faults,
  };
}

/** Whether a request was refused in which something else was changed beside a fault: the refusal may be for that. */
function isOfMoreThanFaults({ changes }: RequestCase, { reply }: Answer): boolean {
  const isFaulty = changes.some(({ guard }) => guard !== null);
  return isFaulty && reply?.status !== 101 && changes.some(({ guard }) => guard === null);
}

/** The clauses of how a certain fault is refused. */
const ofRefusal: ReadonlySet<ClauseId> = new Set(
  replyObligations
    .filter(({ owed }) => ['fault', 'askedVersion'].some((name) => name in answerGuards[owed]))
    .map(({ clause }) => clause),
);

/** Without what a refusal shows only if it is for the fault. */
function withoutRefusal({ shown, faults }: Judgement): Judgement {
  return {
    shown: shown.filter((clause) => !ofRefusal.has(clause)),
    faults: faults.filter(({ clause }) => !ofRefusal.has(clause)),
  };
}

/**
 * The clause that a refusal would have broken, where the request was accepted. What a 101 owes is shown by the tables
 * of obligations: to accept the request may be the very thing that a breach begins with.
 */
function keptBy({ changes }: RequestCase, octets: Uint8Array, answer: Answer): readonly ClauseId[] {
  const [only, ...more] = changes;
  const isKept =
    answer.reply?.status === 101 && more.length === 0 && only?.guard === null && only.refusedAs !== null;
  if (!isKept || isOfReply(only.refusedAs)) return [];
  const request = parseRequest(octets);
  return isSwitchToAnother(request.ok ? request.value : null, answer) ? [] : [only.refusedAs];
}

function isRefusal({ kind }: Judgement['faults'][number]): boolean {
  return kind === 'refused';
}

/** An answer to the canonical opening that accepts it, and is no 101 that a client could read. */
function judgeSpoilt(octets: Uint8Array, answer: Answer, target: Target): Fault | null {
  const request = parseRequest(octets);
  const [key = ''] = request.ok ? fieldValues(request.value.fields, 'sec-websocket-key') : [];
  const isCanonical = Buffer.from(writeRequestMessage(canonicalMessage(target, key))).equals(octets);
  const broken = isCanonical ? checkSpoiltSwitch(key, answer) : null;
  return broken && weighAlone({ kind: 'reply', ...broken }, answer.reply?.status ?? 'junk');
}

/** The clause that a refusal breaks; null where it breaks none, or any of several. */
function chargedTo({ clause, changes, pieces }: RequestCase): ClauseId | null {
  const [only, ...more] = changes;
  if (pieces.length > 1) return acceptance;
  if (!only) return clause;
  return more.length === 0 ? only.refusedAs : null;
}

/** A server must not answer a message that comes before the credential. What it sends unasked answers nothing. */
function judgeMessages(
  current: RequestCase,
  { reply, early, octets, interims }: Answer,
  { pongPatience }: Target,
): Judgement {
  const frames = readFrames(early);
  const isPong = ({ opcode, payload }: ServerFrame) => opcode === 0xa && beforeMessages.equals(payload);
  const from = frames.findIndex(isPong);
  const isOpen = reply?.status === 101 && from >= 0;
  const answer = isOpen ? frames.slice(from).find(({ opcode }) => opcode <= 2) : undefined;
  const expected = 'silenceBeforeCredential';
  const observed = { is: 'message', count: answer?.payload.length ?? 0 } as const; // a phrase
  // A server that answers no frame at all has held nothing back.
  const isShown = isOpen && pongPatience === undefined;
  const seen = [seeReply(['behind'], octets, headAt({ octets, interims }))];
  return judgeFrames(current, isShown, answer !== undefined, { expected, observed, about: 'behind', seen });
}

/** A server may refuse a request that a frame came with; if it answers 101, it must not lose the frame. */
function judgeEarly(current: RequestCase, data: Uint8Array, answer: Answer): Judgement {
  if (answerOf(answer) === 'junk') return judgeCharge({ ...chargeJunk(answer), kind: 'message' }, 'junk');
  const { reply, ponged, early } = answer;
  const isSwitch = reply?.status === 101;
  if (isSwitch && readBehind(early, false, ponged) === 'http') {
    const clause = 'service/1/frames-after-101';
    const expected = 'noReplyBehindSwitch';
    const seen = [seeReply(['behind'], answer.octets, headAt(answer))];
    return judgeCharge(
      { kind: 'message', clause, expected, observed: 'replyBehindSwitch', about: 'behind', seen },
      101,
    );
  }
  const isOpen = isSwitch && ponged;
  const isLost = isOpen && !Buffer.from(early).includes(Buffer.from(data)) && !carries(early, data);
  const expected = 'pongToEarlyPing';
  return judgeFrames(current, isOpen, isLost, { expected, observed: 'none', about: 'pong', seen: [] });
}

/** @param isShown whether the connection was open, so that frames could come on it */
function judgeFrames(
  { clause }: RequestCase,
  isShown: boolean,
  isBroken: boolean,
  broken: Pick<Charge, 'expected' | 'observed' | 'about' | 'seen'>,
): Judgement {
  const shown = isShown ? [clause] : [];
  if (!isBroken) return { shown, faults: [] };
  return judgeCharge({ kind: 'message', clause, ...broken }, 101);
}

function judgeCharge(charge: Charge, answer: Breach['answer']): Judgement {
  const fault = weighAlone(charge, answer);
  return { shown: fault ? [charge.clause] : [], faults: fault ? [fault] : [] };
}
