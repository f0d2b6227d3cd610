import { describe, expect, test } from 'vitest';
import { readSeenReplies, readSeenRequest } from '../../src/facts/hop-sight.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';

const go = 'HTTP/1.1 100 Continue\r\n\r\n';
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const refusal = 'HTTP/1.1 403 Forbidden\r\n\r\n';
const switched = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';

describe('the replies at the beginning of octets', () => {
  test.each<[string, string, readonly number[], number | null, boolean, string]>([
    ['none', '', [], null, false, ''],
    ['a refusal', `${refusal}no`, [], 403, false, 'no'],
    ['the lowest that is final', 'HTTP/1.1 200 OK\r\n\r\n', [], 200, false, ''],
    ['a status that is none', `HTTP/1.1 099 x\r\n\r\n${refusal}`, [], 99, false, refusal],
    ['a 101', `${switched}\x81`, [], 101, false, '\x81'],
    ['interim ones first', go + hint + switched, [100, 103], 101, false, ''],
    ['two final ones', refusal + switched, [], 403, false, switched],
    ['interim ones alone', go + hint, [100, 103], null, false, ''],
    ['half of one', refusal.slice(0, -1), [], null, true, ''],
    ['half of one behind an interim one', go + refusal.slice(0, -1), [100], null, true, ''],
    ['another protocol', 'ICY 200 OK\r\n\r\n', [], null, true, ''],
    // Only a server has to skip empty lines (RFC 9112 §2.2).
    ['one behind an empty line', `\r\n${refusal}`, [], null, true, ''],
    ['one with a line that is no field', `${refusal.slice(0, -2)}A\r\n\r\n`, [], null, true, ''],
    ['one with a line that ends in LF alone', `${refusal.slice(0, -2)}A: b\n\r\n`, [], null, true, ''],
  ])('%s', (_, text, interims, status, isGarbled, behind) => {
    const seen = readSeenReplies(encodeLatin1(text));
    expect(seen.interims.map((each) => each.status)).toEqual(interims);
    expect(seen.final?.status ?? null).toBe(status);
    expect(seen.isGarbled).toBe(isGarbled);
    expect(Buffer.from(seen.behind).toString('latin1')).toBe(behind);
  });
});

test.each([
  ['a request', 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n', '/a'],
  ['a request, and octets behind it', 'GET /a HTTP/1.1\r\n\r\nabc', '/a'],
  ['a request behind an empty line', '\r\nGET /a HTTP/1.1\r\n\r\n', '/a'],
  ['nothing', '', null],
  ['half of one', 'GET /a HTTP/1.1\r\n', null],
  ['a reply', refusal, null],
  ['a CR before it', '\rGET /a HTTP/1.1\r\n\r\n', null],
  ['a line that ends in LF alone', 'GET /a HTTP/1.1\nHost: a\r\n\r\n', null],
])('%s is the request at the beginning of octets', (_, text, target) => {
  expect(readSeenRequest(encodeLatin1(text))?.target ?? null).toBe(target);
});
