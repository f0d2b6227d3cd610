import { describe, expect, test, vi } from 'vitest';
import { accept, firstMessage, type Limits, type ListenOptions, listen } from '../../src/server/index.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

const onConnection = () => {};

describe('options that make no sense are refused with a clear text', () => {
  test.each([
    ['an empty subprotocol', { subprotocols: [''] }, 'the subprotocol "" is not a token: visible ASCII'],
    ['a subprotocol with a space', { subprotocols: ['a b'] }, 'the subprotocol "a b" is not a token'],
    ['a subprotocol with a comma', { subprotocols: ['a,b'] }, 'the subprotocol "a,b" is not a token'],
    ['a subprotocol named twice', { subprotocols: ['a', 'b', 'a'] }, 'the subprotocol "a" is named twice'],
    [
      'plain HTTP for an application that is not given',
      { plainHttp: 'application' },
      "plainHttp is 'application', but no application is given to answer plain HTTP",
    ],
    [
      'a list of subprotocols and a choice of them',
      { subprotocols: ['a'], selectSubprotocol: () => null },
      'subprotocols and selectSubprotocol exclude each other',
    ],
    [
      'a subprotocol that is required where there is none',
      { subprotocolRequired: true },
      'subprotocolRequired makes sense only where a subprotocol can be chosen',
    ],
    [
      'a subprotocol that is required of an empty list',
      { subprotocolRequired: true, subprotocols: [], authorize: () => accept() },
      'subprotocolRequired makes sense only where a subprotocol can be chosen',
    ],
    [
      'an origin that is required without an allowlist',
      { originRequired: true },
      'originRequired needs a list of allowed origins: set the allowlist `origins`',
    ],
    [
      'an origin with a path',
      { origins: ['https://a.example', 'https://a.example/'] },
      '"https://a.example/" is not an origin: scheme://host[:port], scheme://*.domain[:port] or null was expected',
    ],
    ['an origin without a scheme', { origins: ['a.example'] }, '"a.example" is not an origin'],
    ['a wildcard alone', { origins: ['*'] }, '"*" is not an origin'],
    ['an empty origin', { origins: [''] }, '"" is not an origin'],
    [
      'two first messages',
      { authentication: [firstMessage('a'), firstMessage('b')] },
      'authentication by the first message is asked for twice',
    ],
  ] as const)('%s: TypeError', async (_, options, message) => {
    const listening = listen({ onConnection, ...options });
    await expect(listening).rejects.toThrow(TypeError);
    await expect(listening).rejects.toThrow(message);
  });

  test.each([
    [
      { plainHttp: 'bogus' },
      'the option `plainHttp` of listen is "bogus": "application" or "badRequest" or "upgradeRequired" was expected',
    ],
    [
      { plainHttp: '' },
      'the option `plainHttp` of listen is "": "application" or "badRequest" or "upgradeRequired" was expected',
    ],
    [
      { subprotocolMismatch: 'Refuse' },
      'the option `subprotocolMismatch` of listen is "Refuse": "omit" or "refuse" was expected',
    ],
    [
      { subprotocolMismatch: null },
      'the option `subprotocolMismatch` of listen is null: "omit" or "refuse" was expected',
    ],
    [
      { interpreter: 'xstate' },
      'the option `interpreter` of listen is "xstate": "compiled" or "actor" was expected',
    ],
    [
      { paths: 'chat' },
      'the option `paths` of listen is "chat": a path that begins with /, a list of such paths or a function was expected',
    ],
    [
      { paths: ['/a', 'chat'] },
      'the option `paths[1]` of listen is "chat": a path that begins with / was expected',
    ],
    [{ paths: [''] }, 'the option `paths[0]` of listen is "": a path that begins with / was expected'],
    [
      { paths: ['/a', 1] },
      'the option `paths[1]` of listen is a number: a path that begins with / was expected',
    ],
    [
      { paths: null },
      'the option `paths` of listen is null: a path that begins with /, a list of such paths or a function was expected',
    ],
    [
      { paths: [undefined] },
      'the option `paths[0]` of listen is undefined: a path that begins with / was expected',
    ],
    [
      { paths: [['/a']] },
      'the option `paths[0]` of listen is a list: a path that begins with / was expected',
    ],
    [
      { paths: {} },
      'the option `paths` of listen is an object: a path that begins with /, a list of such paths or a function was expected',
    ],
    [
      { onConnection: undefined },
      'the option `onConnection` of listen is undefined: a function was expected',
    ],
    [{ onConnection: {} }, 'the option `onConnection` of listen is an object: a function was expected'],
    [{ onOutcome: 'log' }, 'the option `onOutcome` of listen is a string: a function was expected'],
    [{ inspect: true }, 'the option `inspect` of listen is a boolean: a function was expected'],
    [{ limits: 10 }, 'the option `limits` of listen is a number: an object was expected'],
    [{ limits: null }, 'the option `limits` of listen is null: an object was expected'],
    [
      { clock: 10 },
      'the option `clock` of listen is a number: an object with the functions after, now and date was expected',
    ],
    [{ tls: true }, 'the option `tls` of listen is a boolean: an object was expected'],
    [{ tls: null }, 'the option `tls` of listen is null: an object was expected'],
    [
      { application: 'http://127.0.0.1' },
      'the option `application` of listen is a string: a server of node:http or node:https was expected',
    ],
    [
      { subprotocols: 1 },
      'the option `subprotocols` of listen is a number: a string or a list of strings was expected',
    ],
    [
      { subprotocols: null },
      'the option `subprotocols` of listen is null: a string or a list of strings was expected',
    ],
    [{ subprotocols: ['a', 1] }, 'the option `subprotocols[1]` of listen is a number: a string was expected'],
    [
      { subprotocolRequired: 'false', subprotocols: ['a'] },
      'the option `subprotocolRequired` of listen is a string: true or false was expected',
    ],
    [
      { preference: 'Server' },
      'the option `preference` of listen is "Server": "client" or "server" was expected',
    ],
    [
      { selectSubprotocol: ['a'] },
      'the option `selectSubprotocol` of listen is a list: a function was expected',
    ],
    [{ authorize: true }, 'the option `authorize` of listen is a boolean: a function was expected'],
    [
      { origins: /a/ },
      'the option `origins` of listen is an object: a string or a list of strings was expected',
    ],
    [{ origins: [/a/] }, 'the option `origins[0]` of listen is an object: a string was expected'],
    [
      { originRequired: 1, origins: [] },
      'the option `originRequired` of listen is a number: true or false was expected',
    ],
    [{ authentication: 'secret' }, 'authentication is none of the methods, nor a list of them'],
    [{ authentication: null }, 'authentication is none of the methods, nor a list of them'],
    [{ authentication: () => true }, 'authentication is none of the methods, nor a list of them'],
    [{ authentication: [{ verify: 'a' }] }, 'authentication is none of the methods, nor a list of them'],
    [{ subprotocol: 'a' }, 'listen has no option `subprotocol`. Did you mean `subprotocols`?'],
    [{ onConnect: onConnection }, 'listen has no option `onConnect`. Did you mean `onConnection`?'],
    [{ limits: { field: 1 } }, 'listen has no option `limits.field`. Did you mean `limits.fields`?'],
    [{ limits: { fields: '1' } }, 'the option `limits.fields` of listen is a string: a number was expected'],
    [{ deadline: '1' }, 'the option `deadline` of listen is a string: a number was expected'],
    [{ port: '80' }, 'the option `port` of listen is a string: a number was expected'],
    [{ x: 1, limits: {} }, 'listen has no option `x`. It knows `subprotocols`, `preference`, '],
    [
      { limits: { x: 1 } },
      'It knows `limits.targetOctets`, `limits.fields`, `limits.pending`, `limits.headOctets`.',
    ],
    [{ toString: 1 }, 'listen has no option `toString`.'],
    [
      { permessageDeflate: { serverMaxWindowsBits: 9 } },
      'listen has no option `permessageDeflate.serverMaxWindowsBits`. Did you mean `permessageDeflate.serverMaxWindowBits`?',
    ],
    [
      { permessageDeflate: 'yes' },
      'the option `permessageDeflate` of listen is a string: true or false, or an object was expected',
    ],
    [
      { permessageDeflate: null },
      'the option `permessageDeflate` of listen is null: true or false, or an object was expected',
    ],
    [
      { permessageDeflate: { serverNoContextTakeover: 1 } },
      'the option `permessageDeflate.serverNoContextTakeover` of listen is a number: true or false was expected',
    ],
    [
      { permessageDeflate: { clientNoContextTakeover: '' } },
      'the option `permessageDeflate.clientNoContextTakeover` of listen is a string: true or false was expected',
    ],
  ])('%j, which only types would find: TypeError', async (options, message) => {
    const listening = listen({ onConnection, ...options } as unknown as ListenOptions); // what JavaScript may say
    await expect(listening).rejects.toThrow(TypeError);
    await expect(listening).rejects.toThrow(message);
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [[], 'a list'],
    ['ws://a', 'a string'],
    [onConnection, 'a function'],
  ])('%j in place of the options: TypeError', async (options, seen) => {
    const listening = listen(options as unknown as ListenOptions); // what JavaScript may say
    await expect(listening).rejects.toThrow(
      new TypeError(`listen: an object of options was expected, and not ${seen}`),
    );
  });

  test.each(['headOctets', 'targetOctets', 'fields', 'pending'])(
    'the limit %s given as undefined is the default',
    async (name) => {
      const limits = { [name]: undefined } as unknown as Partial<Limits>; // what JavaScript may say
      const { dial, ask } = await serve({ limits });
      const peer = await dial();
      await peer.send(opening.replace('\r\n\r\n', `\r\n${'A: a\r\n'.repeat(95)}\r\n`));
      expect(await peer.until('\r\n\r\n')).toBe(acceptance);
      const beyond = {
        many: opening.replace('\r\n\r\n', `\r\n${'A: a\r\n'.repeat(96)}\r\n`),
        long: opening.replace('/chat', `/${'a'.repeat(8_000)}`),
        large: opening.replace('\r\n\r\n', `\r\nA: ${'a'.repeat(16_385 - 166)}\r\n\r\n`),
      };
      expect((await ask(beyond.many)).slice(0, 12)).toBe('HTTP/1.1 431');
      expect((await ask(beyond.long)).slice(0, 12)).toBe('HTTP/1.1 414');
      expect((await ask(beyond.large)).slice(0, 12)).toBe('HTTP/1.1 431');
    },
  );

  test.each([
    ['deadline', 0, { deadline: 0 }],
    ['deadline', -1, { deadline: -1 }],
    ['deadline', Number.NaN, { deadline: Number.NaN }],
    ['deadline', 1.5, { deadline: 1.5 }],
    ['deadline', Number.POSITIVE_INFINITY, { deadline: Number.POSITIVE_INFINITY }],
    ['deadline', 2_147_483_648, { deadline: 2_147_483_648 }],
    ['answerDeadline', 0, { answerDeadline: 0 }],
    ['answerDeadline', 2_147_483_648, { answerDeadline: 2_147_483_648 }],
    ['headOctets', 0, { limits: { headOctets: 0 } }],
    ['targetOctets', -1, { limits: { targetOctets: -1 } }],
    ['fields', Number.NaN, { limits: { fields: Number.NaN } }],
    ['pending', 0.5, { limits: { pending: 0.5 } }],
  ])('%s %d: RangeError', async (name, value, options) => {
    const listening = listen({ onConnection, ...options });
    await expect(listening).rejects.toThrow(RangeError);
    await expect(listening).rejects.toThrow(
      `${name} is ${value}: a whole number from 1 to 2147483647 was expected`,
    );
  });

  test.each([
    ['serverMaxWindowBits', 8, 9],
    ['serverMaxWindowBits', 16, 9],
    ['serverMaxWindowBits', 10.5, 9],
    ['clientMaxWindowBits', 7, 8],
    ['clientMaxWindowBits', Number.NaN, 8],
  ])('%s %d: RangeError', async (name, value, least) => {
    const listening = listen({ onConnection, permessageDeflate: { [name]: value } });
    await expect(listening).rejects.toThrow(RangeError);
    await expect(listening).rejects.toThrow(
      `${name} is ${value}: a whole number from ${least} to 15 was expected`,
    );
  });

  test('a port beyond 65535: RangeError', async () => {
    await expect(listen({ onConnection, port: 65_536 })).rejects.toThrow(RangeError);
  });
});

const offer = (names: string) => opening.replace('Upgrade:', `Sec-WebSocket-Protocol: ${names}\r\nUpgrade:`);

describe('subprotocols', () => {
  test('the first of the offered names that is supported is chosen and told', async () => {
    const { dial, connections } = await serve({ subprotocols: ['mqtt', 'chat'] });
    const peer = await dial();
    await peer.send(offer('other, chat, mqtt'));
    expect(await peer.until('\r\n\r\n')).toBe(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
        'Sec-WebSocket-Protocol: chat',
        '\r\n',
      ].join('\r\n'),
    );
    expect(await connections.take()).toMatchObject({ subprotocol: 'chat' });
  });

  test.each([
    ['none is offered where mqtt is the sole name', ['mqtt'], undefined, opening],
    ['none matches where mqtt is the sole name', ['mqtt'], undefined, offer('chat')],
    ['none is offered where one is required', ['chat', 'mqtt'], true, opening],
    ['none matches where one is required', ['chat', 'mqtt'], true, offer('other')],
    ['a name differs in letter case where one is required', ['chat'], true, offer('Chat')],
  ])('refused with 400: %s', async (_, subprotocols, subprotocolRequired, request) => {
    const { ask } = await serve(
      subprotocolRequired === undefined ? { subprotocols } : { subprotocols, subprotocolRequired },
    );
    expect(await ask(request)).toBe(badRequest);
  });

  test('a mismatch is refused with 400 by choice', async () => {
    const { ask } = await serve({ subprotocols: ['chat'], subprotocolMismatch: 'refuse' });
    expect(await ask(offer('other'))).toBe(badRequest);
  });

  test.each([
    [
      'none is offered and the requirement of mqtt is lifted',
      { subprotocols: ['mqtt'], subprotocolRequired: false },
      opening,
    ],
    [
      'none matches and the requirement of mqtt is lifted',
      { subprotocols: ['mqtt'], subprotocolRequired: false },
      offer('chat'),
    ],
    ['mqtt is one of two names', { subprotocols: ['mqtt', 'chat'] }, opening],
    ['none matches', { subprotocols: ['chat'] }, offer('other')],
    [
      'none is offered, and only a mismatch is refused',
      { subprotocols: ['chat'], subprotocolMismatch: 'refuse' },
      opening,
    ],
    ['some are offered and none is supported', {}, offer('chat')],
  ] as const)('accepted without one: %s', async (_, options, request) => {
    const { dial, connections } = await serve(options);
    const peer = await dial();
    await peer.send(request);
    expect(await peer.until('\r\n\r\n')).not.toContain('Sec-WebSocket-Protocol');
    expect(await connections.take()).toMatchObject({ subprotocol: null });
  });
});

/** A test of paths that answers what only types would forbid. */
const answering = (answer: unknown) => () => answer as boolean;

describe('paths', () => {
  test.each([
    ['every path by default', {}, '/anything'],
    ['a path that is listed', { paths: ['/a', '/b'] }, '/b'],
    ['a path that is listed, with a query', { paths: ['/a', '/b'] }, '/b?c=/d'],
    ['a path that the test takes', { paths: (path: string) => path.startsWith('/room/') }, '/room/1'],
    ['the absolute form of a path that is listed', { paths: ['/a'] }, 'http://server.example.com/a'],
  ])('%s is served', async (_, options, target) => {
    const { dial } = await serve(options);
    const peer = await dial();
    await peer.send(opening.replace('/chat', target));
    expect((await peer.until('\r\n\r\n')).slice(0, 12)).toBe('HTTP/1.1 101');
  });

  test.each([
    ['a path that is not listed', { paths: ['/a'] }, '/b'],
    ['a path that differs in letter case', { paths: ['/a'] }, '/A'],
    ['a path that the test does not take', { paths: (path: string) => path === '/a' }, '/b'],
    ['any path of an empty list', { paths: [] }, '/'],
    ['a path for which the test promises something', { paths: answering(Promise.resolve(true)) }, '/a'],
    ['a path for which the test answers 1', { paths: answering(1) }, '/a'],
    ['a path for which the test answers a text', { paths: answering('true') }, '/a'],
    ['a path for which the test answers nothing', { paths: answering(undefined) }, '/a'],
  ])('%s is refused with 404', async (_, options, target) => {
    const { ask } = await serve(options);
    expect((await ask(opening.replace('/chat', target))).slice(0, 12)).toBe('HTTP/1.1 404');
  });
});

test('paths as a test: one that throws serves nothing, and what it threw is not lost', async () => {
  const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { ask } = await serve({
    paths() {
      throw new Error('no such list');
    },
  });
  expect(await ask(opening)).toContain('HTTP/1.1 404 Not Found');
  expect(emitted.mock.calls).toEqual([[new Error('no such list')]]);
  emitted.mockRestore();
});
