import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { RawPeer } from '../raw-peer.ts';
import { dial, openingAt, untilRefused } from './caller.ts';
import { file, run } from './run.ts';
import { Spawned, spawnCli, spawnServe } from './spawn.ts';
import { halt, untilEnded, untilTold, workersOf } from './worker.ts';

/** A server with two workers, and the ids of all three. */
async function serveByTwo(...args: readonly string[]) {
  const { server, url, port } = await spawnServe('--workers', '2', ...args);
  const [one = 0, two = 0] = workersOf(server.child);
  return { server, url, port, primary: server.child.pid ?? 0, one, two };
}

describe('--workers', () => {
  test('1 is one process', async () => {
    const { server } = await spawnServe('--workers', '1');
    expect(workersOf(server.child)).toEqual([]);
  });

  test('2 are two, and each of them accepts on the port that is told, while the first process does nothing', async () => {
    const { server, url, primary, one, two } = await serveByTwo();
    expect(workersOf(server.child)).toEqual([one, two]);
    const goOn = halt(primary);
    const letTwo = halt(two);
    const first = await dial(url); // by the one that is left
    first.send('one');
    expect(await once(first, 'message')).toEqual([Buffer.from('one'), false]);
    letTwo();
    const letOne = halt(one);
    const second = await dial(url);
    second.send('two');
    expect(await once(second, 'message')).toEqual([Buffer.from('two'), false]);
    letOne();
    goOn();
    server.child.kill('SIGTERM');
    const { code, out } = await server.ended;
    expect({ code, out }).toEqual({ code: 0, out: `listening on ${url}\n` });
  });

  test('where the environment says so, they take turns', async () => {
    const args = ['serve', '--listen', '127.0.0.1:0', '--workers', '2'];
    const server = new Spawned(args, '', { NODE_CLUSTER_SCHED_POLICY: 'rr' });
    const url = (await server.until('\n')).replace('listening on ', '').trim();
    const webSockets: WebSocket[] = [];
    for (let n = 0; n < 10; n += 1) webSockets.push(await dial(url));
    const dispositions = webSockets.map((webSocket) =>
      Promise.race([once(webSocket, 'close').then(() => 'closed'), once(webSocket, 'message').then(String)]),
    );
    const told = untilTold(server.child, 'is replaced\n');
    process.kill(workersOf(server.child)[0] ?? 0, 'SIGKILL');
    await told;
    for (const webSocket of webSockets) if (webSocket.readyState === WebSocket.OPEN) webSocket.send('open');
    const settled = (await Promise.all(dispositions)).map((disposition) => disposition.replace(/,.*/, ''));
    expect(settled.sort()).toEqual([...Array(5).fill('closed'), ...Array(5).fill('open')]);
    for (const webSocket of webSockets) webSocket.terminate();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  test('TLS, a configuration, and one warning of it', async () => {
    const { trusted, authority } = await certificatesOnce();
    file('cert.pem', trusted.cert);
    file('key.pem', trusted.key);
    const config = file(
      'workers.json',
      JSON.stringify({
        tls: { cert: 'cert.pem', key: 'key.pem' },
        authentication: [{ method: 'cookie', name: 's', secrets: ['x'] }],
      }),
    );
    const { server, url } = await spawnServe('--workers', '3', '--config', config);
    expect(url).toMatch(/^wss:/);
    const ca = file('authority.pem', authority);
    expect((await run('connect', url, '--ca', ca, '--header', 'Cookie: s=x')).code).toBe(0);
    expect((await run('connect', url, '--ca', ca)).code).toBe(1);
    server.child.kill('SIGTERM');
    const { code, err } = await server.ended;
    expect(code).toBe(0);
    expect(err.match(/cross-site WebSocket hijacking/g)).toHaveLength(1);
    expect(err.match(/"status":(101|401)/g)).toEqual(['"status":101', '"status":401']);
  });
});

test('lines of the access log are whole, whoever writes them, and however long they are', async () => {
  const config = file('long.json', '{ "limits": { "headOctets": 300000, "targetOctets": 250000 } }');
  const { server, port } = await serveByTwo('--config', config);
  const path = '/chat'.repeat(40_000);
  server.child.stderr?.pause(); // so that the system takes a part of a line at a time
  const peers = await Promise.all(Array.from({ length: 40 }, () => RawPeer.connect(port)));
  await Promise.all(peers.map((peer) => peer.send(openingAt(path))));
  await Promise.all(peers.map((peer) => peer.until('\r\n\r\n')));
  server.child.stderr?.resume();
  server.child.kill('SIGTERM');
  const { code, err } = await server.ended;
  const lines = err.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines.map((line) => JSON.parse(line).target === path)).toEqual(Array(40).fill(true));
});

describe('a signal stops all of them cleanly', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s, with a connection open at each', async (signal) => {
    const { server, url, one, two } = await serveByTwo();
    const letTwo = halt(two);
    const first = await dial(url);
    letTwo();
    const letOne = halt(one);
    const second = await dial(url);
    letOne();
    server.child.kill(signal);
    const closed = await Promise.all([once(first, 'close'), once(second, 'close')]);
    expect(closed.map(([status]) => status)).toEqual([1001, 1001]);
    expect(await server.ended).toMatchObject({ code: 0, out: `listening on ${url}\n` });
  });

  test('one that a terminal sends to all, and again: what is under way is finished', async () => {
    const { server, port, primary, one, two } = await serveByTwo();
    const letTwo = halt(two);
    const peer = await RawPeer.connect(port);
    await peer.send(openingAt('/').slice(0, 20));
    const other = await RawPeer.connect(port); // once it is answered, the first peer has been read
    await other.send('GET / HTTP/1.1\r\n\r\n');
    await other.ended;
    letTwo();
    for (const pid of [primary, one, two]) process.kill(pid, 'SIGINT');
    await untilRefused(port);
    for (const pid of [primary, one]) process.kill(pid, 'SIGINT');
    await peer.send(openingAt('/').slice(20));
    expect(await peer.until('\x88')).toContain('HTTP/1.1 101 Switching Protocols\r\n');
    const { code, err } = await server.ended;
    expect(code).toBe(0);
    expect(err).not.toContain('worker');
  });

  test('SIGKILL of the first process ends the others too', async () => {
    const { server, url } = await serveByTwo();
    const webSocket = await dial(url);
    server.child.kill('SIGKILL');
    expect((await once(webSocket, 'close'))[0]).toBe(1006);
    expect((await server.ended).code).toBeNull(); // standard output is closed once nobody has it any more
  });
});

describe('a worker that ends', () => {
  test('is told of and replaced, and the others go on', async () => {
    const { server, url, one, two } = await serveByTwo();
    const told = untilTold(server.child, 'is replaced\n');
    process.kill(one, 'SIGKILL');
    await told;
    const goOn = halt(two);
    const webSocket = await dial(url); // by the new one, which nobody else could be
    webSocket.terminate();
    goOn();
    server.child.kill('SIGTERM');
    const { code, out, err } = await server.ended;
    expect({ code, out }).toEqual({ code: 0, out: `listening on ${url}\n` });
    expect(err).toContain(`ws101: worker ${one} ended by SIGKILL, and is replaced\n`);
  });

  test('on a signal of its own says goodbye before', async () => {
    const { server, url, one, two } = await serveByTwo();
    const goOn = halt(two);
    const webSocket = await dial(url);
    goOn();
    const told = untilTold(server.child, `ws101: worker ${one} ended with exit code 0, and is replaced\n`);
    process.kill(one, 'SIGTERM');
    expect((await once(webSocket, 'close'))[0]).toBe(1001);
    await told;
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  test('and is gone before its goodbye is read: it is replaced like any other', async () => {
    const { server, url, primary, one } = await serveByTwo();
    const goOn = halt(primary);
    process.kill(one, 'SIGTERM');
    await untilEnded(one);
    const told = untilTold(server.child, `ws101: worker ${one} ended with exit code 0, and is replaced\n`);
    goOn();
    await told;
    server.child.kill('SIGTERM');
    const { code, out } = await server.ended;
    expect({ code, out }).toEqual({ code: 0, out: `listening on ${url}\n` });
  });

  test('with all others: where they listen is told anew', async () => {
    const { server, primary, one, two } = await serveByTwo();
    const goOn = halt(primary);
    process.kill(one, 'SIGKILL');
    process.kill(two, 'SIGKILL');
    goOn();
    const [, url = ''] = /\nlistening on (\S+)\n/.exec(await untilLines(server, 2)) ?? [];
    const webSocket = await dial(url);
    webSocket.terminate();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });
});

describe('a worker that cannot start ends all, and its sentence is told once', () => {
  test('a host that nobody knows', async () => {
    expect(await spawnCli('serve', '--listen', 'x.invalid:0', '--workers', '2').ended).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^ws101: cannot listen on x\.invalid:0: .*\n$/),
    });
  });

  test('a configuration that is none', async () => {
    const config = file('bad-workers.json', '{ "x": 1 }');
    const ended = await spawnCli('serve', '--config', config, '--workers', '3').ended;
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err.match(/^ {2}x: /gm)).toHaveLength(1);
  });

  test('one that became none before a worker had to be replaced', async () => {
    const config = file('spoilt.json', '{}');
    const { server, url, one } = await serveByTwo('--config', config);
    const goOn = halt(one);
    const webSocket = await dial(url);
    goOn();
    file('spoilt.json', '{');
    process.kill(one, 'SIGKILL');
    expect((await once(webSocket, 'close'))[0]).toBe(1001);
    const { code, err } = await server.ended;
    expect(code).toBe(2);
    expect(err).toContain(`ws101: worker ${one} ended by SIGKILL, and is replaced\n`);
    expect(err.match(/spoilt\.json is not valid JSON/g)).toHaveLength(1);
  });
});

/** Resolves to standard output once it has so many lines. */
async function untilLines(server: Spawned, count: number): Promise<string> {
  let out = await server.until('\n');
  while (out.split('\n').length <= count) {
    await once(server.child.stdout ?? server.child, 'data');
    out = await server.until('\n');
  }
  return out;
}
