import type { Permits } from '../../../models/decisions/row.ts';
import type { AnswerFacts } from '../../../models/facts/answer.ts';
import { listNotApplicable } from '../../../models/verdict/not-applicable.ts';
import { contentData } from '../../arbitraries/index.ts';
import { selectSubprotocol } from '../../negotiation/subprotocol.ts';
import { equalsIgnoringCase, fieldValues, parseTokenList } from '../../wire/index.ts';
import { type Answer, headAt } from '../peer/answer.ts';
import { findClose } from '../peer/frame/close-frame.ts';
import { pongFrame } from '../peer/frame/frame.ts';
import { checkReply } from './obligation.ts';
import { type Examined, isOfOneGuard, type Rows } from './oracle.ts';
import type { Checked } from './seen/broken-clause.ts';
import type { Target } from './target.ts';

/** What a server speaks, as far as is known, of which nothing else was declared: it has accepted the known-good opening. */
const spoken: readonly number[] = [13];

/** Holds a reply against what it owes itself, and leaves out the clauses that are unowed. */
export function checkOwnClauses(
  { faults, owed, request, content }: Examined,
  accepted: Rows,
  answer: Answer,
  { options, choices, endpoint, pongPatience, isSubprotocolLearnt }: Target,
): Checked {
  const { reply } = answer;
  if (!reply) return { shown: [], faults: [] };
  const [only] = faults;
  const isDue = owed.length > 0 && owed.every(({ permits }) => isErrorAlone(permits.status));
  const offered = fieldValues(request?.fields ?? [], 'sec-websocket-protocol');
  const isPongAwaited = content !== 'outstanding' && pongPatience === undefined;
  // A reply that the application has written is not the server's, though the server is known from inside.
  const isKnown = choices !== undefined && owed.every(({ status }) => status !== 'fromApplication');
  const isChosen = choices === undefined || canChoose(offered, endpoint.subprotocols);
  const checked = checkReply(
    {
      reply,
      head: answer.head,
      interims: answer.interims,
      behind: answer.early,
      pong: isPongAwaited ? pongIn(answer) : 'unasked',
      pingInContent: hasPongToContent(answer) ? 'answered' : 'unanswered',
      second: answer.second,
      content: answer.content,
      end: reply.status === 101 && hasEnded(answer) ? 'ended' : answer.closing,
    },
    {
      request,
      versions: options.versions ?? spoken,
      fault: only === undefined ? 'none' : isOfOneGuard(faults) ? only.guard : 'several',
      refusal: isDue ? 'due' : 'open',
      requestContent: content,
      began: content === 'outstanding' || answer.isAheadOfRest ? 'beforeContent' : 'other',
      support: supportOf(offered, options, isSubprotocolLearnt),
      choice: request !== null && (offered.length === 0 || !isChosen) ? 'none' : 'open',
      clock: isKnown ? 'known' : 'unknown',
      resource: isKnown ? 'getOnly' : 'unknown',
      intent: isKnown ? 'closes' : 'unknown',
    },
    answer.octets,
    headAt(answer),
  );
  const exempt = faults.filter((row) => !owed.includes(row));
  // Most requests have no fault that counts here.
  if (accepted.length + exempt.length === 0) return checked;
  const unowed = listNotApplicable([
    ...accepted.map(({ guard }) => ({ guard, standing: 'owed' }) as const), // a fault
    ...exempt.map(({ guard }) => ({ guard, standing: 'exempt' }) as const), // a fault
  ]);
  return {
    shown: checked.shown.filter((clause) => !unowed.has(clause)),
    faults: checked.faults.filter(({ clause }) => !unowed.has(clause)),
  };
}

/** The pong that belongs to a ping in content. */
const pongToContent = pongFrame(Buffer.from(contentData));

function hasPongToContent({ early }: Answer): boolean {
  return Buffer.from(early).includes(pongToContent);
}

/** Codes by which a server says that frames were wrong (RFC 6455 §7.4.1). */
const ofWrongFrames: readonly (number | null)[] = [1002, 1007, 1009];

function pongIn({ ponged, early, end }: Answer): AnswerFacts['pong'] {
  if (ponged) return 'came';
  const close = findClose(early);
  if (close) return ofWrongFrames.includes(close.code) ? 'failed' : 'closed';
  return end === 'ended' || end === 'reset' ? end : 'missing';
}

/** Whether a connection was ended behind a 101, and nothing that came before tells that frames were to blame. */
export function isClosedBehind(answer: Answer): boolean {
  const pong = pongIn(answer);
  return answer.reply?.status === 101 && (pong === 'closed' || pong === 'ended') && !hasPongToContent(answer);
}

/** A token among the names is no subprotocol, and a server that was not asked may support more than was learnt of it. */
function supportOf(
  offered: readonly string[],
  { subprotocols, auth }: Target['options'],
  isLearnt = false,
): 'none' | 'open' {
  const names = parseTokenList(offered.join(','));
  if (!subprotocols || isLearnt || auth?.in === 'subprotocol' || !names?.length) return 'open';
  const isSupported = (name: string) => subprotocols.some((each) => equalsIgnoringCase(each, name));
  return names.some(isSupported) ? 'open' : 'none';
}

function canChoose(offered: readonly string[], supported: readonly string[]): boolean {
  return selectSubprotocol(parseTokenList(offered.join(',')) ?? [], supported) !== null;
}

function hasEnded({ end }: Answer): boolean {
  return end === 'ended' || end === 'reset';
}

function isErrorAlone(status: Permits['status']): boolean {
  return status !== 'any' && status !== 'anyBut101';
}
