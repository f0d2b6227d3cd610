import { expect, test } from 'vitest';
import { serverTable } from '../../../models/decisions/server.ts';
import { answerPhrase, linesOf, type Phrase, statusPhrase } from '../../../src/verify/judge/seen/phrase.ts';
import { describeFault, describePermits, describePhrase } from '../../../src/verify/report/phrase.ts';
import { readAnswer } from '../judge/message.ts';

const field = (name: string, value: string) => ({ name, value, span: { start: 0, end: 0 } });
const [of, accept] = [['chat', 'v2'], 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='];
const rowsOf = (...guards: readonly string[]) =>
  serverTable.rows.filter(({ guard }) => guards.includes(guard));

test.each<[string, Phrase]>([
  ['a pong', 'pong'],
  ['GET', { is: 'text', text: 'GET' }],
  ['400 (hostIsAbsent)', { is: 'permits', rows: rowsOf('hostIsAbsent'), orEnd: false }],
  [
    '400; or an error status (hostIsAbsent, keyIsAbsent), or the end of the connection',
    { is: 'permits', rows: rowsOf('hostIsAbsent', 'keyIsAbsent'), orEnd: true },
  ],
  ['a connection that fails', { is: 'failing', guards: [] }],
  ['a connection that fails (acceptIsWrong, a)', { is: 'failing', guards: ['acceptIsWrong', 'a'] }],
  ['a 101 in HTTP/1.1', { is: 'partOfSwitch', about: 'start-line', accept, subprotocols: of }],
  ['websocket', { is: 'partOfSwitch', about: 'upgrade', accept, subprotocols: of }],
  ['Upgrade', { is: 'partOfSwitch', about: 'connection', accept, subprotocols: of }],
  [`one ${accept}`, { is: 'partOfSwitch', about: 'sec-websocket-accept', accept, subprotocols: of }],
  [
    'none, or one of those offered: chat, v2',
    { is: 'partOfSwitch', about: 'sec-websocket-protocol', accept, subprotocols: of },
  ],
  [
    'none, or one of those offered: none',
    { is: 'partOfSwitch', about: 'sec-websocket-protocol', accept, subprotocols: [] },
  ],
  [
    'none, or an answer that fits one of the offers',
    { is: 'partOfSwitch', about: 'sec-websocket-extensions', accept, subprotocols: of },
  ],
  ['no upgrade', { is: 'values', name: 'upgrade', values: [] }],
  ['an empty upgrade', { is: 'values', name: 'upgrade', values: [''] }],
  [
    'on 1 of 12 kinds of faulty openings (keyIsAbsent); that may be a crash: see the log of the target',
    { is: 'dropped', guards: ['keyIsAbsent'], of: 12 },
  ],
  ['websocket and h2c', { is: 'values', name: 'upgrade', values: ['websocket', 'h2c'] }],
  [' and ', { is: 'values', name: 'upgrade', values: ['', ''] }],
  ['upgrade: , h2c, x', { is: 'list', name: 'upgrade', values: [', h2c', 'x'] }],
  [
    '0, no transfer-encoding',
    {
      is: 'framing',
      fields: [
        { name: 'content-length', values: ['0'] },
        { name: 'transfer-encoding', values: [] },
      ],
    },
  ],
  [
    'A: 1 and A: 2; no B',
    {
      is: 'fields',
      fields: [
        { name: 'A', values: ['1', '2'] },
        { name: 'B', values: [] },
      ],
    },
  ],
  ['none of what Connection names: close, x', { is: 'noneNominated', options: 'close, x' }],
  ['POST in HTTP/1.0', { is: 'requestLine', method: 'POST', major: 1, minor: 0 }],
  ['404 Not Found', statusPhrase({ status: 404, reason: 'Not Found' })],
  ['404', statusPhrase({ status: 404, reason: '' })],
  ['a reset', { is: 'unanswered', interims: [], end: 'reset' }],
  ['103, and then the end of the connection', { is: 'unanswered', interims: [103], end: 'ended' }],
  ['nothing in time', { is: 'unanswered', interims: [], end: 'late' }],
  ['nothing', { is: 'unanswered', interims: [], end: 'replied' }],
  ['none', { is: 'interims', statuses: [] }],
  ['100, 103', { is: 'interims', statuses: [100, 103] }],
  [
    '200 OK, with the accept value of the key',
    { is: 'accepting', answer: statusPhrase({ status: 200, reason: 'OK' }) },
  ],
  ['4 octets', { is: 'octets', count: 4 }],
  ['4 octets that are no reply', { is: 'octetsThatAreNoReply', count: 4 }],
  ['4 octets that are no request', { is: 'octetsThatAreNoRequest', count: 4 }],
  ['4 octets, others than were sent', { is: 'otherOctets', count: 4 }],
  ['a message of 4 octets', { is: 'message', count: 4 }],
  ['KEY on 2 of 3 connections', { is: 'repeatedKey', key: 'KEY', count: 2, of: 3, answered: null }],
  [
    'KEY on 2 of 3 connections, the first of which was answered by HTTP/1.1 421 B',
    { is: 'repeatedKey', key: 'KEY', count: 2, of: 3, answered: 'HTTP/1.1 421 B' },
  ],
  ['9 of 128 bits that are the same in all of 30 keys', { is: 'sameBits', bits: 9, keys: 30 }],
  ['the server name localhost', { is: 'serverName', host: 'localhost' }],
  ['a connection that failed', { is: 'failure', told: null }],
  ['a connection that failed: no 101', { is: 'failure', told: 'no 101' }],
  ['the end of its process (SIGSEGV)', { is: 'processEnd', how: 'SIGSEGV' }],
  ['404 of the hop, and nothing at the backend', { is: 'ownAnswer', status: 404 }],
  ['octets of the hop, and nothing at the backend', { is: 'ownAnswer', status: null }],
  ['a connection that is open elsewhere', { is: 'outcome', outcome: 'openedAnother' }],
  [
    'only behind another request, such as that of case 7: a POST',
    { is: 'onlyBehind', number: 7, title: 'a POST', recovers: true, within: 20 },
  ],
  [
    'only behind another request, such as that of case 7: a POST; within 20 requests it did not come back to right answers',
    { is: 'onlyBehind', number: 7, title: 'a POST', recovers: false, within: 20 },
  ],
  ['a bare LF, at octet 14', { is: 'unreadable', problem: 'a bare LF', at: 14 }],
  [`The right value is ${accept}.`, { is: 'rightAccept', accept, cause: null }],
  [`It is cut. The right value is ${accept}.`, { is: 'rightAccept', accept, cause: 'It is cut.' }],
])('%s', (text, phrase) => {
  expect(describePhrase(phrase)).toBe(text);
});

test('the values of a field are all that a message has, in whatever case its name is', () => {
  const fields = [field('Upgrade', 'websocket'), field('Connection', 'x'), field('UPGRADE', 'h2c')];
  expect(linesOf('upgrade', { fields })).toEqual({ name: 'upgrade', values: ['websocket', 'h2c'] });
});

test.each([
  ['three', 3, '103, 103, 103, and then nothing in time'],
  ['endless ones', 70_000, '103, 103, 103, 103, 103 and at least 65531 more, and then nothing in time'],
])('of interim replies the first five are told, and how many more: %s', (_, count, told) => {
  expect(describePhrase(answerPhrase(readAnswer('HTTP/1.1 103 \r\n\r\n'.repeat(count))))).toBe(told);
});

test.each([
  ['otherwise', 'any status'],
  ['upgradeIsAbsent', 'any final status but 101'],
  ['keyIsAbsent', 'an error status'],
  ['transferCodingIsMalformed', '400 or 501'],
  ['versionIsNot13', 'an error status with Sec-WebSocket-Version'],
])('where %s, a row permits %s', (guard, text) => {
  expect(rowsOf(guard).map(describePermits)).toContain(text);
});

test('a fault is told with its cause where it has one, and without what is hidden', () => {
  const fault = { expected: 'pong', observed: { is: 'text', text: 'a secret' } } as const;
  const hide = (text: string) => text.replace('secret', '***');
  expect(describeFault(fault)).toEqual({ expected: 'a pong', observed: 'a secret' });
  expect(describeFault({ ...fault, hint: 'cutRequest' }, hide)).toEqual({
    expected: 'a pong',
    observed: 'a ***',
    hint: 'the request came in several pieces, and may be looked for in the first alone',
  });
});
