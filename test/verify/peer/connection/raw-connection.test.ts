import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bind } from '../../../../src/bind.ts';
import { openConnection } from '../../../../src/verify/peer/connection/open-connection.ts';
import { RawConnection } from '../../../../src/verify/peer/connection/raw-connection.ts';
import { Overdue } from '../../../../src/verify/peer/connection/wait-list.ts';
import { HandClock } from '../../../../src/verify/peer/hand-clock.ts';
import { certificates } from '../../../certificate.ts';
import { open, openTls } from '../open.ts';

/** A port of a server that takes connections and says nothing; with `null`, one on which nobody listens. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).resume();
  });
  const { port } = await bind(server);
  onTestFinished(() => void server.close());
  return port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const { port } = await bind(server);
  server.close();
  await once(server, 'close');
  return port;
}

describe('what comes', () => {
  test('is kept as it came, each chunk with its time since the connection began', async () => {
    const clock = new HandClock();
    clock.advance(1_000);
    const { connection, far } = await open({ clock });
    clock.advance(5);
    far.write('one');
    await connection.until(({ text }) => text === 'one', 'the first chunk');
    clock.advance(7);
    far.write(Buffer.of(0xff, 0x00));
    await connection.until(({ octets }) => octets.length === 5, 'the second chunk');
    expect(connection.received).toEqual([
      { octets: Buffer.from('one'), at: 5 },
      { octets: Buffer.of(0xff, 0), at: 12 },
    ]);
    expect(connection.text).toBe('one\xff\x00');
    expect(connection.ending).toBe('open');
  });

  test('is kept apart on several connections at once', async () => {
    const [one, two] = [await open(), await open()];
    one.far.write('first');
    two.far.write('other');
    await Promise.all(
      [one, two].map(({ connection }) => connection.until(({ text }) => text.length === 5, 'five')),
    );
    expect([one.connection.text, two.connection.text]).toEqual(['first', 'other']);
  });

  test('is kept by the end that took the connection, too', async () => {
    const { connection, far } = await open();
    const taken = new RawConnection(far);
    await connection.send('hello');
    await taken.until(({ text }) => text === 'hello', 'the greeting');
    expect(taken.received.map(({ octets }) => octets.toString())).toEqual(['hello']);
    expect(connection.localPort).toBe(far.remotePort);
  });

  test('is kept up to 1 MiB and what a case brings, and less once it is over; all of it is counted', async () => {
    const { connection } = await open();
    const beyond: number[] = [];
    connection.onBeyond = ({ length }) => void beyond.push(length);
    connection.expect(10);
    for (let nth = 0; nth < 18; nth += 1) connection.take(Buffer.alloc(65_536, nth));
    const { came, isCut, octets } = connection;
    expect({ came, isCut, beyond, kept: octets.length }).toEqual({
      ...{ came: 18 * 65_536, isCut: true, beyond: [65_526, 65_536], kept: 1_048_576 + 10 },
    });
    connection.shrink();
    expect(connection.octets).toEqual(octets.subarray(0, 65_536 + 10));
    expect(connection.received.map((chunk) => chunk.octets.length)).toEqual([65_536, 10]);
    expect([connection.came, connection.isCut]).toEqual([came, true]);
  });
});

describe('what is sent', () => {
  test('is kept by its pieces and times; a text has an octet for each character', async () => {
    const clock = new HandClock();
    const { connection, far } = await open({ clock });
    await connection.send('a\xe9');
    clock.advance(3);
    await connection.send(Uint8Array.of(1), Buffer.from('b'));
    const taken = new RawConnection(far);
    await taken.until(({ octets }) => octets.length === 4, 'all of it');
    expect(taken.text).toBe('a\xe9\x01b');
    expect(connection.sent).toEqual([
      { octets: Buffer.of(0x61, 0xe9), at: 0 },
      { octets: Buffer.of(1), at: 3 },
      { octets: Buffer.from('b'), at: 3 },
    ]);
  });

  test('is sent piece by piece where pauses are asked for, and by the clock', async () => {
    const clock = new HandClock();
    const { connection, far } = await open({ clock });
    const taken = new RawConnection(far);
    const sending = connection.sendApart(['one', 'two'], 50);
    await taken.until(({ text }) => text === 'one', 'the first piece');
    await clock.runs(2);
    expect(connection.sent).toHaveLength(1);
    clock.advance(50);
    await sending;
    await taken.until(({ text }) => text === 'onetwo', 'the second piece');
    expect(taken.received).toHaveLength(2);
  });

  test.each(['end', 'destroy'] as const)('is nothing behind %s()', async (way) => {
    const { connection } = await open();
    connection[way]();
    await connection.send('late');
    await connection.sendApart(['late', 'later'], 0);
    expect(connection.sent).toEqual([]);
  });

  test('may follow the end of the other side', async () => {
    const { connection, far } = await open();
    far.end();
    expect(await connection.ended()).toBe('ended');
    const read = once(far, 'data');
    await connection.send('still here');
    expect(String((await read)[0])).toBe('still here');
  });

  test('is given up where the system does not take it in time', async () => {
    const clock = new HandClock();
    const { connection } = await open({ clock, deadline: 100 });
    const sending = connection.send(new Uint8Array(64_000_000)); // more than the buffers of both ends hold
    await clock.runs(1);
    clock.advance(100);
    await expect(sending).rejects.toThrow(
      'waited 100 ms for the system to take 64000000 octets in vain; 0 octets had come',
    );
    expect(connection.ending).toBe('late');
  });
});

describe('how it ended', () => {
  test('in order, while this side stays open', async () => {
    const { connection, far } = await open();
    far.end('bye');
    expect(await connection.ended()).toBe('ended');
    expect([connection.text, connection.socket.writable]).toEqual(['bye', true]);
  });

  test('by a reset', async () => {
    const { connection, far } = await open();
    far.resetAndDestroy();
    expect(await connection.ended()).toBe('reset');
    await connection.closed();
    expect(connection.isClosed).toBe(true);
  });

  test.each(['destroy', 'reset'] as const)('not by the other side where %s() came first', async (way) => {
    const { connection } = await open();
    connection[way]();
    await connection.closed();
    expect(connection.ending).toBe('open');
  });

  test('reset() right behind end() closes the connection as well', async () => {
    const { connection } = await open();
    connection.write('one');
    connection.end();
    connection.reset();
    await connection.closed();
  });

  test('reset() is seen as one', async () => {
    const { connection, far } = await open();
    const taken = new RawConnection(far);
    connection.reset();
    expect(await taken.ended()).toBe('reset');
  });

  test('late, by a signal that is aborted', async () => {
    const abort = new AbortController();
    const { connection } = await open({ signal: abort.signal });
    const waiting = connection.until(() => false, 'nothing');
    abort.abort();
    expect(await waiting).toBe(false);
    expect(connection.ending).toBe('late');
  });
});

describe('a wait', () => {
  test('tells that its condition holds', async () => {
    const { connection, far } = await open();
    far.write('yes');
    expect(await connection.until(({ text }) => text === 'yes', 'a yes')).toBe(true);
  });

  test('tells that nothing more will come', async () => {
    const { connection, far } = await open();
    far.end('no');
    expect(await connection.until(({ text }) => text === 'yes', 'a yes')).toBe(false);
    expect(await connection.until(({ text }) => text === 'no', 'a no')).toBe(true);
  });

  test('has a deadline, says what it waited for, and gives the connection up', async () => {
    const clock = new HandClock();
    const { connection, far } = await open({ clock, deadline: 300 });
    const taken = new RawConnection(far);
    far.write('abc');
    await connection.until(({ text }) => text === 'abc', 'three letters');
    const waiting = connection.until(({ text }) => text === 'yes', 'a yes');
    clock.advance(299);
    expect(connection.ending).toBe('open');
    clock.advance(1);
    await expect(waiting).rejects.toEqual(new Overdue('a yes', 300, '3 octets had come'));
    await expect(waiting).rejects.toThrow('waited 300 ms for a yes in vain; 3 octets had come');
    expect(connection.ending).toBe('late');
    expect(await taken.ended()).toBe('ended');
    expect(clock.waiting).toBe(0);
  });

  test('may have a deadline of its own', async () => {
    const clock = new HandClock();
    const { connection } = await open({ clock });
    const waits = [connection.until(() => false, 'one', 20), connection.closed(30)];
    clock.advance(20);
    await expect(waits[0]).rejects.toThrow('waited 20 ms for one in vain');
    await waits[1];
  });

  test('for what the other side keeps from happening: the connection to be closed', async () => {
    const clock = new HandClock();
    const { connection } = await open({ clock, deadline: 10 });
    connection.end();
    const closing = connection.closed();
    clock.advance(10);
    await expect(closing).rejects.toThrow('waited 10 ms for the connection to be closed in vain');
  });

  test('whose condition throws rejects, now or later', async () => {
    const { connection, far } = await open();
    const fail = () => {
      throw new Error('no such thing');
    };
    await expect(connection.until(fail, 'nothing')).rejects.toThrow('no such thing');
    const { connection: other } = await open();
    const waiting = other.until(({ received }) => received.length > 0 && fail(), 'nothing');
    far.write('x');
    other.take(Buffer.from('x'));
    await expect(waiting).rejects.toThrow('no such thing');
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { connection, far } = await open();
    far.write('yes');
    await connection.until(({ text }) => text === 'yes', 'a yes');
    await connection.send('thanks');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('no connection is made', () => {
  test('where nobody listens', async () => {
    const failing = openConnection({ port: await closedPort() });
    await expect(failing).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('where TLS is not answered in time', async () => {
    const clock = new HandClock();
    const port = await silentPort();
    const failing = openConnection({ port, clock, deadline: 100, tls: {} });
    clock.advance(100);
    await expect(failing).rejects.toThrow(`waited 100 ms for a connection to 127.0.0.1:${port} in vain`);
  });

  test.each([
    ['was aborted before', (abort: AbortController) => abort.abort('enough'), () => {}],
    ['is aborted while it is made', () => {}, (abort: AbortController) => abort.abort('enough')],
  ])('where the signal %s', async (_, before, behind) => {
    const abort = new AbortController();
    const port = await silentPort();
    before(abort);
    const failing = openConnection({ port, signal: abort.signal, tls: {} });
    behind(abort);
    await expect(failing).rejects.toBe('enough');
  });
});

describe('over TLS', () => {
  const { authority, trusted, otherName } = certificates;

  test('the certificate is verified, and the name of the server is told', async () => {
    const { connection, far } = await openTls(trusted, { tls: { ca: authority, servername: 'localhost' } });
    far.write('secured');
    await connection.until(({ text }) => text === 'secured', 'a text');
    expect(Reflect.get(far, 'servername')).toBe('localhost');
    expect(far.alpnProtocol).toBe(false);
  });

  test('an address is no name to tell', async () => {
    const { far } = await openTls(trusted, { tls: { ca: authority } });
    expect(Reflect.get(far, 'servername')).toBe(false);
  });

  test('protocols are offered in order', async () => {
    const { far } = await openTls(
      { ...trusted, ALPNProtocols: ['http/1.1', 'h2'] },
      { tls: { ca: authority, protocols: ['h2', 'http/1.1'] } },
    );
    expect(far.alpnProtocol).toBe('http/1.1');
  });

  test.each([
    ['of another name', otherName, { ca: authority }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that nobody known has issued', trusted, {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('a certificate %s is refused, and taken where the options say so', async (_, pair, tls, code) => {
    await expect(openTls(pair, { tls })).rejects.toMatchObject({ code });
    const { connection } = await openTls(pair, { tls: { ...tls, insecure: true } });
    expect(connection.ending).toBe('open');
  });

  test('reset() is one of TCP', async () => {
    const { connection, far } = await openTls(trusted, { tls: { ca: authority } });
    const taken = new RawConnection(far);
    await connection.send('hello');
    await taken.until(({ text }) => text === 'hello', 'the greeting');
    connection.reset();
    expect(await taken.ended()).toBe('reset');
  });
});
