import { describe, expect, test, vi } from 'vitest';
import {
  type ClientConnection,
  connect,
  HandshakeError,
  type HandshakeOptions,
  startHandshake,
} from '../../src/client/index.ts';
import { prepare } from '../../src/client/prepare.ts';
import { certificates } from '../certificate.ts';
import { Mailbox } from '../mailbox.ts';
import { startProxy } from './proxy.ts';
import { acceptance, script, scriptTls } from './scripted-server.ts';
import { answer, ask } from './start.ts';

const rules = 'whatwg';
const withField = (line: string) => acceptance.replace('Upgrade: websocket', `${line}\r\nUpgrade: websocket`);

/** The connection that a reply leads to. */
async function opened(reply: string, options: HandshakeOptions): Promise<ClientConnection> {
  return (await answer(reply, options)).connection;
}

describe('the opening of a browser', () => {
  test.each<[string, HandshakeOptions, string[]]>([
    ['alone', {}, ['Origin: null', 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits']],
    [
      'with what a script and its page have',
      { subprotocols: ['chat', 'superchat'], origin: 'https://a.example' },
      [
        'Origin: https://a.example',
        'Sec-WebSocket-Protocol: chat, superchat',
        'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
      ],
    ],
  ])('%s', (_, options, lines) => {
    const { text } = prepare('ws://server.example.com/chat', { rules, ...options }, 'key');
    expect(text.split('\r\n').slice(6, -2)).toEqual(lines);
  });

  test.each([
    ['http://server.example.com/chat', 'server.example.com', 80, false],
    ['HTTPS://server.example.com/chat', 'server.example.com', 443, true],
    ['https://server.example.com:8443/chat', 'server.example.com:8443', 8443, true],
    ['ws://server.example.com/chat', 'server.example.com', 80, false],
    ['wss://server.example.com/chat', 'server.example.com', 443, true],
  ])('to %s', (url, authority, port, secure) => {
    const { uri } = prepare(url, { rules }, 'key');
    expect(uri).toMatchObject({ authority, port, secure, resourceName: '/chat' });
  });
});

describe('what a script has no say in is refused before anything is sent', () => {
  test.each<[string, HandshakeOptions, string, string]>([
    [
      'a field',
      { headers: [['X-Any', 'a']] },
      'service/4/browser-constructor',
      'header fields are set, but a script can set only the URL and the subprotocols (service §4)',
    ],
    [
      'a credential',
      { headers: [['Authorization', 'Bearer s3cret']] },
      'service/4/browser-constructor',
      'header fields are set, but a script can set only the URL and the subprotocols (service §4)',
    ],
    [
      'a field that starts with Sec-, behind another',
      {
        headers: [
          ['X-Any', 'a'],
          ['sEC-Any', 'a'],
        ],
      },
      'service/2.6/sec-fields-guarded',
      'the field sEC-Any cannot be set: no script can set a field whose name begins with Sec- (service §2.6)',
    ],
    [
      'compression',
      { permessageDeflate: true },
      'service/2.5/compression-unscripted',
      'permessageDeflate is set, but a browser decides on compression by itself (service §2.5)',
    ],
    [
      'no compression',
      { permessageDeflate: false },
      'service/2.5/compression-unscripted',
      'permessageDeflate is set, but a browser decides on compression by itself (service §2.5)',
    ],
  ])('%s', async (_, options, clause, message) => {
    const lookup = vi.fn(async () => []);
    const rejected = await connect('ws://a/', { rules, lookup, ...options }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ phase: 'input', clause, message });
    expect(lookup).not.toHaveBeenCalled();
  });

  test('no fields at all are none', () => {
    expect(() => prepare('ws://a/', { rules, headers: [] }, 'key')).not.toThrow();
  });

  test.each<HandshakeOptions>([{ headers: [['Sec-Any', 'a']] }, { permessageDeflate: false }])(
    '%j binds browsers alone',
    (options) => {
      expect(() => prepare('ws://a/', options, 'key')).not.toThrow();
    },
  );
});

describe('the connection that a script is handed', () => {
  const reply = withField(
    'Set-Cookie: a=b\r\nX-Any: c\r\nSec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate',
  );

  test('has the subprotocol and the extensions of the reply, and no field', async () => {
    const connection = await opened(`${reply}first`, { rules, subprotocols: ['chat'] });
    expect(connection).toMatchObject({
      role: 'client',
      subprotocol: 'chat',
      extensions: [{ name: 'permessage-deflate', parameters: [] }],
      deflate: { serverMaxWindowBits: 15, clientMaxWindowBits: 15 },
      cookies: [],
      reply: { status: 101, fields: [] },
    });
    expect(connection.reply.fields).toEqual([]);
    expect(connection.head.toString('latin1')).toBe('first');
  });

  test('that of others has all fields', async () => {
    const connection = await opened(reply, { subprotocols: ['chat'], permessageDeflate: true });
    expect(connection.cookies).toEqual(['a=b']);
    expect(connection.reply.fields).toHaveLength(7);
  });
});

test('a browser closes a connection for which no subprotocol is chosen of those offered', async () => {
  const full = new Mailbox<HandshakeError>();
  await (await answer(acceptance, { rules, subprotocols: ['chat'], onFailure: full.put })).failure;
  expect(await full.take()).toMatchObject({
    clause: 'whatwg/2.2/subprotocol-chosen',
    guard: 'subprotocolIsNotChosen',
    state: 'closed',
    message:
      'the reply has no Sec-WebSocket-Protocol, where one of the offered subprotocols was expected: chat (WHATWG §2.2)',
  });
});

/** What a script is told of a failure, all of it. */
function tell(error: unknown): unknown {
  if (!(error instanceof HandshakeError)) return error;
  const { name, message, stack, ...fields } = error;
  return { name, message, stack, ...fields, cause: error.cause };
}

const untold = {
  name: 'HandshakeError',
  message: 'the connection failed, and a script is not told why (WHATWG §4)',
  stack: 'HandshakeError: the connection failed, and a script is not told why (WHATWG §4)',
  clause: 'whatwg/4/failure-untold',
  source: 'WHATWG §4',
  phase: 'upgrade',
  state: 'failed',
  guard: null,
  status: null,
  reason: null,
  headers: [],
  body: new Uint8Array(),
  bodyTruncated: false,
  key: null,
  head: new Uint8Array(),
  timeline: null,
  cause: undefined,
};

type Failing = () => Promise<{ readonly url: string; readonly options: HandshakeOptions }>;

const replying =
  (reply: string): Failing =>
  async () => {
    const server = await script();
    void server.peers.take().then((peer) => peer.reply(reply));
    return { url: server.url, options: {} };
  };

describe('why a connection failed is told to an observer, and not to the script', () => {
  test.each<[string, string, object, Failing]>([
    [
      'a name that is not resolved',
      'dns',
      { clause: 'rfc6455/4.1/connection-failed' },
      async () => ({ url: 'ws://a/', options: { lookup: () => Promise.reject(new Error('no')) } }),
    ],
    [
      'a proxy that refuses',
      'proxy',
      { status: 407 },
      async () => {
        const { port } = await startProxy({ credentials: 'a:b' });
        return { url: 'ws://a/', options: { proxy: `http://127.0.0.1:${port}` } };
      },
    ],
    [
      'a certificate',
      'tls',
      { guard: 'certificateIsSelfSigned' },
      async () => ({ url: (await scriptTls(certificates.selfSigned)).url, options: {} }),
    ],
    ['a refusal', 'upgrade', { status: 403 }, replying('HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno')],
    ['a wrong reply', 'upgrade', { state: 'closed' }, replying(acceptance.replace('{accept}', 'a'))],
    [
      'an abort',
      'dns',
      { cause: 'enough' },
      async () => ({ url: 'ws://127.0.0.1:1/', options: { signal: AbortSignal.abort('enough') } }),
    ],
  ])('%s', async (_, phase, known, failing) => {
    const { url, options } = await failing();
    const full = new Mailbox<HandshakeError>();
    const told = await connect(url, { rules, onFailure: full.put, ...options }).catch(
      (error: unknown) => error,
    );
    expect(tell(told)).toEqual(untold);
    expect(await full.take()).toMatchObject({ phase, timeline: { open: null }, ...known });
    expect(full.all).toHaveLength(1);
  });

  test('the deadline', async () => {
    const full = new Mailbox<HandshakeError>();
    const { failure, clock, events } = await ask({ rules, onFailure: full.put });
    clock.advance(10_000);
    expect(tell(await failure)).toEqual(untold);
    expect(await full.take()).toMatchObject({ clause: 'service/3/no-response' });
    expect(events).toEqual(['error', 'close']);
  });
});

describe('onFailure', () => {
  test('is told before the event, of the same error under the rules of RFC 6455', async () => {
    const server = await script();
    const seen: unknown[] = [];
    const over = new Promise<void>((resolve) => {
      startHandshake(server.url, { onFailure: (error) => seen.push('onFailure', error) })
        .on('error', (error) => seen.push('error', error))
        .on('close', resolve);
    });
    await (await server.peers.take()).reply('SMTP');
    await over;
    expect([seen[0], seen[2]]).toEqual(['onFailure', 'error']);
    expect(seen[1]).toBe(seen[3]);
  });

  test('is not told of a connection that opens', async () => {
    const onFailure = vi.fn();
    await opened(acceptance, { onFailure });
    expect(onFailure).not.toHaveBeenCalled();
  });

  test('is not told of bad input, which is thrown', () => {
    const onFailure = vi.fn();
    expect(() => startHandshake('ws://a/#b', { rules, onFailure })).toThrow(HandshakeError);
    expect(onFailure).not.toHaveBeenCalled();
  });
});
