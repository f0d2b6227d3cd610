import { describe, expect, test } from 'vitest';
import type { Topic } from '../../../../models/topic.ts';
import { canonicalReply, line, type ReplyMessage, spellings } from '../../../../src/arbitraries/index.ts';
import type { Fault } from '../../../../src/verify/judge/judgement.ts';
import { type Phrase, textPhrase } from '../../../../src/verify/judge/seen/phrase.ts';
import { seeRequest } from '../../../../src/verify/judge/seen/seen.ts';
import {
  titleOfKeys,
  titleOfReaction,
  titleOfReply,
  titleOfSent,
} from '../../../../src/verify/report/title/client.ts';

const accept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';
const canonical = canonicalReply({ accept, subprotocols: ['chat'], extensions: [] });

const request = Buffer.from(
  'POST /a HTTP/1.1\r\nHost: b\r\nUpgrade: h2c\r\nUpgrade: x\xe4\r\n\r\n',
  'latin1',
);

/** A fault of a kind, as far as titles tell it. */
function faultOf(kind: Fault['kind'], told: Partial<Fault> = {}): Fault {
  return {
    ...{
      kind,
      clause: 'rfc6455/4.1/established',
      guard: null,
      severity: 'MUST',
      tags: [],
      about: 'head',
      seen: [],
    },
    ...{ expected: 'openConnection', observed: { is: 'failure', told: null }, ...told },
  };
}

function tell(kind: Fault['kind'], message: ReplyMessage, told: Partial<Fault> = {}) {
  return titleOfReply(faultOf(kind, told), { of: 'reply', message, canonical, accept }, request);
}

const saying = (name: string, value: string): ReplyMessage => ({
  ...canonical,
  lines: canonical.lines.map((each) => (each.name === name ? line(name, value) : each)),
});
const without = (...names: readonly string[]): ReplyMessage => ({
  ...canonical,
  lines: canonical.lines.filter(({ name }) => !names.includes(name)),
});
const withLine = (name: string, value: string): ReplyMessage => ({
  ...canonical,
  lines: [...canonical.lines, line(name, value)],
});

describe('what a client did is told in one line', () => {
  test.each([
    ['a right 101', canonical],
    [
      'a right 101 whose fields stand in another order',
      { ...canonical, lines: canonical.lines.toReversed() },
    ],
    ['`HTTP/1.1 200 OK`', { ...canonical, statusLine: 'HTTP/1.1 200 OK' }],
    ['`Upgrade: h2c`', saying('Upgrade', 'h2c')],
    ['a 101 without Upgrade', without('Upgrade')],
    ['a 101 without Upgrade and Connection', without('Upgrade', 'Connection')],
    ['`X: y`', withLine('X', 'y')],
    ['`Upgrade: websocket` and `Upgrade: websocket`', withLine('Upgrade', 'websocket')],
    [
      '`Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=` (the right value) and `sec-websocket-accept: x`',
      withLine('sec-websocket-accept', 'x'),
    ],
    [
      '`Sec-WebSocket-Accept: S3PplmbItXAq9KygZZHzrBk+XoO=` (the right value in the other letter case)',
      saying('Sec-WebSocket-Accept', spellings.swapped(accept)),
    ],
    [
      '`Sec-WebSocket-Accept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="` (the right value in it)',
      saying('Sec-WebSocket-Accept', `"${accept}"`),
    ],
    ['`X: \\x00\\xe4`', withLine('X', '\x00\xe4')],
    [
      '`HTTP/1.1 103 Early Hints` before the 101',
      { ...canonical, prefix: 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n' },
    ],
    [
      '`HTTP/1.0 101`, a 101 without Sec-WebSocket-Accept',
      { ...without('Sec-WebSocket-Accept'), statusLine: 'HTTP/1.0 101' },
    ],
  ])('on %s', (told, message) => {
    expect(tell('accepted', message)).toBe(`Accepts ${told}`);
    expect(tell('refused', message)).toBe(`Rejects ${told}`);
    expect(tell('gone', message)).toBe(`Crashes on ${told}`);
  });

  test('what it sends has nothing to do with the reply', () => {
    const told = { about: 'upgrade', seen: [seeRequest(['upgrade'], request)] } as const;
    expect(tell('reply', saying('Upgrade', 'h2c'), told)).toBe('Sends `Upgrade: h2c` and `Upgrade: x\\xe4`');
  });

  test('but for what it sends because of it', () => {
    const told = {
      clause: 'rfc6455/7.1.7/no-close-frame',
      about: 'message',
      observed: 'closeFrame',
    } as const;
    expect(tell('reply', saying('Upgrade', 'h2c'), told)).toBe('Sends a Close frame, on `Upgrade: h2c`');
  });

  test.each([
    ['"b" is in use, where "a" is', { is: 'text', text: 'a' }, { is: 'text', text: 'b' }],
    ['none is in use, where "a" is', { is: 'text', text: 'a' }, 'none'],
    ['"b" is in use, where none is', 'none', { is: 'text', text: 'b' }],
  ] as const)('but for what it says of a subprotocol: %s', (told, expected, observed) => {
    const fault = { clause: 'rfc6455/4.1/subprotocol-in-use', expected, observed } as const;
    expect(tell('reply', canonical, fault)).toBe(`Says that ${told}`);
  });
});

describe('what a client sent is told in one line', () => {
  test.each<[string, Topic, Phrase]>([
    ['Sends `POST /a HTTP/1.1`', 'start-line', { is: 'requestLine', method: 'POST', major: 1, minor: 1 }],
    ['Asks for `/a`', 'target', { is: 'text', text: '/a' }],
    ['Sends `Host: b` before Host', 'first-field', { is: 'text', text: 'Host' }],
    ['Sends a request without Origin', 'origin', { is: 'values', name: 'origin', values: [] }],
    ['Sends 8 octets before the reply', 'behind', { is: 'octets', count: 8 }],
    ['Sends no server name', 'tls', 'none'],
    ['Sends a.test', 'tls', { is: 'text', text: 'a.test' }],
    ['Sends an opening in the clear', 'tls', textPhrase('an opening in the clear')],
    ['Sends a frame without a mask', 'message', textPhrase('a frame without a mask')],
    [
      'Sends a second opening before the reply to the first',
      'head',
      textPhrase('a second opening before the reply to the first'),
    ],
  ])('%s', (title, about, observed) => {
    expect(
      titleOfSent({ ...faultOf('reply'), about, observed, seen: [seeRequest([about], request)] }, request),
    ).toBe(title);
  });

  test.each<[string, Phrase]>([
    [
      'Sends the key `KEY` on 2 of 3 connections',
      { is: 'repeatedKey', key: 'KEY', count: 2, of: 3, answered: 'x' },
    ],
    ['Sends keys in all of which 48 of 128 bits are the same', { is: 'sameBits', bits: 48, keys: 75 }],
  ])('%s', (title, observed) => {
    expect(titleOfKeys({ observed })).toBe(title);
  });

  test('beside what was tried', () => {
    const fault = { ...faultOf('reply'), about: 'target', seen: [seeRequest(['target'], request)] } as const;
    expect(titleOfReaction(fault, 'a URL with a fragment', request)).toBe(
      'Asks for `/a`, on a URL with a fragment',
    );
    expect(titleOfReaction(faultOf('refused'), 'a 302', request)).toBe('Fails on a 302');
  });
});
