import { createServer, type Server } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, badRequest, opening, refusal, serve } from './serve.ts';

/** Tells of each request what came of it: its line, its Upgrade and its body. */
function createApplication(): Server {
  const application = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const { method, url, httpVersion, headers } = request;
      response.sendDate = false;
      response.end(`${method} ${url} HTTP/${httpVersion} ${headers.upgrade} ${headers.host} <${body}>`);
    });
  });
  application.keepAliveTimeout = 0;
  return application;
}

const plainGet = 'GET /page?a=b HTTP/1.1\r\nHost: a\r\n\r\n';
const sized = 'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nname=body';
const chunked =
  'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n4\r\nbody\r\n0\r\n\r\n';

describe('a request that asks for no WebSocket reaches the application with every octet', () => {
  test.each([
    ['GET', plainGet, 'GET /page?a=b HTTP/1.1 undefined a <>'],
    ['POST with Content-Length', sized, 'POST /form HTTP/1.1 undefined a <name=body>'],
    ['POST with chunks', chunked, 'POST /form HTTP/1.1 undefined a <name=body>'],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 'GET / HTTP/1.0 undefined undefined <>'],
    [
      'HTTP/1.0 with Upgrade, which is ignored there',
      opening.replace('HTTP/1.1', 'HTTP/1.0'),
      'GET /chat HTTP/1.0 websocket server.example.com <>',
    ],
    [
      'Upgrade: h2c',
      'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
      'GET / HTTP/1.1 h2c a <>',
    ],
    [
      'Upgrade without its Connection token',
      opening.replace('Connection: Upgrade', 'Connection: keep-alive'),
      'GET /chat HTTP/1.1 websocket server.example.com <>',
    ],
  ])('%s in one segment', async (_, request, seen) => {
    const { begin, outcomes, server } = await serve({ application: createApplication() });
    const peer = await begin(request);
    expect((await peer.until('>')).split('\r\n').at(-1)).toBe(seen);
    expect(outcomes.all).toMatchObject([{ type: 'passed', status: null }]);
    expect(server.pending).toBe(0);
  });

  test.each([
    ['in the middle of the head', sized, 10],
    ['between head and body', sized, 55],
    ['in the middle of the body', sized, 59],
    ['in the middle of the chunks', chunked, 75],
  ])('POST that is split %s', async (_, request, at) => {
    const { begin } = await serve({ application: createApplication() });
    const peer = await begin(request.slice(0, at));
    await exchangeElsewhere();
    await peer.send(request.slice(at));
    expect((await peer.until('>')).split('\r\n').at(-1)).toBe('POST /form HTTP/1.1 undefined a <name=body>');
  });

  test('POST that comes octet by octet', async () => {
    const { dial } = await serve({ application: createApplication() });
    const peer = await dial();
    for (const octet of sized) await peer.send(octet);
    expect((await peer.until('>')).split('\r\n').at(-1)).toBe('POST /form HTTP/1.1 undefined a <name=body>');
  });

  test('a body larger than any buffer on the way', async () => {
    const { dial } = await serve({ application: createApplication() });
    const peer = await dial();
    const body = 'a'.repeat(3_000_000);
    await peer.send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n${body}`);
    const reply = await peer.until('>');
    expect(reply.endsWith(`<${body}>`)).toBe(true);
  });

  test('a second request on the same connection', async () => {
    const { begin, outcomes } = await serve({ application: createApplication() });
    const peer = await begin(sized);
    await peer.until('<name=body>');
    await peer.send(plainGet);
    expect((await peer.until('<>')).split('\r\n').at(-1)).toBe('GET /page?a=b HTTP/1.1 undefined a <>');
    expect(outcomes.all).toHaveLength(1);
  });

  test('a second request in the same segment', async () => {
    const { begin } = await serve({ application: createApplication() });
    const peer = await begin(sized + plainGet);
    const replies = await peer.until('<>');
    expect(replies.split('HTTP/1.1 200 OK').length).toBe(3);
    expect(replies).toContain('<name=body>');
  });

  test('the end of the peer right behind its request', async () => {
    const { dial } = await serve({ application: createApplication() });
    const peer = await dial({ allowHalfOpen: true });
    peer.socket.end(plainGet);
    expect((await peer.ended).split('\r\n').at(-1)).toBe('GET /page?a=b HTTP/1.1 undefined a <>');
  });

  test('the outcome names the clause that made it plain HTTP', async () => {
    const { begin, outcomes } = await serve({ application: createApplication() });
    await begin(plainGet);
    expect(await outcomes.take()).toMatchObject({
      type: 'passed',
      clause: 'rfc6455/4.2.1/upgrade-present',
      guard: 'upgradeIsAbsent',
      status: null,
      method: 'GET',
      target: '/page?a=***',
    });
  });

  test('an opening is not the application’s, even where there is one', async () => {
    const { open } = await serve({ application: createApplication() });
    expect(await open(opening)).toBe(acceptance);
  });

  test.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 'hostIsAbsent'],
    ['two of them', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', 'hostIsRepeated'],
    ['one that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 'hostIsMalformed'],
    [
      'a length that is none',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n',
      'contentLengthIsMalformed',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'contentIsFramedTwice',
    ],
  ])('what no server may answer is refused, not passed on: %s', async (_, request, guard) => {
    const application = createApplication();
    const seen = vi.fn();
    application.on('connection', seen);
    const { ask, outcomes } = await serve({ application });
    expect(await ask(request)).toBe(badRequest);
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard, status: 400 }]);
    expect(seen).not.toHaveBeenCalled();
  });

  test('a connection that was passed on is the application’s for good: a later opening is its upgrade', async () => {
    const application = createApplication();
    application.on('upgrade', ({ url }, socket) => socket.end(`upgrade to ${url}`));
    const { begin, outcomes, connections } = await serve({ application });
    const peer = await begin(plainGet);
    await peer.until('<>');
    await peer.send(opening);
    expect((await peer.ended).endsWith('<>upgrade to /chat')).toBe(true);
    expect(outcomes.all).toHaveLength(1);
    expect(connections.all).toEqual([]);
  });

  test('what cannot be read is refused, not passed on', async () => {
    const { ask } = await serve({ application: createApplication() });
    expect(await ask('GET / HTTP/1.1\r\nHost : a\r\n\r\n')).toBe(badRequest);
  });
});

describe('a request that asks for no WebSocket is refused by choice', () => {
  test('with 426 by default, where no application is', async () => {
    const { ask, outcomes } = await serve();
    expect(await ask(plainGet)).toBe(
      refusal(
        '426 Upgrade Required',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Connection: Upgrade, close',
      ),
    );
    expect(outcomes.all).toMatchObject([
      { type: 'refused', clause: 'rfc6455/4.2.1/upgrade-present', guard: 'upgradeIsAbsent', status: 426 },
    ]);
  });

  test('with 400', async () => {
    const { ask } = await serve({ plainHttp: 'badRequest' });
    expect(await ask(plainGet)).toBe(badRequest);
  });

  test('with 400 even where an application is', async () => {
    const { ask } = await serve({ plainHttp: 'badRequest', application: createApplication() });
    expect(await ask(plainGet)).toBe(badRequest);
  });
});
