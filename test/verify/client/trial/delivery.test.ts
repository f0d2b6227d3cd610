import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { deliveries, playDelivery } from '../../../../src/verify/client/trial/delivery.ts';
import { type Connector, silent } from '../../../../src/verify/connector/connector.ts';
import { placeOn } from '../../../../src/verify/connector/place.ts';
import { startScriptedServer } from '../../../../src/verify/peer/scripted/scripted-server.ts';

/** Opens on the first connection behind which octets come; where one ends without a reply, it makes another. */
function createRetrier(): Connector {
  const sockets = new Set<Socket>();
  const dial = (url: URL) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(url.port), url.hostname);
      sockets.add(socket);
      const key = Buffer.from(`retries each ${sockets.size}`.padEnd(16)).subarray(0, 16).toString('base64');
      const fields = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
      const start = [`GET ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, ...fields];
      socket.write([...start, `Sec-WebSocket-Key: ${key}`, '\r\n'].join('\r\n'));
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
      socket.on('error', () => {});
      socket.on('end', () => socket.end());
    });
  return {
    ...{ name: 'a client that retries', atOnce: 1, subprotocols: [] },
    async connect({ url }) {
      const isOpen = (await dial(new URL(url))) || (await dial(new URL(url)));
      return { ...silent, opened: isOpen };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('who makes another connection where one has ended without a reply has failed on the first', async () => {
  const server = await startScriptedServer();
  const client = createRetrier();
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const options = { connector: client, place: placeOn(server), signs: { exit: false }, timeout: 5_000 };
  const trials = deliveries.filter(({ title }) => title.endsWith('in the place of a reply'));
  const tried = await Promise.all(trials.map(({ clause, play }) => playDelivery(clause, play, options)));
  expect(tried).toMatchObject([
    { shown: ['rfc9112/8/incomplete-reply'], charges: [] },
    { shown: ['rfc9112/8/incomplete-reply'], charges: [] },
  ]);
});
