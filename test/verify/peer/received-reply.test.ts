import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { receiveReply } from '../../../src/verify/peer/received-reply.ts';
import { decodeLatin1 } from '../../../src/wire/index.ts';
import { open } from './open.ts';

async function receive(talk: (far: Socket) => void) {
  const { connection, far } = await open();
  talk(far);
  const { octets, reply, interims, body, rest, ended } = await receiveReply(connection);
  const [all, content, behind] = [octets, body, rest].map(decodeLatin1);
  return { all, status: reply?.status, interims, content, behind, ended };
}

describe('receiveReply() reads one final reply', () => {
  test.each([
    [
      'with its length',
      'HTTP/1.1 404 N\r\nContent-Length: 2\r\n\r\nno',
      { status: 404, content: 'no', ended: false },
    ],
    [
      'in chunks',
      'HTTP/1.1 404 N\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n',
      { status: 404, content: 'no' },
    ],
    [
      'of status 101, and what stands behind it',
      'HTTP/1.1 101 S\r\n\r\n\x81\x00',
      { status: 101, behind: '\x81\x00', content: '' },
    ],
    [
      'behind interim ones',
      'HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nLink: a\r\n\r\nHTTP/1.1 101 S\r\n\r\n',
      { status: 101, interims: [100, 103] },
    ],
  ])('%s', async (_what, text, expected) => {
    expect(await receive((socket) => socket.write(text, 'latin1'))).toMatchObject({ all: text, ...expected });
  });

  test('that comes octet by octet', async () => {
    const text = 'HTTP/1.1 404 N\r\nContent-Length: 2\r\n\r\nno';
    const trickle = async (socket: Socket) => {
      socket.setNoDelay(true);
      for (const octet of text) await new Promise((resolve) => socket.write(octet, resolve));
    };
    expect(await receive(trickle)).toMatchObject({ status: 404, content: 'no' });
  });

  test('to the end of the connection where it says close', async () => {
    const text = 'HTTP/1.1 404 N\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno';
    expect(await receive((socket) => socket.end(`${text}HTTP/1.1 101 S\r\n\r\n`))).toEqual({
      all: `${text}HTTP/1.1 101 S\r\n\r\n`,
      status: 404,
      interims: [],
      content: 'no',
      behind: '',
      ended: true,
    });
  });

  test('without a length, to the end of the connection', async () => {
    expect(await receive((socket) => socket.end('HTTP/1.1 200 O\r\n\r\nall'))).toMatchObject({
      status: 200,
      content: 'all',
      ended: true,
    });
  });
});

describe('what is no reply, or not the whole of one', () => {
  test.each([
    ['nothing', '', undefined, ''],
    ['a head without its end', 'HTTP/1.1 101 S\r\nUpgrade', undefined, ''],
    ['an interim reply alone', 'HTTP/1.1 100 C\r\n\r\n', undefined, ''],
    ['other octets', 'SSH-2.0\r\n\r\n', undefined, ''],
    ['less content than announced', 'HTTP/1.1 404 N\r\nContent-Length: 9\r\n\r\nno', 404, 'no'],
  ])('%s', async (_what, text, status, content) => {
    const received = await receive((socket) => socket.end(text));
    expect(received).toEqual({ all: text, status, interims: [], content, behind: '', ended: true });
  });

  test('a connection that is reset', async () => {
    const reset = (socket: Socket) => setImmediate(() => socket.resetAndDestroy());
    expect(await receive(reset)).toMatchObject({ all: '', ended: true });
  });

  test('nothing at all, until it is aborted', async () => {
    const abort = new AbortController();
    const { connection } = await open({ signal: abort.signal });
    const receiving = receiveReply(connection);
    abort.abort();
    expect(await receiving).toMatchObject({ reply: null, ended: true });
  });
});
