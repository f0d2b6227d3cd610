import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bind } from '../../src/bind.ts';
import { findFreePort } from '../process-group.ts';
import { startPeer } from './peer.ts';

const run = (script: string) => ({ name: 'sample', command: [process.execPath, '-e', script, '{port}'] });

const listening = "require('net').createServer().listen(Number(process.argv[1]), '127.0.0.1')";

test('what ends before it listens is told of, with what it wrote', async () => {
  const starting = startPeer(run("console.error('no such module'); process.exitCode = 1"));
  await expect(starting).rejects.toThrow(/^sample ended before it listened: no such module\n$/);
});

test('a program that is not there is told of', async () => {
  const starting = startPeer({ name: 'sample', command: ['/nonexistent/program', '{port}'] });
  await expect(starting).rejects.toThrow(/^sample ended before it listened: .*ENOENT/);
});

test('what does not listen in time is ended, and told of', async () => {
  const starting = startPeer(run("console.error('waiting'); setInterval(() => {}, 1_000)"), undefined, 1_500);
  await expect(starting).rejects.toThrow(/^sample ended before it listened: /);
});

test('another port is tried where the first has been taken', async () => {
  const ports = [1, await findFreePort()];
  const script = `if (process.argv[1] === '1') throw new Error('EADDRINUSE'); ${listening}`;
  const { port, stop } = await startPeer(run(script), async () => ports.shift() ?? 0);
  onTestFinished(stop);
  expect(port).not.toBe(1);
});

test('whoever listens there already is not taken for it', async () => {
  const other = createServer((socket) => socket.destroy());
  const { port: taken } = await bind(other);
  onTestFinished(() => void other.close());
  const ports = [taken, await findFreePort()];
  const { port, stop } = await startPeer(run(listening), async () => ports.shift() ?? 0);
  onTestFinished(stop);
  expect(port).not.toBe(taken);
});

test('all of its processes are ended, those that it started too', async () => {
  const holder = createServer();
  const { port: home } = await bind(holder);
  onTestFinished(() => void holder.close());
  const child = `require('net').connect(${home}, '127.0.0.1')`;
  const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); ${listening}`;
  const connected = once(holder, 'connection');
  const { stop } = await startPeer(run(script));
  onTestFinished(stop);
  const [socket] = await connected;
  socket.on('error', () => {}).resume();
  const closed = once(socket, 'close');
  await stop();
  await closed;
});
