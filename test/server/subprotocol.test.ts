import { describe, expect, test, vi } from 'vitest';
import { type AuthorizeRequest, accept, bearer, refuse } from '../../src/server/index.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

const offer = (...lines: readonly string[]) =>
  opening.replace(
    'Upgrade:',
    `${lines.map((line) => `Sec-WebSocket-Protocol: ${line}\r\n`).join('')}Upgrade:`,
  );
const acceptanceWith = (name: string) =>
  acceptance.replace(/\r\n$/, `Sec-WebSocket-Protocol: ${name}\r\n\r\n`);

describe('a list', () => {
  test.each([
    ['the first of the client', {}, 'c, b, a', 'b'],
    ['the first of the client, said', { preference: 'client' }, 'c, b, a', 'b'],
    ['the first of the server', { preference: 'server' }, 'c, b, a', 'a'],
    ['the only one', { preference: 'server' }, 'c, b', 'b'],
  ] as const)('chooses %s', async (_, options, names, chosen) => {
    const { connections, open } = await serve({ subprotocols: ['a', 'b'], ...options });
    expect(await open(offer(names))).toBe(acceptanceWith(chosen));
    expect((await connections.take()).subprotocol).toBe(chosen);
  });

  test('chooses over several lines', async () => {
    const { open } = await serve({ subprotocols: ['a', 'b'], preference: 'server' });
    expect(await open(offer('c, b', 'a'))).toBe(acceptanceWith('a'));
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'knows no name but its own: %s',
    async (name) => {
      const without = await serve({ subprotocols: ['a'] });
      expect(await without.open(offer(name))).toBe(acceptance);
      const within = await serve({ subprotocols: [name] });
      expect(await within.open(offer(name))).toBe(acceptanceWith(name));
    },
  );

  test.each([
    ['mqtt alone is required: none offered', { subprotocols: ['mqtt'] }, opening],
    ['mqtt alone is required: another offered', { subprotocols: ['mqtt'] }, offer('chat')],
    [
      'mqtt alone is required, even where a mismatch is omitted',
      { subprotocols: ['mqtt'], subprotocolMismatch: 'omit' },
      offer('chat'),
    ],
    ['a mismatch is refused by choice', { subprotocols: ['a'], subprotocolMismatch: 'refuse' }, offer('b')],
    ['one is required by choice', { subprotocols: ['a'], subprotocolRequired: true }, opening],
    ['another than what is required', { subprotocols: ['a'], subprotocolRequired: true }, offer('A')],
  ] as const)('400: %s', async (_, options, octets) => {
    const { ask } = await serve(options);
    expect(await ask(octets)).toBe(badRequest);
  });

  test.each([
    ['mqtt is one of two', { subprotocols: ['mqtt', 'a'] }, opening],
    ['mqtt alone, by choice not required', { subprotocols: ['mqtt'], subprotocolRequired: false }, opening],
    ['the same, and another offered', { subprotocols: ['mqtt'], subprotocolRequired: false }, offer('b')],
    ['another alone', { subprotocols: ['mqttv3.1'] }, opening],
    ['only a mismatch is refused', { subprotocols: ['a'], subprotocolMismatch: 'refuse' }, opening],
    ['a mismatch is omitted by default', { subprotocols: ['a'] }, offer('b')],
    ['none is supported', {}, offer('b')],
  ] as const)('accepted without one: %s', async (_, options, octets) => {
    const { open } = await serve(options);
    expect(await open(octets)).toBe(acceptance);
  });
});

const takeOut = (offered: readonly string[]) => (offered as string[]).shift() ?? null; // as JavaScript may

describe('selectSubprotocol', () => {
  test.each([
    ['the last', (offered: readonly string[]) => offered.at(-1) ?? null, 'c'],
    ['one', () => 'b', 'b'],
    ['one later', async () => 'b', 'b'],
    ['the first, and takes it out', takeOut, 'a'],
  ])('chooses %s', async (_, selectSubprotocol, chosen) => {
    const { connections, open } = await serve({ selectSubprotocol });
    expect(await open(offer('a, b', 'c'))).toBe(acceptanceWith(chosen));
    expect((await connections.take()).subprotocol).toBe(chosen);
  });

  test.each([
    ['null', null],
    ['nothing', undefined],
  ])('chooses none by %s', async (_, none) => {
    const selectSubprotocol = () => none as null; // what JavaScript may answer
    const { open } = await serve({ selectSubprotocol });
    expect(await open(offer('a'))).toBe(acceptance);
  });

  test('none chosen is a mismatch: 400 by choice', async () => {
    const { ask, outcomes } = await serve({ selectSubprotocol: () => null, subprotocolMismatch: 'refuse' });
    expect(await ask(offer('a'))).toBe(badRequest);
    expect(outcomes.all).toMatchObject([{ guard: 'subprotocolIsMismatched' }]);
  });

  test.each([
    ['one that was not offered', () => 'b'],
    ['one in other letter case', () => 'A'],
    ['an empty one', () => ''],
    ['a promise that is broken', () => Promise.reject(new TypeError('no choice'))],
    ['a list', () => ['a'] as unknown as string], // what JavaScript may answer
    [
      'an error',
      () => {
        throw new TypeError('no choice');
      },
    ],
  ])('chooses %s: 500', async (_, selectSubprotocol) => {
    const { ask, outcomes } = await serve({ selectSubprotocol });
    expect((await ask(offer('a'))).slice(0, 12)).toBe('HTTP/1.1 500');
    expect(outcomes.all).toMatchObject([
      { guard: 'authorizationThrew', clause: 'rfc9110/15.6.1/internal-error', error: expect.any(TypeError) },
    ]);
  });

  test('is asked once the opening is authorized, and told of it', async () => {
    const order: unknown[] = [];
    const { dial, connections } = await serve({
      authentication: bearer(() => order.push('verify') > 0),
      authorize() {
        order.push('authorize');
        return accept();
      },
      selectSubprotocol(offered: readonly string[], request: AuthorizeRequest) {
        order.push(offered, request.path, request.credential);
        return 'a';
      },
    });
    await (await dial()).send(offer('a, b').replace('Host', 'Authorization: Bearer x\r\nHost'));
    await connections.take();
    expect(order).toEqual(['verify', 'authorize', ['a', 'b'], '/chat', 'x']);
  });

  test.each([
    ['the opening is refused', { authorize: () => refuse(403) }, offer('a')],
    [
      'the credential is wrong',
      { authentication: bearer('right') },
      offer('a').replace('Host', 'Authorization: Bearer wrong\r\nHost'),
    ],
    ['the credential is absent', { authentication: bearer('right') }, offer('a')],
    ['a fault comes first', { paths: ['/other'] }, offer('a')],
  ])('is not asked where %s', async (_, options, octets) => {
    const selectSubprotocol = vi.fn(() => 'a');
    const { ask } = await serve({ selectSubprotocol, ...options });
    await ask(octets);
    expect(selectSubprotocol).not.toHaveBeenCalled();
  });

  test.each([
    ['nothing is offered', {}, opening],
    ['authorize has chosen', { authorize: () => accept({ subprotocol: 'a' }) }, offer('a')],
    ['authorize has chosen none', { authorize: () => accept({ subprotocol: null }) }, offer('a')],
  ])('is not asked where %s', async (_, options, octets) => {
    const selectSubprotocol = vi.fn(() => 'a');
    const { dial, connections } = await serve({ selectSubprotocol, ...options });
    await (await dial()).send(octets);
    await connections.take();
    expect(selectSubprotocol).not.toHaveBeenCalled();
  });
});
