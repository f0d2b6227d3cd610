import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { connect, toWebSocket } from '../../src/client/index.ts';
import { remedies } from '../../src/knowledge/remedy/remedy.ts';
import { makeFolder } from '../docs/page.ts';
import { opening } from '../opening.ts';
import { findFreePort, ProcessGroup } from '../process-group.ts';
import { statusOf } from './opening-status.ts';
import type { scripts } from './remedy-base.ts';

/** The lines of a remedy, and whose they are. */
function linesOf(id: (typeof scripts)[number]['id'], product: string): string {
  const remedy = remedies.find((each) => each.ran && each.id === id && each.product === product);
  return remedy?.text ?? '';
}

/** Runs lines that listen on port 8080 on another. */
async function start(lines: string): Promise<string> {
  const folder = makeFolder();
  const port = await findFreePort();
  writeFileSync(join(folder, 'server.mjs'), lines.replaceAll('8080', String(port)));
  const group = new ProcessGroup(process.execPath, ['server.mjs'], { cwd: folder });
  onTestFinished(() => group.end());
  if (!(await group.listensOn(port))) throw new Error(group.said);
  return `ws://127.0.0.1:${port}`;
}

/** What lines export. */
async function load(
  lines: string,
): Promise<Readonly<Record<string, (...args: readonly string[]) => unknown>>> {
  const file = join(makeFolder(), 'lines.mjs');
  writeFileSync(file, lines);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

test.each(['Node.js', 'Express', 'Fastify'])('server/no-handler at %s', async (product) => {
  const url = await start(linesOf('server/no-handler', product));
  expect(await statusOf(connect(`${url}/chat`))).toBe(101);
  expect((await fetch(`${url.replace('ws:', 'http:')}/`)).status).toBe(product === 'Node.js' ? 200 : 404);
});

test('server/origin-refused at ws', async () => {
  const url = await start(linesOf('server/origin-refused', 'ws'));
  expect(await statusOf(connect(url, { origin: 'https://example.com' }))).toBe(101);
  expect(await statusOf(connect(url, { origin: 'https://evil.example' }))).toBe(403);
});

test('server/subprotocol-none-chosen at ws', async () => {
  const url = await start(linesOf('server/subprotocol-none-chosen', 'ws'));
  const chosen = [];
  for (const subprotocols of [['x', 'superchat'], ['superchat', 'chat'], ['x']]) {
    const connection = await connect(url, { subprotocols });
    chosen.push(connection.subprotocol);
    toWebSocket(connection).terminate();
  }
  expect(chosen).toEqual(['superchat', 'chat', null]);
});

test('server/two-answers at ws', async () => {
  const url = await start(linesOf('server/two-answers', 'ws'));
  const statuses = ['/chat', '/news?a=b', '/other'].map((path) => statusOf(connect(`${url}${path}`)));
  expect(await Promise.all(statuses)).toEqual([101, 101, 404]);
});

test('server/early-frame-lost at Node.js', async () => {
  const { port } = new URL(await start(linesOf('server/early-frame-lost', 'Node.js')));
  const socket = connectTcp(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
  socket.write(Buffer.concat([Buffer.from(opening), ping]));
  let came = Buffer.alloc(0);
  const pong = Buffer.from([0x8a, 0]);
  while (!came.subarray(-2).equals(pong)) came = Buffer.concat([came, ...(await once(socket, 'data'))]);
  expect(came.toString('latin1')).toContain('HTTP/1.1 101');
});

test('server/limits at Node.js', async () => {
  const url = await start(linesOf('server/limits', 'Node.js'));
  expect(await statusOf(connect(url, { headers: [['Cookie', `a=${'a'.repeat(20_000)}`]] }))).toBe(101);
});

test('server/token-list at Node.js', async () => {
  const { hasToken } = await load(linesOf('server/token-list', 'Node.js'));
  expect(
    ['Upgrade', 'keep-alive, Upgrade', 'keep-alive', 'upgrades'].map((value) => hasToken?.(value, 'upgrade')),
  ).toEqual([true, true, false, false]);
});

test('server/accept-wrong at Node.js', async () => {
  const { acceptFor } = await load(linesOf('server/accept-wrong', 'Node.js'));
  expect(acceptFor?.('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});
