import { describe, expect, test } from 'vitest';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { clause } from './clause.ts';
import { accepted, failed, fill, hear, latin1, opened, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc9112/8/incomplete-request'), () => {
  test.each([
    ['before any octet', 0],
    ['within the request line', 10],
    ['behind the request line', 20],
    ['within a field line', 60],
    ['behind the last field line', request().length - 2],
    ['before the last octet', request().length - 1],
  ])('refused: the peer ends its side %s', async (_, length) => {
    const peer = await server.dial();
    peer.socket.end(request().slice(0, length));
    const { reply: head, ended } = await receiveReply(peer);
    expect({ status: head?.status, ended }).toEqual({ status: 400, ended: true });
    expect(await server.told(peer)).toMatchObject({
      ...{ type: 'refused', clause: 'rfc9112/8/incomplete-request', guard: 'headIsCut' },
    });
  });

  test('closed without an answer: the peer resets the connection', async () => {
    const peer = await server.dial(request().slice(0, 60));
    await exchangeElsewhere();
    peer.socket.resetAndDestroy();
    expect(await server.told(peer)).toMatchObject({
      ...{ type: 'closed', clause: 'rfc9112/8/incomplete-request', guard: null, status: null },
    });
  });

  test('accepted: the peer ends its side behind a whole opening', async () => {
    const peer = await server.dial();
    peer.socket.end(request());
    expect((await receiveReply(peer)).reply?.status).toBe(101);
    expect(await server.told(peer)).toMatchObject({ type: 'accepted', clause: accepted.clause });
  });
});

describe(clause('rfc9112/8/incomplete-reply'), () => {
  test.each([
    ['within the status line', 12],
    ['behind the status line', 34],
    ['within a field line', 50],
    ['behind the last field line', -2],
    ['before the last octet', -1],
  ])('failed: the peer ends its side %s', async (_, length) => {
    const told = await hear((peer) => peer.socket.end(fill(reply(), peer).slice(0, length)));
    expect(told).toMatchObject(failed('service/7/closed-without-response', null, null));
    expect(told.error?.head.length).toBeGreaterThan(0);
  });

  test.each([
    ['Content-Length: 5\r\n\r\nlogin', 'login', false],
    ['Content-Length: 6\r\n\r\nlogin', 'login', true],
    ['Content-Length: 5\r\n\r\n', '', true],
    ['Content-Length: 0\r\n\r\n', '', false],
    ['Transfer-Encoding: chunked\r\n\r\n5\r\nlogin\r\n0\r\n\r\n', 'login', false],
    ['Transfer-Encoding: chunked\r\n\r\n5\r\nlogin\r\n', 'login', true],
    ['Transfer-Encoding: chunked\r\n\r\n5\r\nlog', 'log', true],
    ['\r\nlogin', 'login', false],
    [`\r\n${'x'.repeat(65_536)}`, 'x'.repeat(65_536), false],
    [`\r\n${'x'.repeat(65_537)}`, 'x'.repeat(65_536), true],
  ])('a refusal tells whether its content came to its end: %#', async (rest, body, bodyTruncated) => {
    const told = await hear((peer) => peer.socket.end(`HTTP/1.1 401 No\r\n${rest}`));
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 401));
    expect(told.error?.bodyTruncated).toBe(bodyTruncated);
    expect(latin1(told.error?.body ?? Buffer.from('none'))).toBe(body);
  });

  test('opened: it ends its side behind the whole head', async () => {
    expect(await hear((peer) => peer.socket.end(fill(reply(), peer)))).toMatchObject(opened);
  });
});
