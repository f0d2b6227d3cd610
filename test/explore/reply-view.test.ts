import { describe, expect, test } from 'vitest';
import { clientRows } from '../../models/decisions/client.ts';
import { viewReply } from '../../src/explore/reply-view.ts';
import { type ClientSettings, clientFields, settle } from '../../src/explore/setting.ts';
import { readTyped } from '../../src/explore/typed-octets.ts';
import type { View } from '../../src/explore/view.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';
import { acceptance } from '../opening.ts';

const valid = acceptance.replaceAll('\r\n', '\n');

const adding = (line: string) => valid.replace('\n\n', `\n${line}\n\n`);

function view(text: string, given: Partial<ClientSettings> = {}): View {
  const seen = viewReply(readTyped(text), settle(clientFields, given));
  if (typeof seen === 'string') throw new Error(seen);
  return seen;
}

const guards = (seen: View, state: string) =>
  seen.rows.filter((row) => row.state === state).map(({ guard }) => guard);

test('a reply that fits is established', () => {
  const seen = view(valid);
  expect(seen).toMatchObject({
    outcome: 'accepted',
    verdict: 'Established: the connection is open.',
    clause: { id: 'rfc6455/4.1/established' },
    answer: null,
    path: [{ from: 'connecting', event: 'ESTABLISHED', to: 'open' }],
  });
  expect(guards(seen, 'decides')).toEqual(['otherwise']);
  expect(seen.rows).toHaveLength(clientRows.length);
  expect(seen.rows.every(({ permits }) => permits === null)).toBe(true);
});

describe('a reply with a fault', () => {
  test('before the peer has proved itself fails', () => {
    const seen = view(valid.replace('websocket', 'h2c').replace('s3pPL', 'S3pPL'));
    expect(seen).toMatchObject({
      outcome: 'refused',
      verdict: 'Failed: Upgrade is "h2c", where "websocket" was expected.',
      path: [{ event: 'REPLY_FAILED', to: 'failed' }],
    });
    expect(guards(seen, 'decides')).toEqual(['upgrade is not WebSocket']);
    expect(guards(seen, 'holds')).toEqual(['accept is wrong']);
    const { octets, marks } = seen.sent;
    expect(marks.map(({ start, end }) => decodeLatin1(octets.subarray(start, end)))).toEqual([
      'Upgrade: h2c',
      'Sec-WebSocket-Accept: S3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    ]);
  });

  test('says what is wrong with an accept value that another recipe leads to', () => {
    const recased = view(valid.replace('s3pPL', 'S3pPL'), { key: 'dGhlIHNhbXBsZSBub25jZQ==' });
    expect(recased.causes[0]).toMatchObject({
      id: 'server/accept-wrong',
      evidence: expect.arrayContaining(['The value is right except for letter case']),
    });
    expect(view(valid.replace('s3pPL', 'XXXXX')).causes[0]?.evidence).toHaveLength(1);
  });

  test('from the accept value onward closes', () => {
    expect(view(valid, { key: 'AQIDBAUGBwgJCgsMDQ4PEA==' })).toMatchObject({
      clause: { id: 'rfc6455/4.1/accept-value' },
      path: [{ event: 'REPLY_DISPROVED', to: 'closed' }],
    });
  });

  test('of the syntax is told', () => {
    expect(view(valid.replace('Upgrade:', 'Upgrade :'))).toMatchObject({
      verdict: 'Failed: the reply cannot be read: white space before the colon.',
      problem: 'white space before the colon',
    });
  });
});

describe('what was sent decides as well', () => {
  test.each<[line: string, given: Partial<ClientSettings>, verdict: string]>([
    ['Sec-WebSocket-Protocol: chat', { subprotocols: 'chat' }, 'Established: the connection is open.'],
    [
      'Sec-WebSocket-Protocol: other',
      { subprotocols: 'chat' },
      'Closed: Sec-WebSocket-Protocol is "other", where one of the offered subprotocols was expected: chat.',
    ],
    [
      'Sec-WebSocket-Extensions: permessage-deflate',
      { extensions: 'permessage-deflate' },
      'Established: the connection is open.',
    ],
    [
      'Sec-WebSocket-Extensions: permessage-deflate',
      { extensions: '' },
      'Closed: Sec-WebSocket-Extensions is "permessage-deflate", where no such field was expected, because the client offered none.',
    ],
  ])('%s, with %j', (line, given, verdict) => {
    expect(view(adding(line), given).verdict).toBe(verdict);
  });

  test.each([
    ['rfc6455', 'accepted', 'otherwise'],
    ['whatwg', 'refused', 'subprotocol is not chosen'],
  ] as const)('no subprotocol chosen, by the rules %s', (rules, outcome, guard) => {
    const seen = view(valid, { rules, subprotocols: 'chat' });
    expect(seen.outcome).toBe(outcome);
    expect(guards(seen, 'decides')).toEqual([guard]);
  });

  test('an offer that is none is said to be so', () => {
    const settings = settle(clientFields, { extensions: 'a;' });
    expect(viewReply(readTyped(valid), settings)).toMatch(/^Sec-WebSocket-Extensions cannot be offered: /);
  });
});

describe('interim replies', () => {
  const hints = 'HTTP/1.1 103 Early Hints\n\n';

  test('are read past, and what is pointed at stands behind them', () => {
    const { path, sent } = view(`${hints}${hints}${valid.replace('websocket', 'h2c')}`);
    expect(path.map(({ event }) => event)).toEqual(['INTERIM_RECEIVED', 'INTERIM_RECEIVED', 'REPLY_FAILED']);
    expect(sent.marks.map(({ start, end }) => decodeLatin1(sent.octets.subarray(start, end)))).toEqual([
      'Upgrade: h2c',
    ]);
  });

  test('alone have the client wait', () => {
    const seen = view(hints);
    expect(seen).toMatchObject({
      outcome: 'waits',
      verdict: 'The client waits: status is interim.',
      path: [{ event: 'INTERIM_RECEIVED', to: 'connecting' }],
      isUnfinished: false,
    });
    expect(guards(seen, 'decides')).toEqual(['status is interim']);
  });

  test('more than a handful are too many', () => {
    expect(view(hints.repeat(6) + valid)).toMatchObject({ clause: { id: 'rfc6455/10.7/reply-limits' } });
  });
});

test('a head without an end has the client wait', () => {
  const seen = view(valid.slice(0, -1));
  expect(seen).toMatchObject({
    ...{ outcome: 'waits', verdict: 'The client waits: no head has come to its end.' },
    ...{ facts: [], path: [], isUnfinished: true },
  });
  expect(guards(seen, 'decides')).toEqual([]);
});

describe('what may be the cause', () => {
  const refusal = (status: string, more = '') => `HTTP/1.1 ${status}\n${more}Content-Length: 0\n\n`;

  test('is told of a refusal, with what mends it, and of the product that is recognised', () => {
    const { causes, browser } = view(refusal('502 Bad Gateway', 'Server: nginx\n'));
    expect(causes[0]).toMatchObject({ id: 'hop/backend-down', confidence: expect.any(String), where: 'hop' });
    expect(causes[0]?.fixes.map(({ product }) => product)).toEqual([null, 'nginx']);
    expect(browser).toBe('Error during WebSocket handshake: Unexpected response code: 502');
  });

  test.each([
    ['unknown', 'server/credential-missing', 'possible'],
    ['none', 'server/credential-missing', 'likely'],
    ['sent', 'server/credential-refused', 'certain'],
  ] as const)('depends on what was sent: a credential, %s', (credential, id, confidence) => {
    const found = view(refusal('401 Unauthorized'), { credential }).causes;
    expect(found).toContainEqual(expect.objectContaining({ id, confidence }));
  });

  test('and Origin', () => {
    const ids = (origin: string) => view(refusal('403 Forbidden'), { origin }).causes.map(({ id }) => id);
    expect(ids('https://a.example')).toContain('server/origin-refused');
    expect(ids('')).not.toContain('server/origin-refused');
  });

  test('has the clause that is broken, where one is', () => {
    const [first] = view(valid.replace('s3pPL', 'S3pPL')).causes;
    expect(first?.clause).toMatchObject({ id: 'rfc6455/4.1/accept-value', source: 'RFC 6455 §4.1' });
  });

  test.each([valid, 'HTTP/1.1 103 Early Hints\n\n', 'HTTP/1.1 403'])('is nothing for %j', (text) => {
    expect(view(text)).toMatchObject({ causes: [], browser: null });
  });
});
