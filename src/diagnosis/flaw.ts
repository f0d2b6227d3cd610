import type { FailureSign } from '../knowledge/failure-sign.ts';
import { type AnswerRead, describeAnswer } from './answer.ts';
import { readFrameSigns } from './frame-sign.ts';
import type { ExchangeSeen, FramesSeen } from './observation.ts';
import { signDescriptions } from './sign-description.ts';
import type { Sign } from './sign-set.ts';

/** What an open connection shows that is of no use. */
const ofFrames: readonly FailureSign[] = [
  'closesAtOnce',
  'closesLater',
  'httpBehindSwitch',
  'framesAreBroken',
  'compressionBreaks',
  'pongIsMissing',
];

/** What is wrong with a 101, or behind it; nothing where it is of use, or there is none. */
export function findFlaws({ reply, guard }: AnswerRead, frames?: FramesSeen): readonly Sign[] {
  if (reply?.status !== 101 || guard === null) return [];
  if (guard !== 'otherwise') return [[guard, null]];
  return frames ? readFrameSigns(frames).filter(([sign]) => ofFrames.includes(sign)) : [];
}

/** Whether an opening has led to a connection that is of use, as far as that was looked at. */
export function isOfUse(answer: AnswerRead, frames?: FramesSeen): boolean {
  return answer.opens && findFlaws(answer, frames).length === 0;
}

/** What came of an opening, and what is wrong with it though it is a 101. */
export function describeUse(answer: AnswerRead, exchange: ExchangeSeen, frames?: FramesSeen): string {
  const flaws = findFlaws(answer, frames).map(([sign, told]) => `, but ${told ?? signDescriptions[sign]}`);
  return `${describeAnswer(answer, exchange)}${flaws[0] ?? ''}`;
}
