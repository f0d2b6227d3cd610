import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { patientClock } from '../../src/clock.ts';
import { consult } from '../../src/doctor/doctor.ts';
import type { DoctorOptions } from '../../src/doctor/option.ts';
import { pongFrame } from '../../src/verify/peer/frame/frame.ts';
import { certificates } from '../certificate.ts';
import { listenUntilFinished, portOf } from '../raw-peer.ts';
import { type Asked, accept, reply, scriptAnswers } from './scripted.ts';
import { tlsSetUps } from './tls-set-up.ts';

async function examine(url: string, options: DoctorOptions = {}) {
  const readWaits = noteWaits();
  const { diagnoses, observation, steps } = await consult(url, options);
  const ids = diagnoses.map(({ id }) => id);
  return { ids, diagnoses, observation, steps, waited: readWaits() };
}

/**
 * Notes the waits that run out. What is returned gives the milliseconds that were asked for, by the clock that stands still
 * while the process is held up, once where some ran beside others.
 */
function noteWaits(): () => number {
  const waits: { from: number; to: number }[] = [];
  const { after, now } = patientClock;
  const spy = vi.spyOn(patientClock, 'after').mockImplementation((ms, callback) => {
    const from = now();
    return after(ms, () => {
      waits.push({ from, to: from + ms });
      callback();
    });
  });
  return () => {
    spy.mockRestore();
    let reached = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const { from, to } of waits.toSorted((one, other) => one.from - other.from)) {
      sum += Math.max(0, to - Math.max(from, reached));
      reached = Math.max(reached, to);
    }
    return sum;
  };
}

/** A server of which only openings matter. */
const switching = (answer: (asked: Asked) => void) =>
  scriptAnswers((asked) =>
    asked.isUpgrade ? answer(asked) : void asked.socket.end(reply('426 Upgrade Required')),
  );

const frame = (first: number, payload: Uint8Array) => Buffer.from([first, payload.length, ...payload]);
const behind = (octets: Buffer | string, isEnd = false) =>
  switching(({ socket, accepted }) => {
    socket.write(Buffer.concat([Buffer.from(accepted(), 'latin1'), Buffer.from(octets)]));
    if (isEnd) socket.end();
  });

describe('frames', () => {
  test('Close in the same packet as the 101', async () => {
    const server = await behind(frame(0x88, Buffer.from('\x11\x31who', 'latin1')), true);
    const { ids, observation } = await examine(server.url);
    expect(observation.frames).toMatchObject({ close: { code: 4401, reason: 'who' }, pong: false });
    expect(ids[0]).toMatch(/^server\/credential-/);
  });

  test('Close in the same packet, on a connection that stays open', async () => {
    const server = await behind(frame(0x88, Buffer.of(0x03, 0xf0)));
    const { ids, observation } = await examine(server.url);
    expect(observation.frames).toMatchObject({ close: { code: 1008 }, pong: false });
    expect(ids[0]).toBe('server/closed-behind-101');
  });

  test.each([
    ['and one alone is not', false, 'healthy'],
    ['as is one alone', true, 'server/closed-behind-101'],
  ])('the first is closed while others are tried beside it, %s', async (_what, isEach, id) => {
    const opened: Asked[] = [];
    const close = ({ socket }: Asked) => socket.write(frame(0x88, Buffer.of(0x03, 0xf3)));
    const server = await switching((asked) => {
      accept(asked);
      asked.socket.once('data', () => asked.socket.write(pongFrame(Buffer.from('ws101'))));
      const [first] = opened;
      if (opened.push(asked) === 2 && first) close(first);
      if (isEach && first) setTimeout(close, 50, asked); // behind the pong
    });
    const { ids, observation } = await examine(server.url);
    expect([ids, observation.frames?.isLater ?? false]).toEqual([[id], isEach]);
  });

  test('a pong that answers no ping', async () => {
    const server = await behind(frame(0x8a, Buffer.alloc(0)));
    expect((await examine(server.url, { timeout: 200 })).ids[0]).toBe('server/no-frames');
  });

  test('a message that is longer than is kept is no fault', async () => {
    const server = await behind(Buffer.of(0x82, 127, 0, 0, 0, 0, 0, 0x20, 0, 0, 1, 2, 3));
    const { ids, observation, steps } = await examine(server.url);
    expect(observation.frames).toMatchObject({ isLong: true, fault: null, close: null });
    expect({ ids, isOk: steps.at(-1)?.ok }).toEqual({ ids: ['healthy'], isOk: true });
  });

  test('HTTP behind the 101', async () => {
    const server = await behind('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', true);
    expect((await examine(server.url)).ids[0]).toBe('server/two-answers');
  });

  test.each([
    ['a mask', Buffer.of(0x81, 0x81, 1, 2, 3, 4, 5), 'MASK'],
    ['RSV1 without agreement', Buffer.of(0xc1, 1, 0x61), 'RSV1'],
    ['an opcode that there is not', Buffer.of(0x83, 0), 'opcode'],
  ])('%s', async (_what, octets, word) => {
    const server = await switching((asked) => {
      asked.socket.write(Buffer.concat([Buffer.from(asked.accepted(), 'latin1'), octets]));
    });
    const { ids, observation } = await examine(server.url);
    expect(observation.frames?.fault).toContain(word);
    expect(ids[0]).toBe('server/no-frames');
  });

  test('nothing answers a ping', async () => {
    const server = await switching(({ socket, accepted }) => void socket.write(accepted()));
    const { ids, waited } = await examine(server.url, { timeout: 200 });
    expect(ids[0]).toBe('server/no-frames');
    expect(waited).toBeLessThan(2_000);
  });

  test('what cannot be inflated', async () => {
    const server = await switching((asked) => {
      accept(asked, ['Sec-WebSocket-Extensions: permessage-deflate']);
      asked.socket.on('data', (chunk: Buffer) => {
        const isText = ((chunk[0] ?? 0) & 0x0f) === 1;
        if (isText) asked.socket.write(frame(0xc1, Buffer.from('not deflated')));
      });
    });
    const { ids, observation } = await examine(server.url, { permessageDeflate: true, send: 'a' });
    expect(observation.frames).toMatchObject({ pong: true, fault: null });
    expect(observation.frames?.compressionFault).not.toBeNull();
    expect(ids[0]).toBe('server/compression-broken');
  });

  test('what can be inflated, and comes unasked', async () => {
    const server = await switching((asked) => {
      accept(asked, ['Sec-WebSocket-Extensions: permessage-deflate']);
      asked.socket.write(frame(0xc1, deflateRawSync('hello').subarray()));
    });
    const { ids } = await examine(server.url, { permessageDeflate: true });
    expect(ids).toEqual(['healthy']);
  });

  test('a ping right behind the request that is lost', async () => {
    const server = await switching((asked) => accept(asked, [], true));
    const { ids } = await examine(server.url);
    expect(ids).toEqual(['healthy', 'server/early-frame-lost']);
  });
});

describe('idle', () => {
  test.each([
    ['with Close', frame(0x88, Buffer.of(0x03, 0xe9)), 'server/idle-timeout'],
    ['without', Buffer.alloc(0), 'hop/idle-timeout'],
  ])('ended %s, pings or none', async (_how, last, id) => {
    const server = await switching((asked) => {
      accept(asked);
      setTimeout(() => asked.socket.end(last), 400); // idle for a while
    });
    const { ids, observation, steps } = await examine(server.url, { idle: 10 });
    expect(observation.idle).toMatchObject({ isKeptByPings: false });
    expect(ids[0]).toBe(id);
    expect(steps.at(-1)).toMatchObject({ name: 'idle', ok: false });
  });

  test('it lasts as long as was asked for', async () => {
    const server = await switching((asked) => accept(asked));
    const { ids, steps } = await examine(server.url, { idle: 1 });
    expect(ids).toEqual(['healthy']);
    expect(steps.at(-1)).toMatchObject({ name: 'idle', ok: true, detail: 'open after 1 s' });
  });
});

describe('who says nothing', () => {
  test('has no longer than the timeout, and what is tried afterwards', async () => {
    const server = await scriptAnswers(() => {});
    const { ids, waited } = await examine(server.url, { timeout: 2_000 });
    expect(ids[0]).toBe('server/silent');
    expect(waited).toBeGreaterThan(1_990);
    expect(waited).toBeLessThan(3_600);
    await expect.poll(() => server.open.size).toBe(0);
  });

  test('to plain text, and speaks TLS', async () => {
    const { key, cert } = certificates.trusted;
    const server = createTlsServer({ key, cert });
    server.on('connection', (socket) => socket.on('error', () => {}));
    const port = await listenUntilFinished(server);
    const { ids, waited } = await examine(`ws://127.0.0.1:${port}/`, { timeout: 2_000 });
    expect(ids[0]).toBe('tls/required');
    expect(waited).toBeLessThan(3_000);
  });

  test('and closes what it is not asked on', async () => {
    const server = await scriptAnswers(
      () => {},
      (socket) => void socket.end(),
    );
    expect((await examine(server.url)).ids[0]).toBe('network/closed-at-once');
  });

  test('to a ClientHello', async () => {
    const server = await scriptAnswers(() => {});
    const { ids, waited } = await examine(`wss://127.0.0.1:${server.port}/`, { timeout: 300 });
    expect(ids[0]).toBe('tls/silent');
    expect(waited).toBeLessThan(1_300);
  });
});

describe('TLS', () => {
  async function startTls(options: TlsOptions): Promise<string> {
    const server = createTlsServer(options, (socket) => {
      socket.on('error', () => {}).on('data', () => socket.end(reply('404 Not Found')));
    });
    server.on('connection', (socket) => socket.on('error', () => {}));
    return `wss://localhost:${await listenUntilFinished(server)}/`;
  }
  const { trusted, authority: ca, selfSigned } = certificates;
  const { key, cert } = trusted;

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a certificate of the client is wanted, in %s',
    async (version) => {
      const asking = { requestCert: true, rejectUnauthorized: true, ca };
      const url = await startTls({ key, cert, ...asking, minVersion: version, maxVersion: version });
      expect((await examine(url, { tls: { ca } })).ids[0]).toBe('tls/client-certificate');
    },
  );

  test('signed by itself', async () => {
    const url = await startTls({ key: selfSigned.key, cert: selfSigned.cert });
    expect((await examine(url)).ids[0]).toBe('tls/self-signed');
  });

  test('of an authority that is not known', async () => {
    const url = await startTls({ key, cert });
    expect((await examine(url)).ids[0]).toMatch(/^tls\/(?:unknown-issuer|incomplete-chain)$/);
  });

  test('the name of the host as Common Name alone', async () => {
    const running = await tlsSetUps.find(({ expected }) => expected === 'tls/common-name-alone')?.start();
    const { url = '', args: [, path = ''] = [] } = running ?? {};
    expect((await examine(url, { tls: { ca: readFileSync(path) } })).ids).toEqual(['tls/common-name-alone']);
    const unverified = await examine(url, { tls: { rejectUnauthorized: false } });
    expect(unverified.diagnoses).toMatchObject([{ id: 'healthy', confidence: 'likely' }]);
    await running?.end();
  });

  test('none at all', async () => {
    const server = await scriptAnswers(
      () => {},
      (socket) => {
        socket.once('data', () => socket.end(reply('400 Bad Request')));
      },
    );
    expect((await examine(`wss://127.0.0.1:${server.port}/`)).ids[0]).toBe('tls/plain-port');
  });

  test('a version that is not spoken', async () => {
    const url = await startTls({ key, cert, minVersion: 'TLSv1.3' });
    const { ids } = await examine(url, {
      tls: { ca, maxVersion: 'TLSv1.2' } as DoctorOptions['tls'] & object,
    });
    expect(ids[0]).toBe('tls/version');
  });
});

describe('nearer to the application', () => {
  const refuse = () => scriptAnswers(({ socket }) => void socket.end(reply('426 Upgrade Required')));
  const open = () => switching((asked) => accept(asked));

  test('what opens there lies between', async () => {
    const [front, near] = [await refuse(), await open()];
    const { ids, diagnoses } = await examine(front.url, { direct: [near.url] });
    expect(ids[0]).toBe('hop/upgrade-stripped');
    expect(diagnoses[0]?.evidence.join()).toContain(`127.0.0.1:${near.port}`);
  });

  test('of three the first that opens is named', async () => {
    const [front, middle, last] = [await refuse(), await refuse(), await open()];
    const { diagnoses, observation } = await examine(front.url, { direct: [middle.url, last.url] });
    expect(observation.direct?.asked.uri?.port).toBe(last.port);
    expect(diagnoses[0]).toMatchObject({ where: 'hop', confidence: 'certain' });
    expect(middle.asked.length).toBeGreaterThan(0);
  });

  test('what cannot be reached there tells nothing', async () => {
    const front = await refuse();
    const { observation, steps } = await examine(front.url, { direct: [`ws://127.0.0.2:${front.port}/`] });
    expect(observation.direct?.opening).toBeUndefined();
    expect(steps.at(-1)).toMatchObject({ name: 'tcp', ok: false });
  });

  test('what cannot be used there is said', async () => {
    const front = await refuse();
    const { observation } = await examine(front.url, { direct: ['http://127.0.0.1/'] });
    expect(observation.direct?.input?.kind).toBe('scheme');
  });
});

describe('time', () => {
  test.each([
    ['opens', (asked: Asked) => accept(asked)],
    ['is refused', ({ socket }: Asked) => void socket.end(reply('403 Forbidden'))],
    ['is not found, without framing', ({ socket }: Asked) => void socket.write('HTTP/1.1 404 A\r\n\r\n')],
    ['is closed', ({ socket }: Asked) => void socket.end()],
  ])('what %s is waited for no longer than three seconds', async (_what, answer) => {
    const server = await scriptAnswers((asked) => answer(asked));
    expect((await examine(server.url)).waited).toBeLessThan(3_000);
  });
});

test('a process has nothing left once it is told', async () => {
  const server = await switching((asked) => accept(asked));
  await examine(server.url);
  if (server.open.size > 0) await Promise.all([...server.open].map((socket) => once(socket, 'close')));
  expect(server.open.size).toBe(0);
});

describe('a server with room for two connections', () => {
  async function start(status: 429 | 503): Promise<string> {
    const server = new WebSocketServer({
      ...{ port: 0, host: '127.0.0.1' },
      verifyClient: (_info, done) => {
        if (server.clients.size < 2) done(true);
        else done(false, status);
      },
    });
    await once(server, 'listening');
    onTestFinished(() => {
      for (const client of server.clients) client.terminate();
      server.close();
    });
    return `ws://127.0.0.1:${portOf(server.address())}/`;
  }

  test('is not taken for one that cannot read a list, and its 429 is told', async () => {
    const url = await start(429);
    const held = new WebSocket(url);
    await once(held, 'open');
    const { ids, observation } = await examine(url);
    expect(ids).toEqual(['hop/rate-limit']);
    expect(observation.contrasts?.map(({ name }) => name)).toEqual(['another', 'another']);
  });

  test('is not taken for one that cannot read a list where it says 503', async () => {
    const url = await start(503);
    const held = new WebSocket(url);
    await once(held, 'open');
    expect((await examine(url)).ids).toEqual(['server/overloaded']);
  });
});
