import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReplyFacts } from '../../models/facts/reply.ts';
import { type OfferedTerms, readReplyFields, readReplyHead } from '../../src/facts/reply-facts.ts';
import { encodeLatin1, parseReply } from '../../src/wire/index.ts';
import { faultlessReply } from '../models/decisions/client-expectation.ts';
import { acceptance } from '../opening.ts';
import { runs } from '../property.ts';
import { allUnread } from './all-unread.ts';

const deflate = { name: 'permessage-deflate', parameters: [] };
const offer: OfferedTerms = {
  accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
  subprotocols: ['chat', 'superchat'],
  extensions: [deflate],
};
const limits = { fieldLimit: 10, interims: 0, interimLimit: 5 };

const reply = acceptance.replace(/\r\n$/, 'Sec-WebSocket-Protocol: chat\r\n\r\n');

const valid: ReplyFacts = { ...faultlessReply, subprotocol: 'chosen' };

const unread: ReplyFacts = {
  ...valid,
  ...allUnread(
    ...(['statusLine', 'httpVersion', 'fieldLines', 'status', 'upgrade', 'connection'] as const),
    ...(['accept', 'subprotocol', 'extensions'] as const),
  ),
};

const accept = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=';
const complete = (head: Uint8Array) => ({ state: 'complete', head, rest: new Uint8Array() }) as const;
const read = (head: string, given: Partial<OfferedTerms> = {}, more = {}) =>
  readReplyHead(complete(encodeLatin1(head)), { ...offer, ...given }, { ...limits, ...more });

test('the facts of a valid reply', () => {
  expect(read(reply).facts).toEqual(valid);
});

test('an accept value that is empty is wrong where the right one is not known, too', () => {
  const empty = reply.replace(accept, 'Sec-WebSocket-Accept:');
  expect(read(empty, { accept: '' }).facts).toEqual({ ...valid, accept: 'wrong' });
});

describe('one part of the head replaced changes the one fact that is about it', () => {
  test.each<[string, string, Partial<ReplyFacts>]>([
    ['HTTP/1.1', 'HTTP/1.0', { httpVersion: '1.0' }],
    ['HTTP/1.1', 'HTTP/1.2', {}],
    ['HTTP/1.1', 'HTTP/2.0', { httpVersion: 'otherMajor' }],
    ['Switching Protocols', 'Yes', {}],
    ['Upgrade: websocket\r\n', '', { upgrade: 'absent' }],
    ['websocket', 'h2c', { upgrade: 'other' }],
    ['websocket', 'websocket, h2c', { upgrade: 'other' }],
    ['websocket', 'WebSocket', {}],
    ['Connection: Upgrade\r\n', '', { connection: 'absent' }],
    ['Connection: Upgrade', 'Connection: close', { connection: 'lacksUpgrade' }],
    ['Connection: Upgrade', 'Connection:', { connection: 'lacksUpgrade' }],
    ['Connection: Upgrade', 'Connection: a\r\nConnection: upgrade', {}],
    [`${accept}\r\n`, '', { accept: 'absent' }],
    [accept, `${accept}\r\n${accept}`, { accept: 'repeated' }],
    ['s3pP', 'S3pP', { accept: 'wrong' }],
    [accept, 'Sec-WebSocket-Accept:', { accept: 'wrong' }],
    [accept, `${accept} \t`, {}],
    ['Sec-WebSocket-Protocol: chat\r\n', '', { subprotocol: 'noneChosen' }],
    ['chat', 'superchat', {}],
    ['chat', 'mqtt', { subprotocol: 'unoffered' }],
    ['chat', 'CHAT', { subprotocol: 'unoffered' }],
    ['chat', '__proto__', { subprotocol: 'unoffered' }],
    ['chat', 'constructor', { subprotocol: 'unoffered' }],
    [': chat', ':', { subprotocol: 'empty' }],
    ['chat', 'chat, superchat', { subprotocol: 'malformed' }],
    ['chat', 'chat\r\nSec-WebSocket-Protocol: chat', { subprotocol: 'repeated' }],
    [': websocket', ':\r\n\twebsocket', {}],
    ['Upgrade:', `${'A: a\r\n'.repeat(6)}Upgrade:`, {}],
  ])('%j as %j: %j', (part, instead, changed) => {
    expect(reply).toContain(part);
    expect(read(reply.replace(part, instead)).facts).toEqual({ ...valid, ...changed });
  });

  test.each<[string, Partial<ReplyFacts>]>([
    ['Upgrade: websocket', { upgrade: 'other' }],
    ['Sec-WebSocket-Extensions: permessage-deflate', { extensions: 'agreed' }],
    ['Sec-WebSocket-Extensions: permessage-deflate, x', { extensions: 'unoffered' }],
    [
      'Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Extensions: x',
      { extensions: 'unoffered' },
    ],
    ['Sec-WebSocket-Extensions: __proto__', { extensions: 'unoffered' }],
    ['Sec-WebSocket-Extensions: constructor', { extensions: 'unoffered' }],
    ['Sec-WebSocket-Extensions:', { extensions: 'malformed' }],
    ['Sec-WebSocket-Extensions: a;', { extensions: 'malformed' }],
    ['__proto__: a\r\nconstructor: b', {}],
  ])('%j besides: %j', (line, changed) => {
    expect(read(reply.replace('Upgrade:', `${line}\r\nUpgrade:`)).facts).toEqual({ ...valid, ...changed });
  });

  test('no subprotocol where none was offered', () => {
    const head = reply.replace('Sec-WebSocket-Protocol: chat\r\n', '');
    expect(read(head, { subprotocols: [] }).facts).toEqual({ ...valid, subprotocol: 'unneeded' });
  });

  test('a subprotocol where none was offered', () => {
    expect(read(reply, { subprotocols: [] }).facts).toEqual({ ...valid, subprotocol: 'unoffered' });
  });
});

describe('in a reply that is no 101 nothing is compared but its status', () => {
  test.each([
    ['100', 'interim'],
    ['103', 'interim'],
    ['199', 'interim'],
    ['200', 'final'],
    ['426', 'final'],
    ['099', 'final'],
    ['999', 'final'],
  ] as const)('%s', (status, fact) => {
    expect(read(reply.replace('101', status)).facts).toEqual({
      ...unread,
      statusLine: 'ok',
      httpVersion: '1.1',
      fieldLines: 'ok',
      status: fact,
    });
  });

  test.each([
    ['the fifth interim reply', '102', 4, 'few'],
    ['the sixth interim reply', '102', 5, 'tooMany'],
    ['a 101 behind five interim replies', '101', 5, 'few'],
    ['a refusal behind five interim replies', '403', 5, 'few'],
  ])('%s', (_, status, interims, fact) => {
    expect(read(reply.replace('101', status), {}, { interims }).facts.interims).toBe(fact);
  });
});

describe('a fault keeps what lies behind it from being read', () => {
  test.each<[string, string, Partial<ReplyFacts>]>([
    ['a malformed status line', reply.replace(' 101', ' 1O1'), { statusLine: 'malformed' }],
    ['11 fields', reply.replace('Upgrade:', `${'A: a\r\n'.repeat(7)}Upgrade:`), { head: 'tooManyFields' }],
    [
      '11 lines, folded ones among them',
      reply.replace('Upgrade:', `A: a\r\n${' b\r\n'.repeat(6)}Upgrade:`),
      { head: 'tooManyFields' },
    ],
    [
      'a malformed field line',
      reply.replace('Upgrade:', 'Upgrade :'),
      { statusLine: 'ok', httpVersion: '1.1', status: '101', fieldLines: 'malformed' },
    ],
  ])('%s', (_, head, facts) => {
    expect(read(head).facts).toEqual({ ...unread, ...facts });
  });

  test.each([
    ['101', 'Switching Protocols', reply.replace('Upgrade:', 'Upgrade :')],
    ['403', 'No', 'HTTP/1.1 403 No\r\nA: b\r\nC d\r\nE: f\r\n\r\n'],
    ['100', '', 'HTTP/1.1 100 \r\nA\r\n\r\n'],
  ])('a malformed field line behind %s %s leaves the status line, and no field', (status, reason, head) => {
    const reading = read(head);
    expect(reading).toMatchObject({
      facts: { statusLine: 'ok', fieldLines: 'malformed' },
      reply: { version: { major: 1, minor: 1 }, status: Number(status), reason },
      subprotocol: null,
      extensions: [],
    });
    expect(reading.reply?.fields).toEqual([]);
    expect(reading.fault).not.toBe(null);
  });

  test('a malformed status line leaves no reply', () => {
    expect(read(reply.replace(' 101', ' 1O1')).reply).toBe(null);
  });

  test('a head that is too large', () => {
    expect(readReplyHead({ state: 'tooLarge', head: encodeLatin1('HTTP') }, offer, limits).facts).toEqual({
      ...unread,
      head: 'tooLarge',
    });
  });

  test('malformed before the end of the head', () => {
    const fault = { problem: 'a bare LF', span: { start: 3, end: 4 } };
    const head = encodeLatin1('HTT\n');
    const reading = readReplyHead({ state: 'malformed', head, ...fault }, offer, limits);
    expect(reading.facts).toEqual({ ...unread, statusLine: 'malformed' });
    expect(reading.fault).toMatchObject(fault);
  });

  test('malformed in a field line, before the end of the head', () => {
    const fault = { problem: 'a bare LF', span: { start: 20, end: 21 } };
    const head = encodeLatin1('HTTP/1.1 101 x\r\nA: b\n');
    const reading = readReplyHead({ state: 'malformed', head, ...fault }, offer, limits);
    expect(reading.facts).toMatchObject({ statusLine: 'ok', fieldLines: 'malformed', upgrade: 'unread' });
    expect(reading.fault).toMatchObject(fault);
    expect(reading.reply).toMatchObject({ status: 101, reason: 'x', fields: [] });
  });
});

describe('of several faults in a reply the first counts', () => {
  const fault = { problem: 'a bare LF', span: { start: 20, end: 21 } };

  test.each([
    ['of the status line, and of a field line', 'HTTP/1.1 1O1 x\r\nA: b\n', 9],
    ['of the status line, and of an empty line', 'HTTP/1.1  101 x\r\n\n', 9],
  ])('%s', (_, text, start) => {
    const reading = readReplyHead({ state: 'malformed', head: encodeLatin1(text), ...fault }, offer, limits);
    expect(reading.facts).toEqual({ ...unread, statusLine: 'malformed' });
    expect(reading.fault?.span.start).toBe(start);
  });

  test.each([
    ['with a field behind it', 'HTTP/1.1 1O1 x\r\nA: b\r\n\r\n', 9],
    ['that is all there is', 'HTTP/1.1', 8],
  ])('a status line %s has a fault of its own', (_, text, start) => {
    expect(read(text).fault?.span.start).toBe(start);
  });
});

describe('an answer about permessage-deflate', () => {
  const bits = { name: 'permessage-deflate', parameters: [{ name: 'server_max_window_bits', value: '10' }] };
  const takeover = {
    name: 'permessage-deflate',
    parameters: [{ name: 'server_no_context_takeover', value: null }],
  };

  test.each<[string, OfferedTerms['extensions'], ReplyFacts['extensions']]>([
    ['permessage-deflate', [deflate], 'agreed'],
    ['x, permessage-deflate', [{ name: 'x', parameters: [] }, deflate], 'agreed'],
    ['x', [{ name: 'x', parameters: [] }, deflate], 'agreed'],
    ['permessage-deflate', [], 'unoffered'],
    ['permessage-deflate; client_max_window_bits=9, x', [deflate], 'unoffered'],
    ['Permessage-Deflate', [deflate], 'unoffered'],
    ['permessage-deflate, permessage-deflate', [deflate, deflate], 'repeated'],
    ['permessage-deflate; a', [deflate], 'parameterUndefined'],
    ['permessage-deflate; server_max_window_bits=9; server_max_window_bits=9', [bits], 'parameterRepeated'],
    ['permessage-deflate; server_max_window_bits=08', [bits], 'parameterInvalid'],
    ['permessage-deflate', [takeover], 'serverTakeoverMissing'],
    ['permessage-deflate', [bits], 'serverBitsMissing'],
    ['permessage-deflate; server_max_window_bits=11', [bits], 'serverBitsLarger'],
    ['permessage-deflate; client_max_window_bits=11', [deflate], 'clientBitsUnoffered'],
    ['permessage-deflate', [bits, deflate], 'agreed'],
  ])('%s to %j: %s', (answer, extensions, fact) => {
    const head = reply.replace('Upgrade:', `Sec-WebSocket-Extensions: ${answer}\r\nUpgrade:`);
    expect(read(head, { extensions }).facts).toEqual({ ...valid, extensions: fact });
  });

  test.each([
    ['permessage-deflate; server_max_window_bits=9', { serverMaxWindowBits: 9, clientMaxWindowBits: 15 }],
    ['x', null],
    ['permessage-deflate; a', null],
    ['permessage-deflate, permessage-deflate', null],
  ])('%s comes to %j', (answer, agreed) => {
    const head = reply.replace('Upgrade:', `Sec-WebSocket-Extensions: ${answer}\r\nUpgrade:`);
    const { deflate: seen } = read(head, { extensions: [bits, { name: 'x', parameters: [] }] });
    expect(seen).toEqual(
      agreed && { serverNoContextTakeover: false, clientNoContextTakeover: false, ...agreed },
    );
  });

  test('comes to nothing in a reply that is no 101', () => {
    const head = reply.replace('101', '200').replace('Upgrade:', 'Sec-WebSocket-Extensions: a;\r\nUpgrade:');
    expect(read(head)).toMatchObject({ facts: { extensions: 'unread' }, extensions: [], deflate: null });
  });
});

test.each([
  ['\x15', 'a TLS alert, so the port speaks TLS: wss was expected (https of a proxy)'],
  ['\x16', 'a reply that does not begin with HTTP/'],
])('a reply that begins with %j', (octet, problem) => {
  const known = { state: 'malformed', problem: 'a reply that does not begin with HTTP/' } as const;
  const span = { start: 0, end: 1 };
  const reading = readReplyHead({ ...known, head: encodeLatin1(octet), span }, offer, limits);
  expect(reading.facts).toEqual({ ...unread, statusLine: 'malformed' });
  expect(reading.fault).toMatchObject({ problem, span });
});

describe('a head that somebody else has read', () => {
  const parsed = parseReply(encodeLatin1(reply));
  if (!parsed.ok) throw new Error(parsed.problem);
  const { value } = parsed;

  test.each([10, 4])('with 4 fields of %i at most has the same facts', (fieldLimit) => {
    const reading = readReplyFields(value, offer, { ...limits, fieldLimit });
    expect(reading).toMatchObject({ facts: valid, reply: value, fault: null, subprotocol: 'chat' });
  });

  test('with one field too many is not read', () => {
    const reading = readReplyFields(value, offer, { ...limits, fieldLimit: 3 });
    expect(reading.facts).toEqual({ ...unread, head: 'tooManyFields' });
    expect(reading).toMatchObject({ reply: null, fault: null, subprotocol: null });
  });
});

test('extensions that are no list leave none', () => {
  const reading = read(reply.replace('Upgrade:', 'Sec-WebSocket-Extensions: a;\r\nUpgrade:'));
  expect(reading).toMatchObject({ facts: { extensions: 'malformed' }, deflate: null });
  expect(reading.extensions).toEqual([]);
});

test('what was read besides the facts', () => {
  const head = reply.replace('Upgrade:', 'Sec-WebSocket-Extensions: permessage-deflate; a="b"\r\nUpgrade:');
  expect(read(head)).toMatchObject({
    reply: { status: 101, reason: 'Switching Protocols' },
    subprotocol: 'chat',
    extensions: [{ name: 'permessage-deflate', parameters: [{ name: 'a', value: 'b' }] }],
    fault: null,
  });
});

describe('nothing throws', () => {
  test('whatever the octets are', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
      expect(readReplyHead(complete(octets), offer, limits).facts.interims).toBe('few');
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(1_000, 10_000) });
  });

  test('whatever octets stand in the middle of a valid reply', () => {
    const property = fc.property(
      fc.nat({ max: reply.length }),
      fc.nat({ max: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      (at, length, octets) => {
        const head = encodeLatin1(reply);
        const spoilt = Buffer.concat([head.subarray(0, at), octets, head.subarray(at + length)]);
        expect(readReplyHead(complete(spoilt), offer, limits).facts.interims).toBe('few');
      },
    );
    fc.assert(property, { seed: 20260101, numRuns: runs(1_000, 10_000) });
  });
});
