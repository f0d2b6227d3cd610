import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connection } from '../../models/index.ts';
import { oddUri } from '../../src/arbitraries/index.ts';
import { startHandshake } from '../../src/client/index.ts';
import type { ServedConnection } from '../../src/verify/peer/connection/served-connection.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { parseRequest } from '../../src/wire/index.ts';
import { Mailbox } from '../mailbox.ts';
import { findFreePort } from '../process-group.ts';
import { runs } from '../property.ts';
import { clause } from './clause.ts';
import {
  badInput,
  connectTo,
  failed,
  fill,
  hear,
  inputError,
  opened,
  reply,
  startAnswering,
} from './peer.ts';

const lookup = async () => ['127.0.0.1'];

describe(clause('rfc6455/4.1/connecting-initially'), () => {
  test('no event before the reply, and the model starts there', async () => {
    const events: string[] = [];
    const scripted = await startAnswering((peer) => {
      events.push('request');
      peer.socket.write(fill(reply(), peer));
    });
    const handshake = startHandshake(scripted.url);
    await new Promise<void>((resolve) => {
      handshake.on('open', ({ socket }) => {
        events.push('open');
        socket.destroy();
        resolve();
      });
    });
    expect(events).toEqual(['request', 'open']);
    expect(connection.config.initial).toBe('connecting');
  });
});

describe(clause('rfc6455/4.1/invalid-uri-fails'), () => {
  test.each([
    ['http://127.0.0.1/', 'rfc6455/3/scheme'],
    ['ws://127.0.0.1/#', 'rfc6455/3/no-fragment'],
    ['ws://', 'rfc6455/3/valid-components'],
  ] as const)('%s: no name is looked up, nothing is sent', (url, broken) => {
    expect(inputError(url)).toMatchObject(badInput(broken));
  });

  test('whatever is no WebSocket URI is refused in the same way, under the clause that it breaks', () => {
    const property = fc.property(oddUri('127.0.0.1:1'), ({ clause: broken, uri }) => {
      expect(inputError(uri)).toMatchObject(badInput(broken));
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(300, 2_000) });
  });
});

describe(clause('rfc6455/4.1/one-connecting'), () => {
  test('the second of two handshakes with one address and port begins when the first is over', async () => {
    const peers = new Mailbox<ServedConnection>();
    const scripted = await startAnswering(peers.put);
    const first = connectTo(scripted.port);
    const one = await peers.take();
    const second = connectTo(scripted.port);
    const elsewhere = await hear(reply());
    expect(elsewhere).toMatchObject(opened);
    expect(peers.all).toHaveLength(1);
    one.socket.write(fill(reply(), one));
    expect((await first).error).toBeNull();
    const two = await peers.take();
    two.socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    expect((await second).error).toMatchObject({ status: 403 });
  });

  test('a handshake that fails lets the next one begin', async () => {
    const peers = new Mailbox<ServedConnection>();
    const scripted = await startAnswering(peers.put);
    const [first, second] = [connectTo(scripted.port), connectTo(scripted.port)];
    const one = await peers.take();
    expect(peers.all).toHaveLength(1);
    one.socket.destroy();
    expect((await first).error).toMatchObject({ clause: 'service/7/closed-without-response' });
    const two = await peers.take();
    two.socket.write(fill(reply(), two));
    expect((await second).error).toBeNull();
  });

  test('failed: the deadline passes while it waits, and nothing was sent', async () => {
    const clock = new HandClock();
    const peers = new Mailbox<ServedConnection>();
    const scripted = await startAnswering(peers.put);
    const first = connectTo(scripted.port);
    const one = await peers.take();
    const second = connectTo(scripted.port, { clock });
    expect(await hear(reply())).toMatchObject(opened);
    clock.advance(10_000);
    expect((await second).error).toMatchObject({
      ...{ phase: 'turn', state: 'failed', clause: 'service/3/no-response', status: null, guard: null },
    });
    one.socket.write(fill(reply(), one));
    expect((await first).error).toBeNull();
    expect(await hear(reply())).toMatchObject(opened);
    expect(peers.all).toHaveLength(1);
  });

  test('names that lead to the same address wait for each other', async () => {
    const peers = new Mailbox<ServedConnection>();
    const scripted = await startAnswering(peers.put);
    const path = `:${scripted.port}/`;
    startHandshake(`ws://a.example${path}`, { lookup }).on('open', ({ socket }) => socket.destroy());
    const one = await peers.take();
    const second = new Promise<void>((resolve) => {
      startHandshake(`ws://b.example${path}`, { lookup }).on('open', ({ socket }) => {
        socket.destroy();
        resolve();
      });
    });
    await hear(reply());
    expect(peers.all).toHaveLength(1);
    one.socket.write(fill(reply(), one));
    const two = await peers.take();
    two.socket.write(fill(reply(), two));
    await second;
  });
});

describe(clause('rfc6455/4.1/direct-connection'), () => {
  test('the server at the host and port of the URL is asked, in origin-form', async () => {
    const told = await hear(reply());
    expect(told).toMatchObject(opened);
    expect(told.sent).toMatch(/^GET \/chat HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\{port\}\r\n/);
  });
});

describe(clause('rfc6455/4.1/connection-failed'), () => {
  test('failed: nothing listens on the port', async () => {
    const { error } = await connectTo(await findFreePort());
    expect(error).toMatchObject({
      ...{ state: 'failed', phase: 'tcp', clause: 'rfc6455/4.1/connection-failed', status: null },
      cause: { code: 'ECONNREFUSED' },
    });
  });

  test('failed: the host cannot be resolved', async () => {
    const { error } = await connectTo(1, { lookup: () => Promise.reject(new Error('no such host')) });
    expect(error).toMatchObject({ state: 'failed', phase: 'dns', clause: 'rfc6455/4.1/connection-failed' });
  });

  test('failed: the host has no address', async () => {
    const { error } = await connectTo(1, { lookup: async () => [] });
    expect(error).toMatchObject({ state: 'failed', phase: 'tcp', clause: 'rfc6455/4.1/connection-failed' });
  });

  test('opened: the second address answers, where the first does not', async () => {
    const addresses = { lookup: async () => ['::1', '127.0.0.1'] };
    expect(await hear(reply(), addresses)).toMatchObject(opened);
  });
});

describe(clause('rfc6455/4.1/valid-http-request'), () => {
  test('the octets of the opening, and they are read as a request', async () => {
    const { sent, key } = await hear(reply());
    expect(sent).toBe(
      [
        'GET /chat HTTP/1.1',
        'Host: 127.0.0.1:{port}',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: {key}',
        'Sec-WebSocket-Version: 13',
        '\r\n',
      ].join('\r\n'),
    );
    expect(parseRequest(Buffer.from(sent.replace('{key}', key)))).toMatchObject({ ok: true });
  });

  test.each([
    ['a name that is no token', [['A B', 'c']]],
    ['a name that is empty', [['', 'c']]],
    ['a name that has its colon', [['A:', 'c']]],
    ['a name that ends the line', [['A\r\nB', 'c']]],
    ['a value that ends the line', [['A', 'b\r\nC: d']]],
  ] as const)('refused: a field of the user with %s', (_, headers) => {
    expect(inputError('ws://a/', { headers })).toMatchObject(badInput('rfc9110/5.5/no-injection'));
  });

  test.each(['Sec-WebSocket-Accept', 'sec-websocket-accept'])(
    'refused: a field of the user that only a reply has: %s',
    (name) => {
      expect(inputError('ws://a/', { headers: [[name, 'x']] })).toMatchObject(
        badInput('rfc6455/4.1/valid-http-request'),
      );
    },
  );
});

describe(clause('rfc6455/4.1/method-get'), () => {
  test('sent: GET', async () => {
    expect((await hear(reply())).sent).toMatch(/^GET /);
  });
});

describe(clause('rfc6455/4.1/http-version'), () => {
  test('sent: HTTP/1.1', async () => {
    expect((await hear(reply())).sent).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
  });
});

describe(clause('rfc6455/4.1/request-uri'), () => {
  test('sent: the resource name', async () => {
    const { sent } = await hear(reply(), { url: 'ws://127.0.0.1:{port}/a/b?c=d' });
    expect(sent).toMatch(/^GET \/a\/b\?c=d HTTP/);
  });
});

describe(clause('rfc6455/4.1/host-sent'), () => {
  test.each([
    ['ws://server.example.com:{port}/', 'server.example.com:{port}'],
    ['ws://SERVER.Example.COM:{port}/', 'server.example.com:{port}'],
    ['ws://127.0.0.1:{port}/', '127.0.0.1:{port}'],
    ['ws://[::1]:{port}/', '[::1]:{port}'],
  ])('sent for %s: %s', async (url, host) => {
    expect((await hear(reply(), { url, lookup })).sent).toContain(`\r\nHost: ${host}\r\n`);
  });

  test('refused: a second Host from the user', () => {
    expect(inputError('ws://a/', { headers: [['HOST', 'b']] })).toMatchObject(
      badInput('rfc6455/4.1/host-sent'),
    );
  });
});

describe(clause('rfc6455/4.1/upgrade-sent'), () => {
  test('sent: websocket, once', async () => {
    expect((await hear(reply())).sent.match(/^Upgrade:.*$/gim)).toEqual(['Upgrade: websocket']);
  });

  test('refused: an Upgrade of the user', () => {
    expect(inputError('ws://a/', { headers: [['upgrade', 'h2c']] })).toMatchObject(
      badInput('rfc6455/4.1/upgrade-sent'),
    );
  });
});

describe(clause('rfc6455/4.1/connection-sent'), () => {
  test('sent: Upgrade, once', async () => {
    expect((await hear(reply())).sent.match(/^Connection:.*$/gim)).toEqual(['Connection: Upgrade']);
  });

  test('refused: a Connection of the user', () => {
    expect(inputError('ws://a/', { headers: [['Connection', 'close']] })).toMatchObject(
      badInput('rfc6455/4.1/connection-sent'),
    );
  });
});

describe(clause('rfc6455/4.1/key-sent'), () => {
  test('sent: 16 octets in base64', async () => {
    const { key } = await hear(reply());
    expect(key).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(Buffer.from(key, 'base64')).toHaveLength(16);
  });
});

describe(clause('rfc6455/4.1/key-random'), () => {
  test('of 32 keys no octet is the same in all', async () => {
    const keys = await Promise.all(Array.from({ length: 32 }, async () => (await hear(reply())).key));
    const octets = keys.map((key) => [...Buffer.from(key, 'base64')]);
    const different = Array.from({ length: 16 }, (_, at) => new Set(octets.map((key) => key[at])).size);
    expect(Math.min(...different)).toBeGreaterThan(1);
  });
});

describe(clause('rfc6455/4.1/key-fresh'), () => {
  test('of 32 keys none is sent twice', async () => {
    const keys = await Promise.all(Array.from({ length: 32 }, async () => (await hear(reply())).key));
    expect(new Set(keys).size).toBe(32);
  });
});

describe(clause('rfc6455/4.1/origin-non-browser'), () => {
  test('sent: none by default', async () => {
    expect((await hear(reply())).sent).not.toMatch(/^origin:/im);
  });

  test('sent: the one that the user gives', async () => {
    const { sent } = await hear(reply(), { origin: 'http://example.com' });
    expect(sent.match(/^Origin:.*$/gim)).toEqual(['Origin: http://example.com']);
  });
});

describe(clause('rfc6455/4.1/version-sent'), () => {
  test('sent: 13, once', async () => {
    const { sent } = await hear(reply());
    expect(sent.match(/^Sec-WebSocket-Version:.*$/gim)).toEqual(['Sec-WebSocket-Version: 13']);
  });
});

describe(clause('rfc6455/4.1/subprotocols-offered'), () => {
  test('sent: none by default', async () => {
    expect((await hear(reply())).sent).not.toMatch(/^sec-websocket-protocol:/im);
  });

  test('sent: those that the user gives', async () => {
    const { sent } = await hear(reply(), { subprotocols: ['chat'] });
    expect(sent.match(/^Sec-WebSocket-Protocol:.*$/gim)).toEqual(['Sec-WebSocket-Protocol: chat']);
  });
});

describe(clause('rfc6455/4.1/subprotocols-by-preference'), () => {
  test.each([
    [['superchat', 'chat', 'a'], 'superchat, chat, a'],
    [['a', 'chat', 'superchat'], 'a, chat, superchat'],
  ])('sent for %j: %s', async (subprotocols, value) => {
    const { sent } = await hear(reply(), { subprotocols });
    expect(sent).toContain(`\r\nSec-WebSocket-Protocol: ${value}\r\n`);
  });
});

describe(clause('rfc6455/4.1/subprotocol-token'), () => {
  test('sent: every character that a token may have', async () => {
    const { sent } = await hear(reply(), { subprotocols: ["!#$%&'*+-.^_`|~09azAZ"] });
    expect(sent).toContain("\r\nSec-WebSocket-Protocol: !#$%&'*+-.^_`|~09azAZ\r\n");
  });

  test.each(['', ' ', 'a b', 'a,b', 'a/b', '(a)', '"a"', 'a=b', 'é', 'a\0', 'a\r\nB: c'])(
    'refused: %j',
    (name) => {
      expect(inputError('ws://a/', { subprotocols: ['chat', name] })).toMatchObject(
        badInput('rfc6455/4.1/subprotocol-token'),
      );
    },
  );
});

describe(clause('rfc6455/4.1/subprotocol-unique'), () => {
  test('sent: names that differ in letter case', async () => {
    const { sent } = await hear(reply(), { subprotocols: ['chat', 'Chat'] });
    expect(sent).toContain('\r\nSec-WebSocket-Protocol: chat, Chat\r\n');
  });

  test('refused: a name twice', () => {
    expect(inputError('ws://a/', { subprotocols: ['chat', 'a', 'chat'] })).toMatchObject(
      badInput('rfc6455/4.1/subprotocol-unique'),
    );
  });
});

describe(clause('rfc6455/4.1/other-fields'), () => {
  test('sent: a cookie, credentials, fields named like built-in members, one name twice', async () => {
    const headers = [
      ['Cookie', 'a=b; c=d'],
      ['Authorization', 'Bearer x'],
      ['__proto__', '1'],
      ['X', '1'],
      ['X', '2'],
    ] as const;
    const { sent } = await hear(reply(), { headers });
    expect(sent).toContain(
      '\r\nCookie: a=b; c=d\r\nAuthorization: Bearer x\r\n__proto__: 1\r\nX: 1\r\nX: 2\r\n\r\n',
    );
  });
});

describe(clause('rfc6455/4.1/wait-for-reply'), () => {
  test('nothing follows the opening while the reply is awaited, nor when it is refused', async () => {
    const told = await hear((peer) => {
      peer.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => {
        peer.socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      });
    });
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 403));
  });

  test('a ping in front of the reply is no reply, and is not answered', async () => {
    expect(await hear('\x89\x00')).toMatchObject(
      failed('rfc9112/4/status-line', 'statusLineIsMalformed', null),
    );
  });
});
