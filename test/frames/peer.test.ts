import { once } from 'node:events';
import { Agent, WebSocket as UndiciWebSocket } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toWebSocket } from '../../src/frames/to-web-socket.ts';
import { plainDeflate } from '../negotiation/element.ts';
import { accept, openEnds } from './opened.ts';
import { nextMessage, openWithWs, type Terms } from './ws-peer.ts';

const agreements: readonly (readonly [what: string, terms: Omit<Terms, 'transport'>])[] = [
  ['no compression', { deflate: null }],
  ['compression', { deflate: plainDeflate, extension: 'permessage-deflate' }],
  [
    'compression without contexts',
    {
      deflate: { ...plainDeflate, serverNoContextTakeover: true, clientNoContextTakeover: true },
      extension: 'permessage-deflate; server_no_context_takeover; client_no_context_takeover',
    },
  ],
  [
    'compression with windows of 9 and 10 bits',
    {
      deflate: { ...plainDeflate, serverMaxWindowBits: 9, clientMaxWindowBits: 10 },
      extension: 'permessage-deflate; server_max_window_bits=9; client_max_window_bits=10',
    },
  ],
  [
    'compression with windows of 8 bits',
    {
      deflate: { ...plainDeflate, serverMaxWindowBits: 8, clientMaxWindowBits: 8 },
      extension: 'permessage-deflate; server_max_window_bits=8; client_max_window_bits=8',
    },
  ],
];

describe.each(['TCP', 'TLS'] as const)('over %s', (transport) => {
  describe.each(['server', 'client'] as const)('the %s of a WebSocket of ws', (role) => {
    async function open(terms: Terms) {
      const { connection, peer } = await openWithWs(role, terms);
      return { own: toWebSocket(connection), peer };
    }

    // What is agreed of windows and contexts is the same over any transport.
    describe.each(transport === 'TCP' ? agreements : agreements.slice(0, 2))('with %s', (_, agreement) => {
      const terms = { transport, ...agreement };

      test('both say the same of it', async () => {
        const { own, peer } = await open(terms);
        expect(own.extensions).toBe(terms.extension ? 'permessage-deflate' : '');
        expect(peer.extensions).toBe(own.extensions);
      });

      test.each([
        ['a text message', 'grüße', { text: 'gr\xc3\xbc\xc3\x9fe', isBinary: false }],
        ['a binary message', Buffer.from([0, 255, 1]), { text: '\0\xff\x01', isBinary: true }],
        ['an empty message', '', { text: '', isBinary: false }],
        ['a mebibyte of text', 'a'.repeat(2 ** 20), { text: 'a'.repeat(2 ** 20), isBinary: false }],
      ])('%s crosses in both directions, time and again', async (_, data, message) => {
        const { own, peer } = await open(terms);
        peer.on('message', (back, isBinary) => peer.send(back, { binary: isBinary }));
        own.send(data);
        expect(await nextMessage(own)).toEqual(message);
        own.send(data);
        expect(await nextMessage(own)).toEqual(message);
      });

      test('a message in fragments crosses in both directions', async () => {
        const { own, peer } = await open(terms);
        own.send('a'.repeat(2_000), { fin: false });
        own.send('b', { fin: true });
        expect((await nextMessage(peer)).text).toBe(`${'a'.repeat(2_000)}b`);
        peer.send('a'.repeat(2_000), { fin: false });
        peer.send('b', { fin: true });
        expect((await nextMessage(own)).text).toBe(`${'a'.repeat(2_000)}b`);
      });

      test('a ping is answered in both directions', async () => {
        const { own, peer } = await open(terms);
        own.ping('out');
        expect(await once(own, 'pong')).toEqual([Buffer.from('out')]);
        peer.ping('in');
        expect(await once(peer, 'pong')).toEqual([Buffer.from('in')]);
      });
    });

    const plain = { transport, deflate: null };
    const compressed = { transport, deflate: plainDeflate, extension: 'permessage-deflate' };

    test.each([1000, 1001, 1008, 1011])('%d reaches both, whoever closes', async (code) => {
      const first = await open(compressed);
      const closes = [once(first.own, 'close'), once(first.peer, 'close')];
      first.own.close(code, 'why');
      expect(await Promise.all(closes)).toEqual([
        [code, Buffer.from('why')],
        [code, Buffer.from('why')],
      ]);
      const second = await open(plain);
      const others = [once(second.own, 'close'), once(second.peer, 'close')];
      second.peer.close(code);
      expect(await Promise.all(others)).toEqual([
        [code, Buffer.alloc(0)],
        [code, Buffer.alloc(0)],
      ]);
    });

    test('compressed messages take few octets in both directions', async () => {
      const { connection, peer } = await openWithWs(role, compressed);
      const { socket } = connection;
      const own = toWebSocket(connection);
      own.send('a'.repeat(2 ** 20));
      await nextMessage(peer);
      peer.send('a'.repeat(2 ** 20));
      await nextMessage(own);
      expect(socket.bytesWritten).toBeLessThan(4_000);
      expect(socket.bytesRead).toBeLessThan(4_000);
    });

    test.each([
      ['plain', plain],
      ['compressed', compressed],
    ])('a message that is too large for it is answered with 1009: %s', async (_, terms) => {
      const { connection, peer } = await openWithWs(role, terms);
      const own = toWebSocket(connection, { maxPayload: 2_000 });
      const refused = once(own, 'error');
      const closed = once(peer, 'close');
      peer.send('a'.repeat(2_001));
      expect((await refused)[0].message).toBe('Max payload size exceeded');
      expect((await closed)[0]).toBe(1009);
    });

    test('a message that is too large for the peer comes back as 1009', async () => {
      const { connection, peer } = await openWithWs(role, { ...compressed, maxPayload: 2_000 });
      const own = toWebSocket(connection);
      peer.on('error', () => {});
      const closed = once(own, 'close');
      own.send('a'.repeat(2_001));
      expect((await closed)[0]).toBe(1009);
    });

    test('octets that are no frame come back as 1002', async () => {
      const { connection, peer } = await openWithWs(role, plain);
      const own = toWebSocket(connection);
      peer.on('error', () => {});
      const closed = once(own, 'close');
      connection.socket.write('\xff\xff', 'latin1');
      expect((await closed)[0]).toBe(1002);
    });

    test('a peer that vanishes is 1006', async () => {
      const { connection, peer } = await openWithWs(role, compressed);
      const closed = once(toWebSocket(connection), 'close');
      peer.terminate();
      expect(await closed).toEqual([1006, Buffer.alloc(0)]);
    });
  });

  describe.each([
    ['no compression', { deflate: null }],
    ['compression', { deflate: plainDeflate, extension: 'permessage-deflate' }],
  ])("Node's own client, with %s", (_, agreement) => {
    async function open() {
      const accepted = await accept({ transport, ...agreement });
      const dispatcher = new Agent({ connect: { ca: accepted.authority } });
      onTestFinished(() => dispatcher.destroy());
      const peer = new UndiciWebSocket(accepted.url, { dispatcher });
      await once(peer, 'open');
      return { own: toWebSocket(await accepted.connections.take()), peer };
    }

    test.each([
      ['short', 'hello'],
      ['empty', ''],
      ['of a mebibyte', 'a'.repeat(2 ** 20)],
    ])('a message that is %s crosses in both directions, time and again', async (_, text) => {
      const { own, peer } = await open();
      own.on('message', (data) => own.send(String(data)));
      peer.send(text);
      expect((await once(peer, 'message'))[0].data).toBe(text);
      peer.send(text);
      expect((await once(peer, 'message'))[0].data).toBe(text);
    });

    test('a clean close is one, whoever closes', async () => {
      const first = await open();
      first.own.close(1001, 'why');
      const [{ code, reason, wasClean }] = await once(first.peer, 'close');
      expect([code, reason, wasClean]).toEqual([1001, 'why', true]);
      const second = await open();
      const closed = once(second.own, 'close');
      second.peer.close(1000, 'why');
      expect(await closed).toEqual([1000, Buffer.from('why')]);
    });
  });

  describe('both ends of one connection', () => {
    test('compressed messages cross in both directions', async () => {
      const ends = await openEnds({ transport, deflate: plainDeflate });
      const [client, server] = [toWebSocket(ends.client), toWebSocket(ends.server)];
      server.on('message', (data, isBinary) => server.send(data, { binary: isBinary }));
      client.send('a'.repeat(2 ** 20));
      expect((await nextMessage(client)).text).toHaveLength(2 ** 20);
      expect(ends.client.socket.bytesRead).toBeLessThan(4_000);
    });

    test('a reset is 1006', async () => {
      const ends = await openEnds({ transport });
      const closed = once(toWebSocket(ends.client), 'close');
      ends.sockets[0]?.resetAndDestroy();
      expect(await closed).toEqual([1006, Buffer.alloc(0)]);
    });
  });
});
