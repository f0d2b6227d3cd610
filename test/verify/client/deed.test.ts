import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { canonicalReply, line, type ReplyMessage, spellings } from '../../../src/arbitraries/index.ts';
import { tellDeed } from '../../../src/verify/client/deed.ts';
import { ping } from '../../../src/verify/client/exchange.ts';
import type { ClientTarget } from '../../../src/verify/client/reply-case.ts';
import { type ReplyCase, standIn } from '../../../src/verify/client/reply-case.ts';
import type { Fault } from '../../../src/verify/judge/judgement.ts';
import { parseRequest } from '../../../src/wire/index.ts';

const parsed = parseRequest(
  Buffer.from('GET / HTTP/1.1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'),
);
const request = parsed.ok ? parsed.value : null;
const offer = { accept: standIn, subprotocols: ['chat'], extensions: [] };
const target: ClientTarget = {
  ...{ choices: { rules: 'rfc6455' }, subprotocols: ['chat'], offer },
  ...{ signs: { exit: false }, needsChoice: false, origin: null },
};
const canonical: ReplyMessage = { ...canonicalReply(offer), content: ping };

function tell(kind: Fault['kind'], message: ReplyMessage, clause: ClauseId = 'rfc6455/4.1/established') {
  const fault: Fault = {
    ...{ kind, clause, guard: null, severity: 'MUST', tags: [] },
    ...{ expected: 'one thing', observed: 'another', about: 'head', seen: [] },
  };
  const current: ReplyCase = {
    ...{ number: 0, clause, title: '', group: null, isLiteral: true, cutBy: null, isCut: false },
    ...{ base: message, changes: [] },
  };
  return tellDeed(fault, current, target, { request });
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
      '`Sec-WebSocket-Accept: <the right value>` and `sec-websocket-accept: x`',
      withLine('sec-websocket-accept', 'x'),
    ],
    [
      '`Sec-WebSocket-Accept: S3PplmbItXAq9KygZZHzrBk+XoO=` (the right value in the other letter case)',
      saying('Sec-WebSocket-Accept', spellings.swapped(standIn)),
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
    expect(tell('accepted', message)).toBe(`Opens on ${told}`);
    expect(tell('refused', message)).toBe(`Fails on ${told}`);
    expect(tell('gone', message)).toBe(`Crashes on ${told}`);
  });

  test('what it sends has nothing to do with the reply', () => {
    expect(tell('reply', saying('Upgrade', 'h2c'), 'rfc6455/4.1/key-sent')).toBe(
      'Sends another, where one thing is due',
    );
  });

  test('but for what it sends because of it', () => {
    expect(tell('reply', saying('Upgrade', 'h2c'), 'rfc6455/7.1.7/no-close-frame')).toBe(
      'Sends another, where one thing is due, on `Upgrade: h2c`',
    );
  });

  test('but for what it says of a subprotocol', () => {
    expect(tell('reply', saying('Upgrade', 'h2c'), 'rfc6455/4.1/subprotocol-in-use')).toBe(
      'Says that "another" is in use, where "one thing" is, on `Upgrade: h2c`',
    );
  });
});
