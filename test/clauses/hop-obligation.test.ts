import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import type { PassageFacts } from '../../models/facts/passage.ts';
import { hopObligationTable } from '../../models/obligations/hop.ts';
import { checkObligations } from '../../models/obligations/obligation.ts';
import { type PassageSight, readPassage } from '../../src/facts/passage-facts.ts';
import { clause } from './clause.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');
const opening = (...lines: readonly string[]) =>
  octets(['GET /?a HTTP/1.1', 'Host: a', ...lines, '\r\n'].join('\r\n'));
const reply = (line: string, ...lines: readonly string[]) =>
  octets([`HTTP/1.1 ${line}`, ...lines, '\r\n'].join('\r\n'));
const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);

const nothing: PassageSight = {
  ...{ sent: opening(), arrived: opening(), replied: reply('101 '), returned: reply('101 ') },
  ...{ forth: null, back: null, early: null, beyond: 'unseen' },
};

/** The clauses that concern what was seen, and those of them that are broken. */
function judge(sight: Partial<PassageSight>) {
  const { owed, broken } = checkObligations(hopObligationTable, readPassage({ ...nothing, ...sight }));
  return { owed: owed.map((row) => row.clause), broken: broken.map((row) => row.clause) };
}

const carried = (sent: string, came: string) => ({ sent: octets(sent), came: octets(came) });

describe(clause('rfc9110/3.7/blind-relay'), () => {
  test.each(['forth', 'back', 'early'] as const)(
    'octets %s: all of them, and none that is another',
    (part) => {
      const of = (sent: string, came: string) => judge({ [part]: carried(sent, came) }).broken;
      expect(of('\x81\x00ab', '\x81\x00ab')).toEqual([]);
      expect(of('\x81\x00ab', '\x81\x00a')).toEqual(['rfc9110/3.7/blind-relay']);
      expect(of('\x81\x00ab', '\x81\x00ac')).toEqual(['rfc9110/3.7/blind-relay']);
      expect(of('', 'a')).toEqual([]);
    },
  );
});

function expectNoneAdded(id: ClauseId, added: string): void {
  expect(judge({}).owed).toContain(id);
  expect(judge({ returned: reply('101 ', added) }).broken).toEqual([id]);
  // The backend is at fault first.
  expect(judge({ replied: reply('101 ', added), returned: reply('101 ', added) }).broken).toEqual([]);
  const refusal = { replied: reply('403 no'), returned: reply('403 no', added) };
  expect(judge(refusal).owed).not.toContain(id);
}

test(clause('rfc9110/8.6/no-length-in-relayed-switch'), () => {
  expectNoneAdded('rfc9110/8.6/no-length-in-relayed-switch', 'Content-Length: 0');
});

test(clause('rfc9112/6.1/no-coding-in-relayed-switch'), () => {
  expectNoneAdded('rfc9112/6.1/no-coding-in-relayed-switch', 'Transfer-Encoding: chunked');
});

describe(clause('rfc9110/5.1/fields-forwarded'), () => {
  const { clause: id } = { clause: 'rfc9110/5.1/fields-forwarded' };
  test.each([
    ['as it was', ['X-A: b'], ['X-A: b'], []],
    ['in other letter case, among others', ['X-A: b', 'Cookie: c'], ['Via: d', 'cookie: c', 'x-a: b'], []],
    ['a list in one line', ['X-A: b', 'X-A: c'], ['X-A: b, c'], []],
    ['dropped', ['X-A: b'], [], [id]],
    ['changed', ['X-A: b'], ['X-A: B'], [id]],
    ['named by Connection, and dropped', ['Connection: X-A', 'X-A: b'], [], []],
    ['of the handshake: no affair of this clause', ['Sec-WebSocket-Key: b', 'Origin: c'], [], []],
  ])('a field of the request %s', (_, sent, arrived, broken) => {
    expect(judge({ sent: opening(...sent), arrived: opening(...arrived) }).broken).toEqual(broken);
  });

  test.each([
    ['as it was', ['Retry-After: 9'], ['Server: a', 'retry-after: 9'], []],
    ['dropped', ['Retry-After: 9'], [], [id]],
    ['of the hop itself', ['Date: a', 'Server: b', 'Location: c'], ['Location: d'], []],
  ])('a field of the reply %s', (_, replied, returned, broken) => {
    const of = (lines: readonly string[]) => reply('503 no', ...lines);
    expect(judge({ replied: of(replied), returned: of(returned) }).broken).toEqual(broken);
  });

  test('a reply of the hop in the place of the other is no affair of it', () => {
    expect(judge({ replied: reply('503 no', 'X-A: b'), returned: reply('502 no') }).owed).toEqual([
      'rfc9112/6.3/framing-mended',
    ]);
  });
});

test(clause('rfc9110/5.3/line-order'), () => {
  const of = (...arrived: readonly string[]) =>
    judge({ sent: opening('X-A: b', 'X-C: d', 'X-A: e'), arrived: opening(...arrived) }).broken;
  expect(of('X-C: d', 'X-A: b', 'X-A: e')).toEqual([]);
  expect(of('X-A: e', 'X-C: d', 'X-A: b')).toEqual(['rfc9110/5.3/line-order']);
});

test(clause('rfc9110/11.6.2/authorization-kept'), () => {
  const of = (...arrived: readonly string[]) =>
    judge({ sent: opening('Authorization: Basic a'), arrived: opening(...arrived) }).broken;
  expect(of('authorization: Basic a')).toEqual([]);
  expect(of()).toEqual(['rfc9110/11.6.2/authorization-kept']);
  expect(of('Authorization: Basic b')).toEqual(['rfc9110/11.6.2/authorization-kept']);
});

test(clause('rfc9110/11.6.1/challenge-kept'), () => {
  const of = (...returned: readonly string[]) =>
    judge({ replied: reply('401 no', 'WWW-Authenticate: Basic'), returned: reply('401 no', ...returned) })
      .broken;
  expect(of('WWW-Authenticate: Basic')).toEqual([]);
  expect(of()).toEqual(['rfc9110/11.6.1/challenge-kept']);
});

test('content of a refusal: another page is free, a part of one is not', () => {
  const of = (content: string, line = 'Content-Length: 5') =>
    readPassage({
      ...nothing,
      replied: join(reply('403 no', 'Content-Length: 5'), octets('hello')),
      returned: join(reply('403 no', line), octets(content)),
    }).content;
  expect(of('hello')).toBe('kept');
  expect(of('5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')).toBe('kept');
  expect(of('other')).toBe('changed');
  expect(of('hel')).toBe('lost');
  expect(of('hel', 'Content-Length: 3')).toBe('lost');
});

test('fields of a page that a hop puts in the place of a refusal are its own', () => {
  const of = (content: string) =>
    judge({
      replied: join(reply('503 no', 'Content-Length: 5', 'Retry-After: 120'), octets('later')),
      returned: join(reply('503 no', 'Content-Length: 5'), octets(content)),
    }).broken;
  expect(of('sorry')).toEqual([]);
  expect(of('later')).toEqual(['rfc9110/5.1/fields-forwarded']);
});

test(clause('rfc9110/7.8/tunnel-on-101'), () => {
  const of = (beyond: PassageFacts['beyond']) => judge({ beyond }).broken;
  expect(of('none')).toEqual([]);
  expect(of('arrived')).toEqual(['rfc9110/7.8/tunnel-on-101']);
});

test(clause('rfc9112/6.3/framing-mended'), () => {
  const of = (...arrived: readonly string[]) => judge({ arrived: opening(...arrived) }).broken;
  expect(of('Content-Length: 5')).toEqual([]);
  expect(of('Transfer-Encoding: chunked')).toEqual([]);
  expect(of('Content-Length: 5', 'Content-Length: 0')).toEqual(['rfc9112/6.3/framing-mended']);
  expect(of('Content-Length: 5', 'Transfer-Encoding: chunked')).toEqual(['rfc9112/6.3/framing-mended']);
});
