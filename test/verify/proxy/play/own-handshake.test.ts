import { describe, expect, test } from 'vitest';
import { frameBack, frameForth, largeFrame } from '../../../../src/verify/proxy/case/pair-case.ts';
import { readCarriedData, readFrames } from '../../../../src/verify/proxy/play/own-handshake.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');

/** The same frame under another mask. */
function remask(frame: string, head: number): Buffer {
  const [mask, all] = [[1, 2, 3, 4], octets(frame)];
  all.set(mask, head);
  const payload = all.subarray(head + 4);
  payload.set(payload.map((octet, at) => octet ^ (mask[at % 4] ?? 0)));
  return all;
}

test.each([
  ['of a client', frameForth, remask(frameForth, 2)],
  ['of a client, a large one', largeFrame(65_536, true), remask(largeFrame(65_536, true), 10)],
  ['of a client, two', frameForth + frameForth, Buffer.concat([remask(frameForth, 2), octets(frameForth)])],
  ['of a server', frameBack, octets(frameBack)],
  ['before a Close', frameBack, octets(`${frameBack}\x88\x02\x03\xe8`)],
  ['in one message, cut in two', '\x82\x04abcd', octets('\x02\x02ab\x80\x02cd')],
])('frames %s are the same under another mask, and beside frames without data', (_, sent, came) => {
  const carried = readCarriedData({ sent: octets(sent), came }, []);
  expect(carried?.came).toEqual(carried?.sent);
});

test.each([
  ['has changed', remask(frameForth.replace('b', 'c'), 2)],
  ['is lost', remask(frameForth, 2).subarray(0, -1)],
  ['has begun', octets(frameForth.slice(0, 1))],
])('a frame of which a part %s is another', (_, came) => {
  const carried = readCarriedData({ sent: octets(frameForth), came }, []);
  expect(carried?.came).not.toEqual(carried?.sent);
});

test.each([
  ['no mask', `\x81\x0c${frameForth.slice(6)}`],
  ['no FIN', frameForth.replace('\x81', '\x01')],
  ['a reserved bit', frameForth.replace('\x81', '\xc1')],
])('a frame that has come with %s is another', (_, came) => {
  const carried = readCarriedData({ sent: octets(frameForth), came: octets(came) }, []);
  expect(carried?.came).not.toEqual(carried?.sent);
});

describe('a hop reads frames', () => {
  const seen = (sent: string, came: Buffer) =>
    ({ forth: { sent: octets(sent), came }, back: null, sent: octets(''), ...nothing }) as const;
  const nothing = { arrived: octets(''), replied: octets(''), returned: octets('') };

  test.each([
    ['masks them anew', remask(frameForth, 2), 'read'],
    ['changes nothing', octets(frameForth), 'passed'],
    ['changes what is in them', octets(frameForth.replace('b', 'c')), 'passed'],
    ['loses some', remask(frameForth, 2).subarray(0, -1), 'passed'],
    ['loses all', octets(''), 'passed'],
    ['takes the mask off', octets(`\x81\x0c${frameForth.slice(6)}`), 'passed'],
  ])('that %s', (_, came, frames) => {
    expect(readFrames(seen(frameForth, came), 'passed')).toBe(frames);
  });

  test('that is a server and a client itself', () => {
    expect(readFrames(seen(frameForth, octets('')), 'own')).toBe('read');
  });
});

const agreed = 'HTTP/1.1 101 \r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n';

test.each([
  ['nothing was carried', null, []],
  ['an extension was agreed to', { sent: octets(frameBack), came: octets(frameForth) }, [octets(agreed)]],
])('where %s there is nothing', (_, carried, replies) => {
  expect(readCarriedData(carried, replies)).toBe(null);
});
