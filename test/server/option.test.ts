import { describe, expect, test, vi } from 'vitest';
import { accept, firstMessage, type Limits, type ListenOptions, listen } from '../../src/server/index.ts';
import { acceptance, opening, serve } from './serve.ts';

const onConnection = () => {};

const wrong = (option: string, seen: string, expected: string) =>
  `the option \`${option}\` of listen is ${seen}: ${expected} was expected`;

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
      wrong('plainHttp', '"bogus"', '"application" or "badRequest" or "upgradeRequired"'),
    ],
    [{ plainHttp: '' }, wrong('plainHttp', '""', '"application" or "badRequest" or "upgradeRequired"')],
    [{ subprotocolMismatch: 'Refuse' }, wrong('subprotocolMismatch', '"Refuse"', '"omit" or "refuse"')],
    [{ subprotocolMismatch: null }, wrong('subprotocolMismatch', 'null', '"omit" or "refuse"')],
    [{ interpreter: 'xstate' }, wrong('interpreter', '"xstate"', '"compiled" or "actor"')],
    [
      { paths: 'chat' },
      wrong('paths', '"chat"', 'a path that begins with /, a list of such paths or a function'),
    ],
    [{ paths: ['/a', 'chat'] }, wrong('paths[1]', '"chat"', 'a path that begins with /')],
    [{ paths: [''] }, wrong('paths[0]', '""', 'a path that begins with /')],
    [{ paths: ['/a', 1] }, wrong('paths[1]', 'a number', 'a path that begins with /')],
    [
      { paths: null },
      wrong('paths', 'null', 'a path that begins with /, a list of such paths or a function'),
    ],
    [{ paths: [undefined] }, wrong('paths[0]', 'undefined', 'a path that begins with /')],
    [{ paths: [['/a']] }, wrong('paths[0]', 'a list', 'a path that begins with /')],
    [
      { paths: {} },
      wrong('paths', 'an object', 'a path that begins with /, a list of such paths or a function'),
    ],
    [{ onConnection: undefined }, wrong('onConnection', 'undefined', 'a function')],
    [{ onConnection: {} }, wrong('onConnection', 'an object', 'a function')],
    [{ onOutcome: 'log' }, wrong('onOutcome', 'a string', 'a function')],
    [{ inspect: true }, wrong('inspect', 'a boolean', 'a function')],
    [{ limits: 10 }, wrong('limits', 'a number', 'an object')],
    [{ limits: null }, wrong('limits', 'null', 'an object')],
    [{ clock: 10 }, wrong('clock', 'a number', 'an object with the functions after, now and date')],
    [{ tls: true }, wrong('tls', 'a boolean', 'an object')],
    [{ tls: null }, wrong('tls', 'null', 'an object')],
    [
      { application: 'http://127.0.0.1' },
      wrong('application', 'a string', 'a server of node:http or node:https'),
    ],
    [{ subprotocols: 1 }, wrong('subprotocols', 'a number', 'a string or a list of strings')],
    [{ subprotocols: null }, wrong('subprotocols', 'null', 'a string or a list of strings')],
    [{ subprotocols: ['a', 1] }, wrong('subprotocols[1]', 'a number', 'a string')],
    [
      { subprotocolRequired: 'false', subprotocols: ['a'] },
      wrong('subprotocolRequired', 'a string', 'true or false'),
    ],
    [{ preference: 'Server' }, wrong('preference', '"Server"', '"client" or "server"')],
    [{ selectSubprotocol: ['a'] }, wrong('selectSubprotocol', 'a list', 'a function')],
    [{ authorize: true }, wrong('authorize', 'a boolean', 'a function')],
    [{ origins: /a/ }, wrong('origins', 'an object', 'a string or a list of strings')],
    [{ origins: [/a/] }, wrong('origins[0]', 'an object', 'a string')],
    [{ originRequired: 1, origins: [] }, wrong('originRequired', 'a number', 'true or false')],
    [{ authentication: 'secret' }, 'authentication is none of the methods, nor a list of them'],
    [{ authentication: null }, 'authentication is none of the methods, nor a list of them'],
    [{ authentication: () => true }, 'authentication is none of the methods, nor a list of them'],
    [{ authentication: [{ verify: 'a' }] }, 'authentication is none of the methods, nor a list of them'],
    [{ subprotocol: 'a' }, 'listen has no option `subprotocol`. Did you mean `subprotocols`?'],
    [{ onConnect: onConnection }, 'listen has no option `onConnect`. Did you mean `onConnection`?'],
    [{ limits: { field: 1 } }, 'listen has no option `limits.field`. Did you mean `limits.fields`?'],
    [{ limits: { fields: '1' } }, wrong('limits.fields', 'a string', 'a number')],
    [{ deadline: '1' }, wrong('deadline', 'a string', 'a number')],
    [{ port: '80' }, wrong('port', 'a string', 'a number')],
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
    [{ permessageDeflate: 'yes' }, wrong('permessageDeflate', 'a string', 'true or false, or an object')],
    [{ permessageDeflate: null }, wrong('permessageDeflate', 'null', 'true or false, or an object')],
    [
      { permessageDeflate: { serverNoContextTakeover: 1 } },
      wrong('permessageDeflate.serverNoContextTakeover', 'a number', 'true or false'),
    ],
    [
      { permessageDeflate: { clientNoContextTakeover: '' } },
      wrong('permessageDeflate.clientNoContextTakeover', 'a string', 'true or false'),
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
      const { ask, open } = await serve({ limits });
      expect(await open(opening.replace('\r\n\r\n', `\r\n${'A: a\r\n'.repeat(95)}\r\n`))).toBe(acceptance);
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
    const { open } = await serve(options);
    expect((await open(opening.replace('/chat', target))).slice(0, 12)).toBe('HTTP/1.1 101');
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
