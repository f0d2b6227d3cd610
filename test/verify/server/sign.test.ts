import { expect, test } from 'vitest';
import { canonicalMessage, readTarget, sampleKey } from '../../../src/verify/judge/target.ts';
import type { Probed } from '../../../src/verify/peer/probe.ts';
import { serverCases } from '../../../src/verify/server/request-case.ts';
import { createServerSubject } from '../../../src/verify/server/subject.ts';
import { parseReply } from '../../../src/wire/index.ts';

const target = readTarget('ws://127.0.0.1/', {});
if (!target.ok) throw new Error(target.problem);
const subject = createServerSubject(target.value, '127.0.0.1', 1, 1);
const [current] = serverCases(target.value, 1, 1).literals;
if (!current) throw new Error('no case');
const message = canonicalMessage(target.value, sampleKey);
const opening = subject.resend(current, { ...message, lines: message.lines.slice(1) });

/** The signs of an opening without Host that was answered so. */
function signsOf(status: string | null, end: Probed['answer']['end']) {
  const octets = Buffer.from(status === null ? '' : `HTTP/1.1 ${status}\r\n\r\n`);
  const parsed = parseReply(octets);
  const answer = {
    ...{ octets, head: octets, reply: parsed.ok ? parsed.value : null, interims: [], early: Buffer.alloc(0) },
    ...{
      ponged: false,
      content: null,
      closing: 'unseen' as const,
      isAheadOfRest: false,
      second: 'unasked' as const,
      end,
    },
  };
  const exchange: Probed = {
    ...{ nonce: '', server: null, answer },
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
