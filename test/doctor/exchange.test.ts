import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { consult } from '../../src/doctor/doctor.ts';
import { type Asking, ask, hangUp } from '../../src/doctor/exchange.ts';
import { Link } from '../../src/doctor/link.ts';
import { accept, reply, type Scripted, scriptAnswers } from './scripted.ts';

const request = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');

async function askOnce(server: Scripted, ms = 2_000): Promise<Asking> {
  const link = new Link(server.url, {});
  const asking = await ask(await link.open(['127.0.0.1'], ms), request, ms);
  hangUp(asking.connection);
  return asking;
}

/** Answers with pieces, each once the one before was written, and then as it is told. */
const pieces = (texts: readonly string[], then: (socket: Socket) => void = () => {}) =>
  scriptAnswers(({ socket }) => {
    socket.setNoDelay();
    const send = (at: number) => {
      if (at === texts.length) return then(socket);
      socket.write(texts[at] ?? '', 'latin1', () => setImmediate(send, at + 1));
    };
    send(0);
  });

const end = (socket: Socket) => void socket.end();
const text = ({ seen }: Asking) => Buffer.from(seen.reply).toString('latin1');

describe('what comes of a request', () => {
  test.each([
    ['in one piece', [reply('404 Not Found', 'no')]],
    ['in pieces', ['HTT', 'P/1.1 404 Not Found\r', '\nContent-Length: 2\r\n\r', '\nn', 'o']],
    ['octet by octet', [...reply('404 Not Found', 'no')]],
  ])('a reply %s, whose connection stays open', async (_how, texts) => {
    const asking = await askOnce(await pieces(texts));
    expect(asking.seen).toMatchObject({ end: 'replied', unreached: null });
    expect(text(asking)).toBe(texts.join(''));
  });

  test.each([
    ['content until the end', ['HTTP/1.1 200 OK\r\n\r\n', 'some', ' more'], 'replied'],
    ['content that is cut', ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour'], 'replied'],
    ['an interim reply before', ['HTTP/1.1 103 Early Hints\r\n\r\n', reply('400 Bad Request')], 'replied'],
    ['an interim reply alone', ['HTTP/1.1 103 Early Hints\r\n\r\n'], 'ended'],
    ['half of a head', ['HTTP/1.1 400 Bad Request\r\nContent'], 'ended'],
    ['lines that end in LF', ['HTTP/1.1 400 Bad Request\nContent-Length: 0\n\n'], 'ended'],
    ['nothing', [], 'ended'],
    ['octets that are no reply', ['SSH-2.0-OpenSSH_9.2\r\n'], 'ended'],
    ['no version', ['HTTP/ 400\r\n\r\n'], 'ended'],
  ])('%s, and then the end', async (_what, texts, how) => {
    const asking = await askOnce(await pieces(texts, end));
    expect(asking.seen.end).toBe(how);
    expect(text(asking)).toBe(texts.join(''));
    expect(asking.connection).toBeNull();
  });

  test('content without an announced end is not waited for long', async () => {
    const server = await pieces(['HTTP/1.1 200 OK\r\n\r\n', 'some']);
    const asking = await askOnce(server, 60_000);
    expect(asking.seen.end).toBe('replied');
    expect(text(asking)).toContain('\r\n\r\nsome');
    await expect.poll(() => server.open.size).toBe(0);
  });

  test('octets that are no reply are told at once, however long is waited', async () => {
    const asking = await askOnce(await pieces(['-ERR unknown command\r\n']), 60_000);
    expect(asking.seen).toMatchObject({ end: 'ended' });
  });

  test.each([
    ['silence', []],
    ['half of a head', ['HTTP/1.1 2']],
  ])('%s', async (_what, texts) => {
    const asking = await askOnce(await pieces(texts), 100);
    expect(asking.seen.end).toBe('late');
    expect(asking.seen.ms).toBeGreaterThan(90);
  });

  test('a reset', async () => {
    const asking = await askOnce(await scriptAnswers(({ socket }) => void socket.resetAndDestroy()));
    expect(asking.seen).toMatchObject({ end: 'reset', error: 'ECONNRESET' });
  });

  test('a 101 leaves the connection open, and tells where its head ends', async () => {
    const server = await scriptAnswers((asked) => accept(asked));
    const link = new Link(server.url, {});
    const { seen, connection, headEnd } = await ask(await link.open(['127.0.0.1'], 2_000), request, 2_000);
    expect({ ending: connection?.ending, headEnd }).toEqual({ ending: 'open', headEnd: seen.reply.length });
    connection?.destroy();
  });

  test('no connection', async () => {
    const server = await scriptAnswers(() => {});
    const link = new Link(server.url, {});
    const asking = await ask(await link.open(['127.0.0.2'], 2_000), request, 2_000);
    expect(asking.seen).toMatchObject({ end: 'ended', reply: new Uint8Array() });
    expect(asking.seen.unreached).toContain('127.0.0.2');
  });
});

describe('what never ends is cut', () => {
  const flood = (head: string, piece: string) =>
    scriptAnswers(({ socket }) => {
      const more = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', more);
      socket.write(head);
      more();
    });
  const much = 'a'.repeat(16_384);

  test.each([
    ['content without an end', 'HTTP/1.1 200 OK\r\n\r\n', much],
    ['content of which more is announced', 'HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n', much],
    ['content in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', `4000\r\n${much}\r\n`],
    ['a head', 'HTTP/1.1 200 OK\r\n', `A: ${much}\r\n`],
    ['interim replies', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)],
    ['one line', 'HTTP/1.1 200 ', much],
    ['octets that are no reply', '', much],
  ])('%s', async (_what, head, piece) => {
    const server = await flood(head, piece);
    const asking = await askOnce(server, 60_000);
    expect(asking.seen.reply.length).toBeLessThan(256 * 1024);
    expect(asking.seen.unreached).toBeNull();
    await expect.poll(() => server.open.size).toBe(0);
  });

  test('and how much of it is kept is told', async () => {
    const server = await flood('HTTP/1.1 403 No\r\n\r\n', much);
    const { steps } = await consult(server.url, { timeout: 5_000 });
    expect(steps.find(({ name }) => name === 'upgrade')?.detail).toMatch(
      /^403 No, with 131072 octets or more$/,
    );
  });

  test('what comes behind a 101 is not kept', async () => {
    const server = await flood('HTTP/1.1 101 A\r\n\r\n', much);
    const link = new Link(server.url, {});
    const { connection } = await ask(await link.open(['127.0.0.1'], 2_000), request, 2_000);
    const { socket, received } = connection ?? {};
    await expect.poll(() => Number(socket?.bytesRead)).toBeGreaterThan(4_000_000);
    expect(Buffer.concat((received ?? []).map(({ octets }) => octets)).length).toBeLessThan(256 * 1024);
    connection?.destroy();
  });
});
