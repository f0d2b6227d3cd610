import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bind } from '../../../src/bind.ts';
import { knownGood } from '../../../src/verify/proxy/case/case-list.ts';
import { showPair } from '../../../src/verify/proxy/exhibit.ts';
import { startBackend } from '../../../src/verify/proxy/play/backend.ts';
import { playPair } from '../../../src/verify/proxy/play/exchange.ts';
import { targetOf } from '../target.ts';

test('of a hop that floods the first octets are kept, and how many came is told', async () => {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 20_000 });
  const head = Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  const flood = Buffer.alloc(2 * 1_048_576);
  const hop = createServer((client) => {
    const behind = connect({ port: backend.port, host: '127.0.0.1' }).on('error', () => {});
    onTestFinished(() => void [client, behind].map((socket) => socket.destroy()));
    client.on('error', () => {}).on('data', (octets) => void behind.write(octets));
    behind.once('data', () => client.end(Buffer.concat([head, flood])));
  });
  onTestFinished(async () => {
    hop.close();
    await backend.close();
  });
  const front = targetOf(`ws://127.0.0.1:${(await bind(hop)).port}/chat`);
  const how = { mapped: null, reads: 'http', handshake: 'passed', frames: 'passed' } as const;
  const target = { address: '127.0.0.1', front, tls: undefined, ...how };
  const exchange = await playPair(knownGood, { target, backend, timeout: 20_000 });
  const { client, returned } = exchange;
  expect(showPair({ current: knownGood, exchange }, target).came).toBe(client.came);
  expect(client).toMatchObject({ isCut: true, came: head.length + flood.length, ending: 'ended' });
  expect(returned.length).toBe(65_536 + knownGood.back.length);
  // A credential that it adds in one direction is hidden in both.
  const arrived = Buffer.from('GET / HTTP/1.1\r\nX-Key: k=HopK7key9\r\n');
  const came = Buffer.from('HTTP/1.1 101 HopK7key9\r\nX: Hop1');
  const shown = showPair({ current: knownGood, exchange: { ...exchange, arrived, returned: came } }, target);
  expect(String(Buffer.from(shown.response))).toBe('HTTP/1.1 101 *********\r\nX: Hop1');
});
