import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ProcessIo } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { folder } from './run.ts';

/** A place to run in, and what was written there. */
function makeIo(given: Partial<ProcessIo> = {}) {
  const written = { out: '', err: '' };
  const write = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const io: ProcessIo = {
    stdin: Readable.from([]),
    stdout: write('out'),
    stderr: write('err'),
    env: {},
    cwd: folder,
    signal: new AbortController().signal,
    ...given,
  };
  return { io, written };
}

/** A terminal of so many columns. */
const asTerminal = (stream: ProcessIo['stdout'], columns: number) =>
  Object.assign(stream, { isTTY: true, columns, hasColors: () => true });

test('paths of files begin at the folder that is given', async () => {
  writeFileSync(join(folder, 'opening.txt'), 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const { io, written } = makeIo();
  expect(await runCli(['explain', 'opening.txt'], io)).toBe(1);
  expect(await runCli(['diagram', 'connection', '--format', 'dot', '--out', 'drawn'], io)).toBe(0);
  expect(written.out).toMatch(/wrote drawn\/connection\.dot\n$/);
  expect(await runCli(['explain', 'drawn/connection.dot'], io)).toBe(1);
});

test('a terminal has colours unless the environment says otherwise', async () => {
  const { io, written } = makeIo({ stdin: Readable.from([Buffer.from('GET / HTTP/1.1\r\n\r\n')]) });
  asTerminal(io.stdout, 300);
  await runCli(['explain', '-'], io);
  expect(written.out).toContain('\x1b[1mRequest: refused.\x1b[22m');
  const plain = makeIo({
    ...io,
    stdin: Readable.from([Buffer.from('GET / HTTP/1.1\r\n\r\n')]),
    env: { NO_COLOR: '1' },
  });
  const before = written.out.length;
  await runCli(['explain', '-'], plain.io);
  expect(written.out.slice(before)).not.toContain('\x1b');
});

test('help is as wide as the terminal', async () => {
  const linesAt = async (columns: number) => {
    const { io, written } = makeIo();
    asTerminal(io.stdout, columns);
    expect(await runCli(['verify', 'server', '--help'], io)).toBe(0);
    return written.out.split('\n').length;
  };
  expect(await linesAt(80)).toBeGreaterThan(await linesAt(200));
});

test('what breaks is 70, and nothing is thrown', async () => {
  const stdout = new Writable({
    write() {
      throw new Error('the disk is gone');
    },
  });
  const { io, written } = makeIo({ stdout });
  expect(await runCli(['clauses'], io)).toBe(70);
  expect(written.err).toMatch(/^ws101 broke: Error: the disk is gone\n {4}at /);
});

test('two command lines run at once, each with streams of its own', async () => {
  const [first, second] = [makeIo(), makeIo()];
  const codes = await Promise.all([
    runCli(['diagram', 'tls', '--format', 'dot'], first.io),
    runCli(['diagram', 'connection', '--format', 'dot'], second.io),
  ]);
  expect(codes).toEqual([0, 0]);
  expect([first.written.out, second.written.out]).toEqual([
    expect.stringMatching(/^digraph "tlsDecision" /),
    expect.stringMatching(/^digraph "connection" /),
  ]);
});

test('a signal that is aborted already stops a server as soon as it listens', async () => {
  const { io, written } = makeIo({ signal: AbortSignal.abort() });
  expect(await runCli(['serve', '--listen', '127.0.0.1:0'], io)).toBe(0);
  expect(written.out).toMatch(/^listening on ws:/);
});
