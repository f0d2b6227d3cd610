import { describe, expect, test } from 'vitest';
import { firstMessage } from '../../src/server/index.ts';
import type { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import { writeFrame } from '../frames/frame.ts';
import { clause } from './clause.ts';
import { request, shareServer } from './peer.ts';

const server = shareServer({
  authentication: firstMessage((token) => {
    if (token === 'throw') throw new Error('no database');
    return token === 'right';
  }),
});
const text = (words: string) => writeFrame('client', 0x81, words);

/** The code of the Close frame that comes behind the 101. */
async function codeOf(peer: RawConnection): Promise<number> {
  const start = (octets: Buffer) => octets.indexOf('\r\n\r\n') + 4;
  await peer.until(({ octets }) => octets.length >= start(octets) + 4 && start(octets) > 4, 'a Close frame');
  const frame = peer.octets.subarray(start(peer.octets));
  expect(frame[0]).toBe(0x88);
  return frame.readUInt16BE(2);
}

describe(clause('rfc6455/7.4.1/policy-violation'), () => {
  test.each([
    [
      'a wrong token',
      '{"type":"auth","token":"wrong"}',
      'credentialIsInvalid',
      'rfc6455/7.4.1/policy-violation',
    ],
    ['no token', '{"type":"auth"}', 'credentialIsAbsent', 'service/5.3/first-message-held'],
    ['no JSON', 'right', 'credentialIsAbsent', 'service/5.3/first-message-held'],
  ])('closed with 1008: %s', async (_, words, guard, decided) => {
    const peer = await server.dial(request(), text(words));
    expect(await codeOf(peer)).toBe(1008);
    expect(await server.told(peer)).toMatchObject({
      type: 'refused',
      guard,
      clause: decided,
      closeCode: 1008,
    });
  });

  test('not closed: the right one', async () => {
    const peer = await server.dial(request(), text('{"type":"auth","token":"right"}'));
    expect(await server.told(peer)).toMatchObject({ type: 'accepted', closeCode: null });
  });
});

describe(clause('rfc6455/7.4.1/unexpected-condition'), () => {
  test('closed with 1011: a validation that throws', async () => {
    const peer = await server.dial(request(), text('{"type":"auth","token":"throw"}'));
    expect(await codeOf(peer)).toBe(1011);
    expect(await server.told(peer)).toMatchObject({
      ...{ type: 'refused', guard: 'validationThrew', clause: 'rfc6455/7.4.1/unexpected-condition' },
      ...{ closeCode: 1011, error: new Error('no database') },
    });
  });
});
