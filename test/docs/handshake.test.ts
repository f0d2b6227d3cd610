import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clauses } from '../../models/clauses.ts';
import { connect } from '../../src/client/index.ts';
import { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import { serve, start } from '../cli/run.ts';
import { portOf, RawPeer } from '../raw-peer.ts';
import { blocksOf, codeOf, makeFolder, runShell, runUntil } from './page.ts';

const page = 'docs/handshake.md';
const [opening = '', reply = ''] = codeOf(page, 'http').map(
  (lines) => `${lines.replaceAll('\n', '\r\n')}\r\n`,
);
const [serving, connecting = ''] = ['serve', 'connect'].map((name) =>
  codeOf(page, 'sh').find((lines) => lines.includes(`ws101 ${name}`)),
);
const [told = ''] = codeOf(page, 'text');
const [logged = ''] = codeOf(page, 'json');

test('the blocks are those that are run here', () => {
  expect(blocksOf(page).map(({ language }) => language)).toEqual(
    'http http ts sh text json text text sh sh'.split(' '),
  );
});

test('every clause on the page is one of the register', () => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`((?:rfc\d+|service)\/[^`]+)`/g)].map(
    ([, id = '']) => id,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((id) => !Object.hasOwn(clauses, id))).toEqual([]);
});

test('the octets of the request are those of the reference client, but for the random key', async () => {
  const peer = createTcpServer();
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  onTestFinished(() => void peer.close());
  const port = portOf(peer.address());
  const failed = connect(`ws://127.0.0.1:${port}/chat`, { subprotocols: ['chat'] }).catch(() => 'failed');
  const [socket] = await once(peer, 'connection');
  const seen = new RawPeer(new RawConnection(socket));
  const received = await seen.until('\r\n\r\n');
  seen.end();
  await failed;
  expect(received.replace(String(port), '8080').replace(/Key: \S{24}/, 'Key: dGhlIHNhbXBsZSBub25jZQ==')).toBe(
    opening,
  );
  expect(opening).toHaveLength(187);
});

test('the octets of the reply are those of the reference server', async () => {
  const { port } = await serve();
  const peer = await RawPeer.connect(port);
  await peer.send(opening);
  expect(await peer.until('\r\n\r\n')).toBe(reply);
  peer.end();
  expect(reply).toHaveLength(159);
});

test('the accept value is computed as the page says', async () => {
  const [code = ''] = codeOf(page, 'ts');
  expect(await runUntil(1, code)).toEqual(['s3pPLMBiTxaQ9kYGzzhZRbK+xOo=']);
});

/** A proxy that forwards requests without Upgrade and Connection; the URL in front of it. */
async function startForgetfulProxy(port: number): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const { upgrade, connection, ...headers } = asked.headers;
    const onward = request({ host: '127.0.0.1', port, path: asked.url, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    asked.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return `ws://127.0.0.1:${portOf(proxy.address())}`;
}

/** What differs from run to run, as it stands on the page. */
function settle(text: string): string {
  return text
    .replace(/\d+\.\d ms/g, '1.0 ms')
    .replace(/date: .*/, 'date: Sat, 21 Nov 2026 20:37:19 GMT')
    .replace(/"time":"[^"]*"/, '"time":"2026-11-21T20:37:19.481Z"')
    .replace(/"remotePort":\d+/, '"remotePort":46736')
    .replace(/"durationMs":[\d.]+/, '"durationMs":2.608');
}

test('a proxy that strips Upgrade: the client and the log of the server tell it as on the page', async () => {
  const { server, port } = await serve();
  const url = await startForgetfulProxy(port);
  const folder = makeFolder();
  const failed = await runShell(folder, connecting.replace('ws://127.0.0.1:8081', url));
  expect(failed).toMatchObject({ code: 1, err: '', out: expect.any(String) });
  expect(settle(failed.out)).toBe(settle(told));
  server.stop();
  expect(settle((await server.ended).err)).toBe(settle(logged));
});

test('the last commands lead to an open connection', async () => {
  expect(serving).toBe('npx ws101 serve --listen 127.0.0.1:8080\n');
  const { url } = await serve();
  const last = codeOf(page, 'sh').at(-1) ?? '';
  const ended = await start(...last.trim().replace('ws://127.0.0.1:8080', url).split(' ').slice(2)).ended;
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('subprotocol chat') });
});
