import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bind } from '../../../src/bind.ts';
import { createCommand, fillIn } from '../../../src/verify/connector/command.ts';
import { NoClient } from '../../../src/verify/connector/connector.ts';

const order = { url: 'ws://localhost/', subprotocols: ['chat', 'superchat'] };
const never = new AbortController().signal;
const run = (script: string, signal = never, ...args: readonly string[]) =>
  createCommand([process.execPath, '-e', script, ...args], { subprotocols: [], atOnce: 1 }).connect(
    order,
    signal,
  );

test('what it is to do is put into its arguments, and into its environment', () => {
  const { args, env } = fillIn(['{url}', '--protocols={subprotocols}', '{url}#{url}', '{ca}'], order);
  expect(args).toEqual([
    'ws://localhost/',
    '--protocols=chat,superchat',
    'ws://localhost/#ws://localhost/',
    '',
  ]);
  expect(env).toMatchObject({ WS101_URL: order.url, WS101_SUBPROTOCOLS: 'chat,superchat' });
  expect(env).not.toHaveProperty('WS101_CA');
  expect(fillIn(['{ca}'], { ...order, ca: '/a b' })).toMatchObject({
    args: ['/a b'],
    env: { WS101_CA: '/a b' },
  });
});

test('it runs with them, and its status and its last words are its word', async () => {
  const script =
    "console.log(process.argv[1], process.env.WS101_URL); console.error('why'); process.exitCode = 3";
  expect(await run(script, never, '{url}')).toEqual({
    ...{ opened: null, exitCode: 3 },
    error: expect.stringMatching(/^(?:ws:\/\/localhost\/ ws:\/\/localhost\/\nwhy|why\n.*)$/),
  });
});

test('that nothing was said leaves nothing', async () => {
  expect(await run('')).toEqual({ opened: null, exitCode: 0 });
});

test('it is told that a signal has ended it which nobody sent', async () => {
  expect(await run("process.kill(process.pid, 'SIGABRT')")).toEqual({
    ...{ opened: null, exitCode: null },
    gone: 'SIGABRT',
  });
});

test('it is ended when its case is over, which is nothing that it did', async () => {
  expect(await run('setInterval(() => {}, 1e9)', AbortSignal.abort())).toEqual({
    opened: null,
    exitCode: null,
  });
});

test('it is ended where it does not want to', async () => {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e9)";
  expect(await run(script, AbortSignal.abort())).toEqual({ opened: null, exitCode: null });
});

test('what it leaves behind with its output is given up when its case is over, and counted', async () => {
  const over = new AbortController();
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    over.abort();
  });
  onTestFinished(() => void server.close());
  const { port } = await bind(server);
  const left = `require('net').connect(${port}, '127.0.0.1')`;
  const script = `require('child_process').spawn(process.execPath, ['-e', "${left}"], { detached: true, stdio: 'inherit' }).unref()`;
  const command = createCommand([process.execPath, '-e', script], { subprotocols: [], atOnce: 1 });
  expect(await command.connect(order, over.signal)).toEqual({ opened: null, exitCode: 0 });
  expect(command.held).toBe(1);
});

test('one that ignores to be told is ended at once where the run is over', async () => {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e9)";
  const command = createCommand([process.execPath, '-e', script], { subprotocols: [], atOnce: 1 });
  const connecting = command.connect(order, never);
  await command.close();
  expect(await connecting).toEqual({ opened: null, exitCode: null });
});

test('a program that is not there is none', async () => {
  const command = createCommand(['/no/such/program'], { subprotocols: [], atOnce: 1 });
  const connecting = command.connect(order, never);
  await expect(connecting).rejects.toThrow(NoClient);
  await expect(connecting).rejects.toThrow(/^\/no\/such\/program cannot be started: .*ENOENT/);
});
