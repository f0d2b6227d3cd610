import { expect, test } from 'vitest';
import { accept, type HeaderInput, listen, refuse } from '../../src/server/index.ts';
import { certificates } from '../certificate.ts';
import { acceptance, opening, serve } from './serve.ts';

const withField = (line: string) => opening.replace('Upgrade:', `${line}\r\nUpgrade:`);

test.each(['chat', ['chat']])('the subprotocol %j is supported', async (subprotocols) => {
  const { open } = await serve({ subprotocols });
  const head = await open(withField('Sec-WebSocket-Protocol: other, chat'));
  expect(head).toContain('\r\nSec-WebSocket-Protocol: chat\r\n');
});

test('a sole mqtt is required as a text too', async () => {
  const { ask } = await serve({ subprotocols: 'mqtt' });
  expect((await ask(opening)).slice(0, 12)).toBe('HTTP/1.1 400');
});

test.each(['https://a.example', ['https://a.example']])('the origin %j is welcome alone', async (origins) => {
  const { open, ask } = await serve({ origins });
  expect(await open(withField('Origin: https://a.example'))).toBe(acceptance);
  expect((await ask(withField('Origin: https://b.example'))).slice(0, 12)).toBe('HTTP/1.1 403');
});

test.each(['/chat', ['/chat']])('the path %j is served alone', async (paths) => {
  const { open, ask } = await serve({ paths });
  expect(await open(opening)).toBe(acceptance);
  expect((await ask(opening.replace('/chat', '/chat/a'))).slice(0, 12)).toBe('HTTP/1.1 404');
});

const shapes: readonly (readonly [string, HeaderInput])[] = [
  ['a record', { 'X-A': 'b' }],
  ['a list of pairs', [['X-A', 'b']]],
  ['a Headers', new Headers([['X-A', 'b']])],
  ['a Map', new Map([['X-A', 'b']])],
];
test.each(shapes)('headers as %s are sent', async (_, headers) => {
  for (const answer of [
    accept({ headers }),
    refuse(403, { headers }),
    { type: 'accept', headers } as const,
  ]) {
    const { open } = await serve({ authorize: () => answer });
    expect((await open(opening)).toLowerCase()).toContain('\r\nx-a: b\r\n');
  }
});

test('keys and certificates are taken as strings and as Buffers', async () => {
  const { cert, key } = certificates.trusted;
  const onConnection = () => {};
  for (const tls of [
    { cert, key },
    { cert: Buffer.from(cert), key: Buffer.from(key) },
  ]) {
    const server = await listen({ tls, onConnection });
    expect(server.url).toMatch('wss://');
    await server.close();
  }
});
