import type { Answer } from '../peer/answer.ts';
import type { RequestCase } from './case.ts';
import { type Judgement, judgeAnswer } from './judgement.ts';
import { weigh } from './severity.ts';
import type { Target } from './target.ts';

/** Judges the answer to a case; one with messages behind its 101 by whether they were answered. */
export function judgeCase(current: RequestCase, answer: Answer, target: Target): Judgement {
  if (current.frames) return judgeMessages(current, answer);
  if (current.early) return judgeEarly(current, current.early, answer);
  const [first, ...others] = current.pieces;
  const octets = first && others.length === 0 ? first : Buffer.concat(current.pieces);
  const judged = judgeAnswer(octets, answer, target, current.clause);
  const mayRefuse = current.changes.some(({ refusedAs }) => refusedAs === null);
  return mayRefuse ? { ...judged, faults: judged.faults.filter(({ kind }) => kind !== 'refused') } : judged;
}

/** A message that comes before the credential must not be answered. */
function judgeMessages(current: RequestCase, { reply, early }: Answer): Judgement {
  const [first = 0] = early;
  const isAnswered = reply?.status === 101 && early.length > 0 && [1, 2].includes(first & 0x0f);
  const expected = 'no answer to a message before the credential is validated';
  return judgeFrames(current, isAnswered, expected, `a message of ${early.length} octets`);
}

/** A frame that came too early may be refused with its request, but not be lost behind a 101. */
function judgeEarly(current: RequestCase, data: Uint8Array, { reply, ponged, early }: Answer): Judgement {
  const isLost = reply?.status === 101 && ponged && !Buffer.from(early).includes(Buffer.from(data));
  return judgeFrames(current, isLost, 'a pong to the ping that came right behind the request', 'none');
}

function judgeFrames(current: RequestCase, isBroken: boolean, expected: string, observed: string): Judgement {
  const { clause } = current;
  const kind = 'message' as const;
  const severity = weigh(clause, kind, null, new Uint8Array());
  const told = { clause, kind, expected, observed, guard: null, severity, tags: [] };
  return { shown: [], faults: isBroken ? [told] : [] };
}
