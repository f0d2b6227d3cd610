import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../../../src/verify/peer/connection/open-connection.ts';
import { startBackend } from '../../../../src/verify/proxy/play/backend.ts';

async function start() {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 2_000 });
  onTestFinished(() => backend.close());
  const send = async (text: string) => {
    const peer = await openConnection({ port: backend.port });
    onTestFinished(() => peer.destroy());
    peer.write(text);
    return peer;
  };
  return { backend, send };
}

test('a request without a nonce is a health check: answered 200, and nobody is told of it', async () => {
  const { backend, send } = await start();
  const expected = backend.expect(['nonce'], () => Promise.reject(new Error('none was awaited')));
  const peer = await send('OPTIONS / HTTP/1.0\r\n\r\n');
  await peer.ended();
  expect(peer.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect([backend.strays, expected.connections.length]).toEqual([1, 0]);
});

test('a connection without an octet is one, too', async () => {
  const { backend, send } = await start();
  const peer = await send('');
  peer.end();
  await peer.closed();
  expect([backend.strays, peer.text]).toEqual([1, '']);
});

test.each([
  ['in its target', 'GET /?a=the-nonce HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['in a field', 'GET / HTTP/1.1\r\nHost: a\r\nX: the-nonce\r\n\r\n'],
  ['in what is no request', 'GET\r\nX: the-nonce\r\n\r\n'],
])('a request is known by its nonce %s', async (_, text) => {
  const { backend, send } = await start();
  let isAsked = false;
  const expected = backend.expect(['the-nonce'], async (connection) => {
    isAsked = true;
    connection.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  const peer = await send(text);
  await peer.ended();
  expect({ isAsked, text: peer.text, count: expected.connections.length }).toEqual({
    ...{ isAsked: true, text: 'HTTP/1.1 204 No Content\r\n\r\n', count: 1 },
  });
});
