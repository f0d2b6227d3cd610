import { describe, expect, test } from 'vitest';
import { HandshakeError, type HandshakeOptions } from '../../src/client/index.ts';
import { clause } from './clause.ts';
import { badInput, hear, inputError, opened, reply } from './peer.ts';

const rules = 'whatwg';

describe(clause('whatwg/2.2/compression-offered'), () => {
  test.each<[string, HandshakeOptions]>([
    ['alone', {}],
    ['with subprotocols', { subprotocols: ['chat'] }],
  ])('an opening %s', async (_, options) => {
    const { sent } = await hear(reply({ 'Sec-WebSocket-Protocol': options.subprotocols?.[0] ?? null }), {
      ...options,
      rules,
    });
    expect(sent).toContain('\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n');
  });

  test('others do not offer it by themselves', async () => {
    expect((await hear(reply())).sent).not.toContain('Sec-WebSocket-Extensions');
  });
});

describe(clause('whatwg/2.2/subprotocol-chosen'), () => {
  const subprotocols = ['chat', 'superchat'];
  const failures: HandshakeError[] = [];
  const onFailure = (error: HandshakeError) => failures.push(error);

  test('closed: none of those offered is chosen', async () => {
    const told = await hear(reply(), { rules, subprotocols, onFailure });
    expect(told).toMatchObject({ events: ['error', 'close'], behind: '' });
    expect(failures.at(-1)).toMatchObject({
      state: 'closed',
      guard: 'subprotocolIsNotChosen',
      clause: 'whatwg/2.2/subprotocol-chosen',
    });
  });

  test('open: one is chosen', async () => {
    const told = await hear(reply({ 'Sec-WebSocket-Protocol': 'superchat' }), { rules, subprotocols });
    expect(told).toMatchObject({ ...opened, connection: { subprotocol: 'superchat' } });
  });

  test('open: none was offered', async () => {
    expect(await hear(reply(), { rules })).toMatchObject(opened);
  });

  test('open: a client that is no browser', async () => {
    expect(await hear(reply(), { subprotocols })).toMatchObject(opened);
  });
});

describe(clause('whatwg/3.1/http-scheme'), () => {
  test.each(['http', 'HTTP', 'ws'])('open: %s', async (scheme) => {
    const told = await hear(reply(), { rules, url: `${scheme}://127.0.0.1:{port}/chat` });
    expect(told).toMatchObject(opened);
    expect(told.sent).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
  });

  test.each(['http://a/', 'https://a/'])('refused by a client that is no browser: %s', (url) => {
    expect(inputError(url)).toMatchObject(badInput('rfc6455/3/scheme'));
  });

  test.each(['ftp://a/', 'httpss://a/', 'file:///a', 'ws+unix:///a'])(
    'refused by a browser too: %s',
    (url) => {
      expect(inputError(url, { rules })).toMatchObject(badInput('rfc6455/3/scheme'));
    },
  );
});

describe(clause('whatwg/4/failure-untold'), () => {
  const untold = {
    ...{ clause: 'whatwg/4/failure-untold', phase: 'upgrade', state: 'failed', guard: null, timeline: null },
    ...{ status: null, reason: null, headers: [], body: new Uint8Array(), head: new Uint8Array() },
    message: 'the connection failed, and a script is not told why (WHATWG §4)',
  };

  test.each([
    ['a refusal', 'HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno'],
    ['a wrong reply', reply({ 'Sec-WebSocket-Accept': 'a' })],
    ['what is no reply', 'SMTP ready\r\n\r\n'],
  ])('%s', async (_, octets) => {
    const { error, events } = await hear(octets, { rules });
    expect(error).toBeInstanceOf(HandshakeError);
    expect(error).toMatchObject(untold);
    expect(events).toEqual(['error', 'close']);
  });

  test('an end without a reply', async () => {
    const { error } = await hear(({ socket }) => socket.end(), { rules });
    expect(error).toMatchObject(untold);
  });

  test('a client that is no browser is told', async () => {
    const { error } = await hear('HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno');
    expect(error).toMatchObject({ status: 403, headers: [['Content-Length', '2']] });
  });
});

describe(clause('service/4/browser-constructor'), () => {
  test.each<HandshakeOptions>([{ headers: [['X-Any', 'a']] }, { headers: [['Authorization', 'Bearer a']] }])(
    'refused: %j',
    (options) => {
      expect(inputError('ws://a/', { rules, ...options })).toMatchObject(
        badInput('service/4/browser-constructor'),
      );
    },
  );

  test('taken: a URL and subprotocols', () => {
    expect(inputError('ws://a/', { rules, subprotocols: ['chat'] })).toBe(null);
  });
});

describe(clause('service/2.6/sec-fields-guarded'), () => {
  test.each(['Sec-Any', 'sec-websocket-key', 'SEC-FETCH-MODE'])('refused: %s', (name) => {
    const options: HandshakeOptions = { rules, headers: [[name, 'a']] };
    expect(inputError('ws://a/', options)).toMatchObject(badInput('service/2.6/sec-fields-guarded'));
  });

  test('no field of the reply is shown', async () => {
    const { connection } = await hear(reply({ 'Set-Cookie': 'a=b', 'Sec-Any': 'c' }), { rules });
    expect(connection).toMatchObject({ cookies: [], subprotocol: null, extensions: [] });
    expect(connection?.reply.fields).toEqual([]);
  });
});

describe(clause('rfc6455/4.1/origin-browser'), () => {
  test.each<[string, HandshakeOptions]>([
    ['https://a.example', { origin: 'https://a.example' }],
    ['null', {}],
  ])('Origin is %s', async (origin, options) => {
    expect((await hear(reply(), { rules, ...options })).sent).toContain(`\r\nOrigin: ${origin}\r\n`);
  });
});
