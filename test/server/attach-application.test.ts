import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../property.ts';
import { exchangeElsewhere, type RawPeer } from '../raw-peer.ts';
import { answersIn, type Framework, readsContentApart, startAttached } from './attach.ts';
import { acceptance, opening } from './serve.ts';

const frameworks: readonly Framework[] = ['node:http', 'node:https', 'Express', 'Fastify'];

const write = (line: string, fields: readonly string[], body = '') =>
  [line, 'Host: a', 'Content-Type: text/plain', ...fields, '', body].join('\r\n');
const h2c = ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
const webSocket = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
const sized = ['Content-Length: 9'];
const chunked = ['Transfer-Encoding: chunked'];
const chunks = '5\r\nname=\r\n4;a=b\r\nbody\r\n0\r\n\r\n';

const requests: readonly (readonly [title: string, request: string, answer: string])[] = [
  ['GET', write('GET /page?a=b HTTP/1.1', []), '<GET /page?a=b undefined >'],
  [
    'POST with Content-Length',
    write('POST /form HTTP/1.1', sized, 'name=body'),
    '<POST /form undefined name=body>',
  ],
  ['POST with chunks', write('POST /form HTTP/1.1', chunked, chunks), '<POST /form undefined name=body>'],
  ['GET with Upgrade: h2c', write('GET /page HTTP/1.1', h2c), '<GET /page h2c >'],
  ['GET with Upgrade: h2c at the path of an endpoint', write('GET /chat HTTP/1.1', h2c), '<GET /chat h2c >'],
  [
    'POST with Upgrade: h2c and Content-Length',
    write('POST /form HTTP/1.1', [...h2c, ...sized], 'name=body'),
    '<POST /form h2c name=body>',
  ],
  [
    'POST with Upgrade: h2c and chunks',
    write('POST /form HTTP/1.1', [...h2c, ...chunked], chunks),
    '<POST /form h2c name=body>',
  ],
  [
    'POST with Upgrade: websocket and Content-Length',
    write('POST /form HTTP/1.1', [...webSocket, ...sized], 'name=body'),
    '<POST /form websocket name=body>',
  ],
  [
    'POST with Upgrade: websocket and chunks at the path of an endpoint',
    write('POST /chat HTTP/1.1', [...webSocket, ...chunked], chunks),
    '<POST /chat websocket name=body>',
  ],
  [
    'an opening without its Connection option',
    opening.replace('Connection: Upgrade', 'Connection: keep-alive'),
    '<GET /chat websocket >',
  ],
  [
    'an upgrade that Proxy-Connection asks for',
    write('GET /page HTTP/1.1', ['Upgrade: h2c', 'Proxy-Connection: Upgrade']),
    '<GET /page h2c >',
  ],
];
const upgradesWithContent = requests.filter(([title]) => /^POST with Upgrade/.test(title));
const last = write('GET /last HTTP/1.1', []);

type Way = (peer: RawPeer, text: string) => Promise<void>;
const inOneWrite: Way = (peer, text) => peer.send(text);
const octetByOctet: Way = async (peer, text) => {
  for (const octet of text) await peer.send(octet);
};
const headFirst: Way = async (peer, text) => {
  const end = text.indexOf('\r\n\r\n') + 4;
  await peer.send(text.slice(0, end));
  await exchangeElsewhere();
  await peer.send(text.slice(end));
};

/** Sends two requests, the second with the first or, where it would be lost with it, behind its answer. */
async function sendBoth(peer: RawPeer, first: string, second: string, send: Way = inOneWrite) {
  const hasContent = [...sized, ...chunked].some((field) => first.includes(field));
  if (readsContentApart && hasContent && first.includes('Connection: Upgrade')) {
    const before = answersIn(peer.received).length;
    await send(peer, first);
    await peer.connection.until(() => answersIn(peer.received).length > before, 'an answer');
    await send(peer, second);
  } else {
    await send(peer, first + second);
  }
}

describe.each(frameworks)('the application of %s gets what is no opening, unharmed', (framework) => {
  describe.each([
    ['in one write, a second request behind it', inOneWrite],
    ['octet by octet', octetByOctet],
    ['its head first', headFirst],
  ])('%s', (_, send) => {
    // How requests come in is a matter of Node's, on which both frameworks stand: there, some of them are enough.
    const some = framework.startsWith('node:') || send === inOneWrite ? requests : upgradesWithContent;

    test.each(some)('%s', async (_title, request, answer) => {
      const { dial, connections } = await startAttached({ '/chat': {} }, { framework });
      const peer = await dial();
      await sendBoth(peer, request, last, send);
      expect(answersIn(await peer.until('<GET /last undefined >'))).toEqual([
        answer,
        '<GET /last undefined >',
      ]);
      expect(connections.all).toEqual([]);
    });
  });

  test('all of them on one connection, and an opening in the end', async () => {
    const { dial, outcomes, connections } = await startAttached({ '/chat': {} }, { framework });
    const peer = await dial();
    for (const [at, [, request]] of requests.entries()) {
      await sendBoth(peer, request, write(`GET /behind/${at} HTTP/1.1`, []));
      await peer.until(`<GET /behind/${at} `);
    }
    await peer.send(opening);
    expect((await peer.until(acceptance)).endsWith(`>${acceptance}`)).toBe(true);
    expect(answersIn(peer.received).filter((answer) => !answer.includes('/behind/'))).toEqual(
      requests.map(([, , answer]) => answer),
    );
    expect(connections.all).toHaveLength(1);
    expect(outcomes.all.map(({ type, guard }) => [type, guard])).toEqual([
      ['passed', 'methodIsNotGet'],
      ['passed', 'methodIsNotGet'],
      ['accepted', 'otherwise'],
    ]);
  });

  test('a body larger than any buffer on the way', async () => {
    const { dial } = await startAttached({ '/chat': {} }, { framework });
    const peer = await dial();
    const body = 'a'.repeat(3_000_000);
    await peer.send(write('POST /form HTTP/1.1', [...h2c, 'Content-Length: 3000000'], body));
    expect(answersIn(await peer.until('>'))).toEqual([`<POST /form h2c ${body}>`]);
  });

  test('a request behind one that is not answered yet waits for its turn', async () => {
    const { dial, held } = await startAttached({ '/chat': {} }, { framework });
    const peer = await dial();
    const first = write('GET /held HTTP/1.1', []);
    const behind = write('POST /form HTTP/1.1', [...h2c, ...sized], 'name=body');
    await peer.send(first + behind + (readsContentApart ? '' : last));
    const tell = await held.take();
    await exchangeElsewhere();
    expect(peer.received).toBe('');
    tell();
    await peer.until('name=body>');
    if (readsContentApart) await peer.send(last);
    expect(answersIn(await peer.until('<GET /last undefined >'))).toEqual([
      '<GET /held undefined >',
      '<POST /form h2c name=body>',
      '<GET /last undefined >',
    ]);
  });

  test('an opening behind a request that is not answered yet waits for its turn', async () => {
    const { begin, held, connections } = await startAttached({ '/chat': {} }, { framework });
    const peer = await begin(`${write('GET /held HTTP/1.1', [])}${opening}fra`);
    const tell = await held.take();
    await peer.send('mes');
    await exchangeElsewhere();
    expect(peer.received).toBe('');
    expect(connections.all).toEqual([]);
    tell();
    const { head, socket } = await connections.take();
    expect(`${head}${await once(socket, 'data')}`).toBe('frames');
    expect((await peer.until(acceptance)).endsWith(`<GET /held undefined >${acceptance}`)).toBe(true);
  });
});

test('a request behind a large answer does not hold that up', async () => {
  const { begin } = await startAttached();
  const peer = await begin(write('GET /large HTTP/1.1', []) + write('GET /page HTTP/1.1', h2c) + last);
  expect(answersIn((await peer.until('<GET /last undefined >')).slice(5_000_000))).toEqual([
    '<GET /large undefined >',
    '<GET /page h2c >',
    '<GET /last undefined >',
  ]);
});

describe('whatever Node’s parser takes for the option upgrade, the application is asked once', () => {
  const seed = 20_261_121;
  const piece = fc.constantFrom(
    ...['upgrade', 'Upgrade', 'UPGRADE', 'close', 'keep-alive', 'upgradex', 'xupgrade', 'a'],
    ...[',', ' ', '\t', ';', '=', '"', '/', '\x80', ''],
  );
  const line = fc.tuple(
    fc.constantFrom('Connection', 'connection', 'Proxy-Connection', 'X'),
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
  );
  const fields = fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((lines) => lines.map(([name, value]) => `${name}: ${value}`));

  test(`requests with fields made by chance (seed ${seed})`, async () => {
    const { server, begin } = await startAttached();
    const heard = vi.fn();
    server.on('request', heard);
    const requests = fc.sample(fields, { seed, numRuns: runs(60, 500) });
    for (const lines of requests) {
      const peer = await begin(write('GET /page HTTP/1.1', ['Upgrade: h2c', ...lines]));
      expect(answersIn(await peer.until('>'))).toEqual(['<GET /page h2c >']);
      peer.reset();
    }
    expect(heard).toHaveBeenCalledTimes(requests.length);
  });
});
