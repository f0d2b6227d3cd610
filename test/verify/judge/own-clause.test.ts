import { expect, test } from 'vitest';
import { isClosedBehind } from '../../../src/verify/judge/own-clause.ts';
import { type Answer, AnswerReader } from '../../../src/verify/peer/answer.ts';

const switched = 'HTTP/1.1 101 S\r\nUpgrade: websocket\r\n\r\n';
const close = (code: number) => [0x88, 2, code >> 8, code & 255];

test.each([
  ['the end', switched, [], 'ended', true],
  ['a Close frame', switched, close(1000), 'ended', true],
  ['a Close frame, and no end', switched, close(1001), 'late', true],
  ['a Close frame without a code', switched, [0x88, 0], 'ended', true],
  ['a Close for frames that were wrong', switched, close(1002), 'ended', false],
  ['a Close for what is no text', switched, close(1007), 'ended', false],
  ['a Close for what is too big', switched, close(1009), 'ended', false],
  ['a reset', switched, [], 'reset', false],
  ['nothing', switched, [], 'late', false],
  ['the end of a refusal', 'HTTP/1.1 400 B\r\n\r\n', [], 'ended', false],
] as const)('behind a 101 came %s', (_, text, early, end, is) => {
  const reader = new AnswerReader();
  reader.push(Buffer.from(text, 'latin1'));
  const answer: Answer = { ...reader.answer(end), early: Uint8Array.from(early) };
  expect(isClosedBehind(answer)).toBe(is);
  expect(isClosedBehind({ ...answer, ponged: true })).toBe(false);
});
