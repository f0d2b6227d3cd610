import { expect, test } from 'vitest';
import { canonicalMessage, sampleKey } from '../../../src/verify/judge/target.ts';
import type { Probed } from '../../../src/verify/peer/probe.ts';
import { serverCases } from '../../../src/verify/server/case/request-case.ts';
import { createServerSubject } from '../../../src/verify/server/subject.ts';
import { readAnswer } from '../judge/message.ts';
import { targetOf } from '../target.ts';

const target = targetOf('ws://127.0.0.1/');
const subject = createServerSubject(target, '127.0.0.1', 1, 1);
const [current] = serverCases(target, 1, 1).literals;
if (!current) throw new Error('no case');
const message = canonicalMessage(target, sampleKey);
const opening = subject.resend(current, { ...message, lines: message.lines.slice(1) });

/** The signs of an opening without Host that was answered so. */
function signsOf(status: string | null, end: Probed['answer']['end']) {
  const exchange: Probed = {
    nonce: '',
    server: null,
    answer: readAnswer(status === null ? '' : `HTTP/1.1 ${status}\r\n\r\n`, end),
    client: { sent: [], received: [], came: 0, isCut: false, ending: 'open' },
  };
  return subject.signsOf(opening, exchange, { part: 'host', guard: 'hostIsAbsent' });
}

test.each([
  ['101 Switching Protocols', 'replied', ['hostIsAbsent accepted']],
  ['400 Bad Request', 'replied', ['hostIsAbsent refused']],
  [null, 'ended', ['hostIsAbsent refused']],
  [null, 'late', []],
  ['503 Service Unavailable', 'replied', []],
  ['429 Too Many Requests', 'replied', []],
] as const)('%s, %s: %j', (status, end, signs) => {
  expect(signsOf(status, end)).toEqual(signs);
});
