import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect, toWebSocket } from '../../src/client/index.ts';
import { spawnServe } from '../cli/spawn.ts';
import { untilTold } from '../cli/worker.ts';
import { startReverseProxy } from '../peers/reverse-proxy.ts';
import { RawPeer } from '../raw-peer.ts';
import { describeWith } from '../system.ts';
import { codeOf, makeFolder } from './page.ts';

const page = 'docs/how-to/scale-out.md';
const [workers = '', servers = ''] = codeOf(page, 'sh');
const [program = ''] = codeOf(page, 'ts');
const [haproxy = ''] = codeOf(page, 'haproxy');

test('the command with workers serves', async () => {
  const [, args = ''] = /^npx ws101 serve --listen 127\.0\.0\.1:8080 (--workers 2)\n$/.exec(workers) ?? [];
  const { url } = await spawnServe(...args.split(' '));
  const connection = await connect(url);
  connection.socket.destroy();
  expect(connection.subprotocol).toBeNull();
});

test('the program has two workers on one port, which end when they are told to', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'server.mjs'), program.replace('port: 8080', 'port: 0'));
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let out = '';
  child.stdout.setEncoding('utf8');
  while (out.split('\n').length < 3) out += String((await once(child.stdout, 'data'))[0]);
  const lines = [...out.matchAll(/^(\d+) listens on (\S+)$/gm)].map(([, pid = '', url = '']) => ({
    pid,
    url,
  }));
  const [{ pid: one, url } = { pid: '', url: '' }, { pid: two, url: same } = { pid: '', url: '' }] = lines;
  expect([lines.length, same]).toEqual([2, url]);

  const webSocket = toWebSocket(await connect(url));
  const said = String((await once(webSocket, 'message'))[0]);
  expect([`hello from ${one}`, `hello from ${two}`]).toContain(said);
  child.kill('SIGTERM');
  webSocket.close(1000);
  expect(await closed).toEqual([0, null]);
});

describeWith('haproxy', 'the balancer', () => {
  async function serveByTwo() {
    const [one, two] = [await spawnServe(), await spawnServe()];
    const lines = servers.replaceAll(/8080|8081/g, (port) => String(port === '8080' ? one.port : two.port));
    expect(lines).toBe([one, two].map(({ port }) => `npx ws101 serve --listen 127.0.0.1:${port}\n`).join(''));
    return { one, two };
  }

  test('hands connections to both', async () => {
    const { one, two } = await serveByTwo();
    const config = haproxy.replace('127.0.0.1:8081', `127.0.0.1:${two.port}`);
    const proxy = await startReverseProxy('haproxy', config, one.port);
    onTestFinished(() => proxy.end());
    const connections = [await connect(proxy.url), await connect(proxy.url), await connect(proxy.url)];
    for (const { socket } of connections) socket.destroy();
    one.server.child.kill('SIGTERM');
    two.server.child.kill('SIGTERM');
    const logs = [(await one.server.ended).err, (await two.server.ended).err];
    expect(logs).toEqual(Array(2).fill(expect.stringContaining('"status":101')));
  });

  /** The balancer with a configuration that checks often, once it has judged each server. */
  async function check(text: string) {
    const { one, two } = await serveByTwo();
    const config = text
      .replace('127.0.0.1:8081', `127.0.0.1:${two.port}`)
      .replaceAll(' check\n', ' check inter 20ms fall 1\n');
    // The first check has been judged before there is a second.
    const checked = [one, two].map(({ server }) => untilTold(server.child, '"status":426', 3));
    const proxy = await startReverseProxy('haproxy', config, one.port);
    onTestFinished(() => proxy.end());
    await Promise.all(checked);
    return proxy.url;
  }

  test('takes 426 for a sign of health', async () => {
    const { socket, subprotocol } = await connect(await check(haproxy));
    socket.destroy();
    expect(subprotocol).toBeNull();
  });

  test('that expects another status finds nobody healthy', async () => {
    const url = await check(haproxy.replace('status 426', 'status 200'));
    await expect(connect(url)).rejects.toMatchObject({ name: 'HandshakeError', status: null });
  });
});

describe('what a balancer or a check may send', () => {
  test.each([
    ['the PROXY protocol, version 1', 'PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\nGET / HTTP/1.1\r\n\r\n'],
    [
      'the PROXY protocol, version 2',
      '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x7f\0\0\x01\x7f\0\0\x01\x80\0\x1f\x90',
    ],
  ])('%s gets 400', async (_, octets) => {
    const { port } = await spawnServe();
    const peer = await RawPeer.connect(port);
    await peer.send(octets);
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a plain GET gets 426', async () => {
    const { port } = await spawnServe();
    const peer = await RawPeer.connect(port);
    await peer.send('GET / HTTP/1.0\r\n\r\n');
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 426 /);
  });

  test('a connection without an octet is logged by how it ended', async () => {
    const { server, port } = await spawnServe();
    const told = untilTold(server.child, '\n', 2);
    const first = await RawPeer.connect(port);
    first.end();
    await first.closed;
    const second = await RawPeer.connect(port);
    second.reset();
    await told;
    server.child.kill('SIGTERM');
    const { err } = await server.ended;
    const [ended = '', reset = ''] = err.split('\n');
    expect(JSON.parse(ended)).toMatchObject({ type: 'refused', status: 400, guard: 'headIsCut' });
    expect(JSON.parse(reset)).toMatchObject({ type: 'closed', status: null });
  });
});
