import { describe, expect, test } from 'vitest';
import type { FramesSeen, IdleSeen } from '../../src/diagnosis/index.ts';
import { accepted, asked, evidenceOf, exchange, idsOf, signsOf } from './seen.ts';

const frames = (changed: Partial<FramesSeen>): { readonly frames: FramesSeen } => ({
  frames: {
    ...{ pong: false, close: null, isEnded: false, isHttp: false, fault: null, compressionFault: null },
    ...changed,
  },
});

const close = (code: number | null, reason = '') => ({ close: { code, reason } });

describe('an open connection', () => {
  test.each([
    [{ pong: true }, ['pongComes']],
    [{}, ['pongIsMissing']],
    [{ isEnded: true }, ['closesAtOnce']],
    [{ isEnded: true, pong: true }, ['pongComes']],
    [{ isHttp: true }, ['httpBehindSwitch']],
    [{ isHttp: true, fault: 'RSV1' }, ['httpBehindSwitch']],
    [{ fault: 'RSV1' }, ['framesAreBroken']],
    [{ fault: 'RSV1', isEnded: true }, ['framesAreBroken']],
    [{ pong: true, compressionFault: 'a' }, ['pongComes', 'compressionBreaks']],
    [{ pong: true, early: 'answered' }, ['pongComes', 'earlyFrameIsAnswered']],
    [{ pong: true, early: 'lost' }, ['pongComes', 'earlyFrameIsLost']],
    [close(1008), ['closesAtOnce']],
    [close(null), ['closesAtOnce']],
  ] satisfies [Partial<FramesSeen>, readonly string[]][])('%j', (seen, expected) => {
    expect(signsOf(frames(seen))).toEqual(expected);
  });
});

describe('Close says why', () => {
  test.each([
    [4401, '', 'closesForCredential'],
    [1008, 'Invalid token', 'closesForCredential'],
    [3000, 'Unauthorized', 'closesForCredential'],
    [4406, 'Subprotocol not acceptable', 'closesForSubprotocol'],
    [1002, 'no sub-protocol: token', 'closesForSubprotocol'],
    [4403, '', 'closesForOrigin'],
    [1008, 'Origin not allowed', 'closesForOrigin'],
  ])('%i %s', (code, reason, sign) => {
    const signs = signsOf(frames(close(code, reason)));
    expect(signs).toEqual(['closesAtOnce', sign]);
    expect(evidenceOf(frames(close(code, reason)))[sign]).toBe(
      `a Close frame with code ${code}${reason === '' ? '' : ` and the reason "${reason}"`} arrives`,
    );
  });
});

describe('an idle connection', () => {
  test.each([
    [{ endedAfter: null, close: null }, ['idleLasts']],
    [{ endedAfter: 60_012, ...close(1001) }, ['idleCloses']],
    [{ endedAfter: 60_012, close: null }, ['idleEndsWithoutClose']],
    [{ endedAfter: 60_012, close: null, isKeptByPings: true }, ['idleEndsWithoutClose', 'pingKeepsOpen']],
    [{ endedAfter: 60_012, close: null, isKeptByPings: false }, ['idleEndsWithoutClose', 'pingKeepsNothing']],
  ] satisfies [IdleSeen, readonly string[]][])('%j', (idle, expected) => {
    expect(signsOf({ idle })).toEqual(expected);
  });

  test('how long it was is told', () => {
    expect(evidenceOf({ idle: { endedAfter: 60_012, ...close(1001, 'bye') } })).toMatchObject({
      idleCloses: 'a Close frame with code 1001 and the reason "bye" arrives after 60.0 s without data',
    });
  });
});

test('what is of use is healthy, whatever is told beside it', () => {
  const opening = exchange(accepted());
  expect(idsOf({ opening })).toEqual(['healthy']);
  expect(idsOf({ opening, ...frames({ pong: true }) })).toEqual(['healthy']);
  expect(idsOf({ opening, ...frames({ pong: true, early: 'lost' }) })).toEqual([
    ...['healthy', 'server/early-frame-lost'],
  ]);
  expect(idsOf({ opening, ...frames({}) })).not.toContain('healthy');
  expect(idsOf({ opening, ...frames({ pong: true }), idle: { endedAfter: 1, close: null } })).toEqual([
    'hop/idle-timeout',
    'server/idle-timeout',
  ]);
});

test.each([
  [true, 'server/credential-refused'],
  [false, 'server/credential-missing'],
])('Close for a credential, of which one was sent: %s', (isCredentialSent, id) => {
  const seen = { opening: exchange(accepted()), ...frames(close(4401)), asked: asked({ isCredentialSent }) };
  expect(idsOf(seen)[0]).toBe(id);
});
