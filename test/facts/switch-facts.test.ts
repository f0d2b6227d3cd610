import { describe, expect, test } from 'vitest';
import { readSwitch, readSwitchDetails } from '../../src/facts/switch-facts.ts';
import { sha1 } from '../../src/sha1.ts';
import { encodeLatin1, parseReply, parseRequest } from '../../src/wire/index.ts';

const right = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

function read(requestLines: readonly string[], replyLines: readonly string[]) {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const request = parseRequest(encodeLatin1(['GET / HTTP/1.1', key, ...requestLines, '', ''].join('\r\n')));
  const reply = parseReply(encodeLatin1(['HTTP/1.1 101 ', ...replyLines, '', ''].join('\r\n')));
  if (!request.ok || !reply.ok) throw new Error('both can be read');
  const reading = readSwitch(request.value, reply.value, sha1);
  return { ...reading, details: readSwitchDetails(reply.value, reading) };
}

const offering = (...offers: readonly string[]) => offers.map((each) => `Sec-WebSocket-Extensions: ${each}`);
const deflate = 'permessage-deflate';

test('what was offered', () => {
  const { offer } = read(['Sec-WebSocket-Protocol: a, b', ...offering('x; y=1')], []);
  expect(offer).toEqual({
    accept: right,
    subprotocols: ['a', 'b'],
    extensions: [{ name: 'x', parameters: [{ name: 'y', value: '1' }] }],
  });
});

test.each([
  [[], 'other'],
  [[deflate], 'other'],
  [[`${deflate}; server_max_window_bits=15`], 'full'],
  [[`${deflate}; server_max_window_bits=14`], 'other'],
  [[`${deflate}; server_max_window_bits=15`, `${deflate}; server_max_window_bits=14`], 'other'],
  [['x; server_max_window_bits=15'], 'other'],
  [[`${deflate}; server_max_window_bits=15; client_max_window_bits`], 'full'],
  [[`${deflate}; client_max_window_bits=15`], 'other'],
])('of the window that the offers %j ask for: %s', (offers, serverBits) => {
  expect(read(offering(...offers), []).details).toMatchObject({ serverBits });
});

describe('details of a 101', () => {
  test.each([
    [['Upgrade: websocket, WebSocket'], { upgrade: 'websocketAgain' }],
    [['Upgrade: websocket', 'Upgrade: websocket'], { upgrade: 'websocketAgain' }],
    [['Upgrade: websocket'], { upgrade: 'other' }],
    [['Upgrade: websocket, h2c'], { upgrade: 'websocketAmong' }],
    [['Upgrade: h2c, TLS/1.2'], { upgrade: 'other' }],
    [[`Sec-WebSocket-Accept: ${right}`, 'Sec-WebSocket-Accept: x'], { accept: 'rightAmongSeveral' }],
    [[`Sec-WebSocket-Accept: ${right}`], { accept: 'other' }],
    [['Sec-WebSocket-Accept: x', 'Sec-WebSocket-Accept: y'], { accept: 'other' }],
    [['Sec-WebSocket-Extensions: , '], { extensions: 'emptyElements' }],
    [['Sec-WebSocket-Extensions: x'], { extensions: 'other' }],
  ])('%j: %j', (lines, details) => {
    expect(read([], lines).details).toMatchObject(details);
  });

  test.each([
    [[deflate], 'other'],
    [[`${deflate}; level`], 'parameterUndefined'],
    [[`${deflate}; server_max_window_bits`], 'parameterInvalid'],
    [[`${deflate}; server_no_context_takeover; server_no_context_takeover`], 'parameterRepeated'],
    [[`${deflate}; level`, deflate], 'other'],
    [['x; level'], 'other'],
    [[';'], 'other'],
    [[], 'other'],
  ])('why %j has to be declined: %s', (offers, detail) => {
    expect(read(offering(...offers), []).details.deflateOffer).toBe(detail);
  });
});

describe('a 101 in which something was answered', () => {
  test.each([
    [[], 'absent'],
    [['x; client_max_window_bits'], 'absent'],
    [[deflate], 'absent'],
    [[`${deflate}; server_max_window_bits=10`], 'absent'],
    [[`${deflate}; client_max_window_bits=10`], 'valued'],
    [[`${deflate}; server_max_window_bits=10; client_max_window_bits`], 'valueless'],
    [[`${deflate}; client_max_window_bits=10, ${deflate}; client_max_window_bits`], 'valueless'],
    [[`${deflate}; client_max_window_bits=10; ;`], 'absent'],
  ])('by %j has the window of the client %s', (answers, fact) => {
    const { shown, details } = read([], offering(...answers));
    expect(shown.clientBitsAnswer).toBe(fact);
    expect(details.clientBits).toBe(fact === 'valueless' ? 'valueless' : 'other');
  });

  test('and nothing else is odd', () => {
    expect(read([], [`Sec-WebSocket-Accept: ${right}`]).details).toEqual({
      ...{ statusLine: 'other', fieldLines: 'other', upgrade: 'other', accept: 'other' },
      ...{ extensions: 'other', deflateOffer: 'other', clientBits: 'other', serverBits: 'other' },
    });
  });

  test('offers over several lines are one list', () => {
    const { offer } = read(
      ['Sec-WebSocket-Protocol: a', 'Sec-WebSocket-Protocol: b', ...offering('x', 'y')],
      [],
    );
    expect(offer.subprotocols).toEqual(['a', 'b']);
    expect(offer.extensions.map(({ name }) => name)).toEqual(['x', 'y']);
  });

  test.each([[[]], [['x;']], [['']]])('extensions %j that are no list are not offered', (offers) => {
    expect(read(offering(...offers), []).offer.extensions).toEqual([]);
  });

  test('subprotocols that are no tokens are not offered', () => {
    expect(read(['Sec-WebSocket-Protocol: a b'], []).offer.subprotocols).toEqual([]);
  });
});

test('without a key there is the accept value of an empty one', () => {
  const reply = parseReply(encodeLatin1('HTTP/1.1 101 \r\n\r\n'));
  if (!reply.ok) throw new Error(reply.problem);
  expect(readSwitch({ fields: [] }, reply.value, sha1).offer.accept).toBe('Kfh9QIsMVZcl6xEPYxPHzW8SZ8w=');
});

test.each([
  [10_000, 'complete'],
  [10_001, 'tooManyFields'],
])('a 101 with %i fields: %s', (count, head) => {
  expect(read([], Array<string>(count).fill('A: a')).facts.head).toBe(head);
});

describe('what a 101 can show', () => {
  test.each([
    [[], 'absent'],
    [['Sec-WebSocket-Protocol: '], 'empty'],
    [['Sec-WebSocket-Protocol: a'], 'sent'],
  ])('of a subprotocol, %j: %s', (lines, fact) => {
    expect(read([], lines).shown.subprotocol).toBe(fact);
  });

  test.each([
    [[], { extensions: 'absent', deflate: 'unanswered' }],
    [[','], { extensions: 'empty', deflate: 'unanswered' }],
    [['x'], { extensions: 'sent', deflate: 'unanswered' }],
    [[`x, ${deflate}`], { extensions: 'sent', deflate: 'answered' }],
  ])('of extensions, %j: %j', (answers, facts) => {
    expect(read([], offering(...answers)).shown).toMatchObject(facts);
  });

  test.each([
    [[], { serverTakeover: 'open', serverBits: 'open', clientBits: 'unoffered' }],
    [[deflate], { serverTakeover: 'open', serverBits: 'open', clientBits: 'unoffered' }],
    [[`${deflate}; server_no_context_takeover`], { serverTakeover: 'asked', serverBits: 'open' }],
    [[`${deflate}; server_no_context_takeover`, deflate], { serverTakeover: 'open' }],
    [[`${deflate}; server_max_window_bits=10`], { serverTakeover: 'open', serverBits: 'asked' }],
    [[`${deflate}; client_max_window_bits`, deflate], { clientBits: 'offered' }],
    [[`${deflate}; server_max_window_bits`], { serverBits: 'open' }],
  ])('of the offers %j: %j', (offers, facts) => {
    expect(read(offering(...offers), []).shown).toMatchObject(facts);
  });
});
