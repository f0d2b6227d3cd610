import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bind } from '../../../src/bind.ts';
import type { Target } from '../../../src/verify/judge/target.ts';
import { maskedText } from '../../../src/verify/peer/frame/frame.ts';
import { findAddress, probe, Unreachable } from '../../../src/verify/peer/probe.ts';
import { certificates } from '../../certificate.ts';
import { targetOf } from '../target.ts';

const request = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
const head = Buffer.from('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n');
const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n';
const ping = Buffer.from('898301020304767132', 'hex');
const pong = Buffer.from([0x8a, 3, 0x77, 0x73, 0x31]);
const patience = 5_000;

/** A target that does as told with each connection, from its start. */
async function serve(script: (socket: Socket) => void): Promise<Target> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    onTestFinished(() => void socket.destroy());
    script(socket.on('error', () => {}));
  });
  return targetOf(`ws://127.0.0.1:${await portOf(server)}/`);
}

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return (await bind(server)).port;
}

/** Calls back with all that has come so far, at each piece of it. */
function collect(socket: Socket, take: (octets: Buffer, chunk: Buffer) => void): void {
  let octets = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    octets = Buffer.concat([octets, chunk]);
    take(octets, chunk);
  });
}

/** Calls back when what was written has been read at the other end, which is in this process too. */
function afterReading(act: () => void): void {
  setImmediate(() => setImmediate(act));
}

/** A target that answers the first octets with these pieces, the next when the one before has been read. */
function answering(...pieces: readonly string[]): Promise<Target> {
  return serve((socket) => {
    const left = pieces.map((piece) => Buffer.from(piece, 'latin1'));
    const send = () => {
      const piece = left.shift();
      if (piece) socket.write(piece, () => afterReading(send));
    };
    socket.once('data', send);
  });
}

/** A target that switches, with octets behind its 101, and answers the ping with octets. */
function switchingWith(behind: Buffer, ...answers: readonly Buffer[]): Promise<Target> {
  return serve((socket) => {
    const left = [...answers];
    const send = () => {
      const answer = left.shift();
      if (answer) socket.write(answer, () => afterReading(send));
    };
    socket.once('data', () => socket.write(Buffer.concat([Buffer.from(switching), behind])));
    collect(socket, (octets) => octets.includes(ping) && send());
  });
}

/** Sends a request to a target, and waits for its answer. */
function ask(
  target: Target,
  pieces: readonly Uint8Array[] = [request],
  timeout = patience,
  more?: Parameters<typeof probe>[4],
) {
  return probe(target, '127.0.0.1', pieces, timeout, more);
}

const text = Buffer.from([0x81, 2, 0x68, 0x69]);

describe('the answer is a final reply with its content', () => {
  test.each([
    ['one without content', ['HTTP/1.1 204 No Content\r\n\r\n']],
    ['one with its length', ['HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nabc']],
    ['one octet at a time', [...'HTTP/1.1 400 \r\nContent-Length: 3\r\n\r\nabc']],
    ['one in chunks', ['HTTP/1.1 400 \r\nTransfer-Encoding: chunked\r\n\r\n', '3\r\nabc\r\n', '0\r\n\r\n']],
  ])('%s', async (_, pieces) => {
    const { answer } = await ask(await answering(...pieces));
    const head = pieces.join('').replace(/\r\n\r\n.*/s, '\r\n\r\n');
    expect({ ...answer, octets: String(answer.octets), head: Buffer.from(answer.head).toString() }).toEqual({
      octets: pieces.join(''),
      head,
      reply: expect.objectContaining({ reason: expect.any(String) }),
      interims: [],
      early: expect.toSatisfy((early: Uint8Array) => early.length === 0),
      ponged: false,
      end: 'replied',
      ...{ content: null, closing: 'unseen', isAheadOfRest: false, second: 'unasked' },
    });
  });

  test('what comes on several connections at once is kept apart, and stays', async () => {
    const target = await serve((socket) =>
      socket.once('data', (octets: Buffer) =>
        socket.write(
          Buffer.concat([Buffer.from('HTTP/1.1 400 \r\nContent-Length: 4\r\n\r\n'), octets.subarray(4, 8)]),
        ),
      ),
    );
    const askFor = (path: string) => ask(target, [Buffer.from(`GET ${path} HTTP/1.1\r\n\r\n`)]);
    const answers = [...(await Promise.all([askFor('/one'), askFor('/two')])), await askFor('/six')];
    expect(answers.map(({ answer }) => String(answer.octets).slice(-4))).toEqual(['/one', '/two', '/six']);
  });

  test('interim replies before it are told by their statuses', async () => {
    const target = await answering(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHT',
      'TP/1.1 400 \r\nContent-Length: 0\r\n\r\n',
    );
    const { answer } = await ask(target);
    expect(answer).toMatchObject({ interims: [100, 103], reply: { status: 400 }, end: 'replied' });
    expect(String(answer.octets)).toMatch(/^HTTP\/1\.1 100 .*400 \r\nContent-Length: 0\r\n\r\n$/s);
  });

  test('one whose content runs until the end', async () => {
    const target = await serve((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\nwhy')),
    );
    const { answer } = await ask(target);
    expect(answer).toMatchObject({ reply: { status: 400 }, end: 'replied' });
    expect(String(answer.octets)).toBe('HTTP/1.1 400 Bad Request\r\n\r\nwhy');
  });

  test('one whose content does not come has been seen all the same', async () => {
    const target = await answering('HTTP/1.1 400 \r\nContent-Length: 9\r\n\r\nabc');
    const { answer } = await ask(target, [request], 500);
    expect(answer).toMatchObject({ reply: { status: 400 }, end: 'replied' });
  });

  // Content that does not come would be waited for longer than a test may take.
  test.each([
    ['in one piece', [head]],
    ['octet by octet', [...head].map((octet) => Buffer.of(octet))],
  ])('one to HEAD has no content, whatever it says: a request %s', async (_, pieces) => {
    const target = await answering('HTTP/1.1 405 \r\nContent-Length: 9\r\n\r\n');
    const { answer } = await ask(target, pieces, 60_000);
    expect(answer).toMatchObject({ reply: { status: 405 }, end: 'replied' });
  });

  test.each([
    ['with its head', ['HTTP/1.1 405 \r\nContent-Length: 3\r\n\r\nabc'], 3],
    ['with its head, unannounced', ['HTTP/1.1 405 \r\n\r\nab'], 2],
    ['behind its head', ['HTTP/1.1 405 \r\nContent-Length: 3\r\n\r\n', 'abc'], 3],
    ['behind its head, in chunks', ['HTTP/1.1 405 \r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na'], 4],
  ])('one to HEAD that has content all the same, %s', async (_, pieces, content) => {
    const { answer } = await ask(await answering(...pieces), [head]);
    expect(answer).toMatchObject({ reply: { status: 405 }, content, end: 'replied' });
    expect(String(answer.octets)).toBe(pieces.join(''));
  });

  test('one to HEAD whose content comes after a while', async () => {
    const target = await serve((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 405 \r\nContent-Length: 3\r\n\r\n');
        setTimeout(() => socket.write('abc'), 50); // late is tested
      }),
    );
    const { answer } = await ask(target, [head]);
    expect(answer).toMatchObject({ content: 3, end: 'replied' });
  });

  test.each([
    ['announces content', 'HTTP/1.1 405 \r\nContent-Length: 3\r\n\r\n', 0],
    ['announces none', 'HTTP/1.1 405 \r\nContent-Length: 0\r\n\r\n', null],
  ])('one to HEAD that has none, and %s', async (_, reply, content) => {
    const { answer } = await ask(await answering(reply), [head]);
    expect(answer).toMatchObject({ reply: { status: 405 }, content, end: 'replied' });
  });

  test('octets that are no reply', async () => {
    const { answer } = await ask(await answering('\x15\x03\x03'));
    expect(answer).toMatchObject({ reply: null, end: 'replied' });
    expect([...answer.octets]).toEqual([0x15, 3, 3]);
    expect([...answer.head]).toEqual([0x15]);
  });
});

describe('behind a 101 a ping gets its pong', () => {
  test.each([
    ['at once', [pong]],
    ['in two pieces', [pong.subarray(0, 4), pong.subarray(4)]],
    ['octet by octet', [...pong].map((octet) => Buffer.of(octet))],
    ['with frames behind it', [Buffer.concat([pong, text])]],
  ])('%s', async (_, pieces) => {
    const { answer } = await ask(await switchingWith(Buffer.alloc(0), ...pieces));
    expect(answer).toMatchObject({ reply: { status: 101 }, ponged: true, end: 'replied' });
    expect(answer.early).toHaveLength(0);
    expect(Buffer.from(answer.head).toString()).toBe(switching);
  });

  test('what comes before the pong is kept', async () => {
    const { answer } = await ask(await switchingWith(text, text, Buffer.concat([text, pong])));
    expect(answer.ponged).toBe(true);
    expect([...answer.early]).toEqual([...text, ...text, ...text]);
    expect([...answer.octets]).toEqual([...Buffer.from(switching), ...text, ...text, ...text, ...pong]);
  });

  test('frames are sent before the ping, and both once, whatever comes before the pong', async () => {
    const seen: Buffer[] = [];
    const ended: Promise<unknown>[] = [];
    const target = await serve((socket) => {
      ended.push(once(socket, 'end'));
      socket.once('data', () => socket.write(switching));
      const answer = [text, pong];
      const send = () => socket.write(answer.shift() ?? '', () => afterReading(send));
      collect(socket, (octets, chunk) => {
        seen.push(chunk);
        if (octets.includes(ping)) send();
      });
    });
    const frames = maskedText('hello');
    await ask(target, [request], patience, { frames });
    await Promise.all(ended);
    expect(Buffer.concat(seen)).toEqual(Buffer.concat([request, frames, ping]));
  });

  // What does not come behind a Close would be waited for longer than a test may take.
  test.each([
    ['as a whole', [Buffer.of(0x88, 2, 3, 0xf0)]],
    ['octet by octet', [0x88, 2, 3, 0xf0].map((octet) => Buffer.of(octet))],
    ['cut behind a frame before it', [Buffer.concat([text, Buffer.of(0x88)]), Buffer.of(2, 3, 0xf0)]],
    [
      'behind a frame that is cut',
      [text.subarray(0, 3), Buffer.concat([text.subarray(3), Buffer.of(0x88, 0)])],
    ],
  ])('none is waited for behind a Close: %s', async (_, pieces) => {
    const target = await switchingWith(Buffer.alloc(0), ...pieces);
    const { answer } = await ask(target, [request], 60_000);
    expect(answer).toMatchObject({ reply: { status: 101 }, ponged: false });
    expect(Buffer.from(answer.early)).toEqual(Buffer.concat(pieces));
  });

  test.each([
    ['in the payload of another frame', [Buffer.of(0x82, 4, 0x88), Buffer.of(0x88, 0, 0)]],
    ['masked', [Buffer.of(0x88), Buffer.of(0x80, 1, 2, 3, 4, 0x88, 0)]],
    ['longer than a Close can be', [Buffer.of(0x88, 126, 0, 126, ...Array(126).fill(1))]],
    ['as a head alone', [Buffer.of(0x88), Buffer.of(2), Buffer.of(3)]],
  ])('what is no Close ends no wait: %s', async (_, pieces) => {
    const target = await switchingWith(Buffer.alloc(0), ...pieces, pong);
    const { answer } = await ask(target);
    expect(answer).toMatchObject({ reply: { status: 101 }, ponged: true });
    expect(Buffer.from(answer.early)).toEqual(Buffer.concat(pieces));
  });

  test.each([
    ['the end of the connection is told', (socket: Socket) => socket.end(), 'ended', patience],
    ['so is a reset', (socket: Socket) => socket.resetAndDestroy(), 'reset', patience],
    ['so is silence', () => {}, 'late', 100],
  ] as const)('none comes: %s', async (_, act, end, timeout) => {
    const target = await serve((socket) => {
      socket.once('data', () => socket.write(Buffer.concat([Buffer.from(switching), text])));
      collect(socket, (octets) => octets.includes(ping) && act(socket));
    });
    const { answer } = await ask(target, [request], timeout);
    expect(answer).toMatchObject({ reply: { status: 101 }, ponged: false, end });
    expect([...answer.early]).toEqual([...text]);
  });
});

describe('a second request behind a reply', () => {
  const second = Buffer.from('GET /second HTTP/1.1\r\nHost: a\r\n\r\n');
  const whole = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nabc';
  const lasting = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';
  const another = 'HTTP/1.1 400 Bad Request';
  const long = `HTTP/1.1 400 Bad Request\r\nContent-Length: 66000\r\n\r\n${'a'.repeat(65_540)}`;
  const end = (socket: Socket) => socket.end();

  test.each([
    ['is answered by a second reply', whole, another, end, 'answered'],
    ['is not answered by the end of the connection', whole, '', end, 'ended'],
    ['is not answered by a reset', whole, '', (socket: Socket) => socket.resetAndDestroy(), 'ended'],
    ['is not answered by octets that begin no reply', whole, `x${another}`, end, 'ended'],
    ['is not answered by content that lasts until the end', lasting, `${another}: why`, end, 'ended'],
    ['is not answered by content of many octets', long, 'HTTP/1.1 400 is content', end, 'ended'],
    ['is not answered at all', whole, '', () => {}, 'unanswered'],
  ] as const)('%s', async (_, first, behind, act, told) => {
    const target = await serve((socket) => {
      socket.once('data', () => socket.write(first));
      collect(socket, (octets) => {
        if (!octets.includes(second)) return;
        if (behind) socket.write(behind);
        act(socket);
      });
    });
    const { answer } = await ask(target, [request], patience, { second });
    expect(answer).toMatchObject({ reply: { status: 400 }, end: 'replied', second: told });
  });
});

describe('how a connection ends without a reply', () => {
  test.each([
    ['by its end', (socket: Socket) => socket.end(), 'ended', patience],
    ['by its end within a head', (socket: Socket) => socket.end('HTTP/1.1 4'), 'ended', patience],
    ['by a reset', (socket: Socket) => socket.resetAndDestroy(), 'reset', patience],
    ['not in time', () => {}, 'late', 100],
  ] as const)('%s', async (_, act, end, timeout) => {
    const target = await serve((socket) => socket.once('data', () => act(socket)));
    const { answer } = await ask(target, [request], timeout);
    expect(answer).toMatchObject({ reply: null, interims: [], ponged: false, end });
  });

  test('nothing is left open behind it', async () => {
    const ended: Promise<unknown>[] = [];
    const target = await serve((socket) => ended.push(once(socket.resume(), 'end')));
    await ask(target, [request], 50);
    await expect(Promise.all(ended)).resolves.toHaveLength(1);
  });

  test('no timer is left behind an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await ask(await answering('HTTP/1.1 204 \r\n\r\n'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('pieces', () => {
  test('arrive in order and whole', async () => {
    const seen: Buffer[] = [];
    const target = await serve((socket) =>
      collect(socket, (octets, chunk) => {
        seen.push(chunk);
        if (octets.length === request.length) socket.write('HTTP/1.1 204 \r\n\r\n');
      }),
    );
    const pieces = [...request].map((octet) => Uint8Array.of(octet));
    const { answer } = await ask(target, pieces);
    expect(answer).toMatchObject({ reply: { status: 204 } });
    expect(Buffer.concat(seen)).toEqual(request);
  });

  test('a ping comes behind all of them, though the target switches at the first', async () => {
    const target = await switchingWith(Buffer.alloc(0), pong);
    const content = Array.from({ length: 500 }, () => Buffer.from('a'));
    const { answer, client } = await ask(target, [request, ...content]);
    expect(answer).toMatchObject({ reply: { status: 101 }, ponged: true });
    expect(Buffer.from(client.sent.at(-1)?.octets ?? [])).toEqual(ping);
  });

  test('a target that answers the first of them and closes is heard', async () => {
    const target = await answering('HTTP/1.1 400 \r\nContent-Length: 0\r\n\r\n');
    const pieces = Array.from({ length: 2_000 }, () => request);
    expect(await ask(target, pieces)).toMatchObject({ answer: { reply: { status: 400 } } });
  });
});

test('what is held back behind an expectation is sent well before the time is over', async () => {
  const target = await serve((socket) =>
    collect(socket, (octets) => octets.includes('rest') && socket.end('HTTP/1.1 400 \r\n\r\n')),
  );
  const expectant = Buffer.from('GET / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n');
  const { answer } = await ask(target, [expectant], 600, { rest: Buffer.from('rest') });
  expect(answer).toMatchObject({ reply: { status: 400 }, isAheadOfRest: false });
});

describe('a target that cannot be reached', () => {
  test('nobody listens', async () => {
    const server = createServer();
    const { port } = await bind(server);
    await new Promise((resolve) => server.close(resolve));
    const failing = ask(targetOf(`ws://127.0.0.1:${port}/`));
    await expect(failing).rejects.toEqual(
      new Unreachable(`no connection to 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`),
    );
    await expect(failing).rejects.toHaveProperty('cause.code', 'ECONNREFUSED');
  });

  test('a TLS handshake that does not end in time', async () => {
    const port = await portOf(createServer((socket) => void socket.on('error', () => {}).resume()));
    await expect(ask(targetOf(`wss://127.0.0.1:${port}/`), [request], 100)).rejects.toEqual(
      new Unreachable(`no connection to 127.0.0.1:${port}: none was made within 100 ms`),
    );
  });

  test('a port without TLS', async () => {
    const port = await portOf(
      createServer(
        (socket) => void socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 400 \r\n\r\n')),
      ),
    );
    const target = targetOf(`wss://127.0.0.1:${port}/`, { insecure: true });
    await expect(ask(target)).rejects.toThrow(/^no connection to 127\.0\.0\.1:\d+: .*wrong version number/s);
  });

  test('a host without an address', async () => {
    await expect(findAddress(targetOf('ws://nobody.invalid/'))).rejects.toEqual(
      new Unreachable('the host nobody.invalid cannot be resolved'),
    );
  });

  test('an address is one already', async () => {
    await expect(findAddress(targetOf('ws://[::1]:9/'))).resolves.toBe('::1');
  });
});

describe('over TLS', () => {
  async function serveSecurely(): Promise<number> {
    const { cert, key } = certificates.trusted;
    return portOf(
      createSecureServer({ cert, key, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
        socket
          .on('error', () => {})
          .write(`HTTP/1.1 400 ${socket.alpnProtocol}\r\nContent-Length: 0\r\n\r\n`);
      }),
    );
  }

  test('any certificate is taken where the options say so, and http/1.1 is asked for', async () => {
    const target = targetOf(`wss://127.0.0.1:${await serveSecurely()}/`, { insecure: true });
    const answers = [await ask(target), await ask(target)];
    expect(answers.map(({ answer }) => answer.reply?.reason)).toEqual(['http/1.1', 'http/1.1']);
  });

  test('else one that nobody has issued is none, also after it has been taken', async () => {
    const port = await serveSecurely();
    await ask(targetOf(`wss://127.0.0.1:${port}/`, { insecure: true }));
    await expect(ask(targetOf(`wss://127.0.0.1:${port}/`))).rejects.toEqual(
      new Unreachable(
        `no connection to 127.0.0.1:${port}: unable to verify the first certificate (--insecure takes any certificate)`,
      ),
    );
  });
});

describe('a target of which no pong is expected', () => {
  const silent = async (behind: string) => ({
    ...(await answering(switching + behind)),
    pongPatience: 1,
  });

  test('has answered when its 101 has come', async () => {
    const target = await silent('');
    const { answer } = await ask(target, [request], 600_000);
    expect(answer).toMatchObject({ end: 'replied', ponged: false, reply: { status: 101 } });
  });

  test('may say something behind its 101 all the same', async () => {
    const target = await silent('\x81\x02hi');
    const { answer } = await ask(target, [request], 600_000);
    expect(Buffer.from(answer.early).toString('latin1')).toBe('\x81\x02hi');
  });

  test('is late without a reply', async () => {
    const target = { ...(await answering('HTTP/1.1 101')), pongPatience: 1 };
    const { answer } = await ask(target, [request], 50);
    expect(answer).toMatchObject({ end: 'late', reply: null });
  });
});

test('a pong is seen behind more frames than are kept, and how many octets came is told', async () => {
  const frame = `\x82\x7e\xff\xff${'a'.repeat(65_535)}`;
  const target = await serve((socket) => {
    socket.once('data', () => socket.write(Buffer.from(switching + frame.repeat(32), 'latin1')));
    collect(socket, (octets) => octets.includes(ping) && socket.write(pong));
  });
  const { answer, client } = await ask(target);
  const came = switching.length + 32 * frame.length + pong.length;
  expect(answer).toMatchObject({ ponged: true, end: 'replied', came });
  expect([answer.octets.length, answer.early.length, client.came]).toEqual([65_536, 65_536, came]);
});

test('the pauses between pieces of ours are none of the time of the target', async () => {
  const target = await serve((socket) => {
    collect(socket, (octets) => {
      if (octets.includes('\r\n\r\n')) setTimeout(() => socket.end('HTTP/1.1 400 No\r\n\r\n'), 20); // its own time
    });
  });
  const pieces = [request.subarray(0, 5), request.subarray(5, 10), request.subarray(10)];
  const { answer } = await probe(target, '127.0.0.1', pieces, 200, { pause: 100 });
  expect([answer.reply?.status, answer.end]).toEqual([400, 'replied']);
});
