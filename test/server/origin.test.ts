import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import {
  basic,
  bearer,
  cookie,
  firstMessage,
  type ListenOptions,
  queryToken,
  subprotocolToken,
} from '../../src/server/index.ts';
import { acceptance, opening, refusal, serve } from './serve.ts';

const withOrigin = (...values: readonly string[]) =>
  opening.replace('Upgrade:', `${values.map((value) => `Origin: ${value}\r\n`).join('')}Upgrade:`);

const forbidden = refusal('403 Forbidden');

const origins = ['https://a.example', 'http://a.example:8080', 'https://*.b.example', 'null'];

describe('with an allowlist', () => {
  test('accepted: one that is on it', async () => {
    const { open, outcomes } = await serve({ origins });
    expect(await open(withOrigin('https://a.example'))).toBe(acceptance);
    expect(await outcomes.take()).toMatchObject({ type: 'accepted', facts: { origin: 'allowed' } });
  });

  test.each([
    ['one that is not on it', 'https://c.example', 'originIsForeign', 'service/5.4/origin-allowlist'],
    ['what is none', 'https://a.example/', 'originIsMalformed', 'rfc6455/4.2.2/origin-refused'],
    ['nothing', '', 'originIsMalformed', 'rfc6455/4.2.2/origin-refused'],
  ])('403: %s', async (_, origin, guard, clause) => {
    const { ask, outcomes, connections } = await serve({ origins });
    expect(await ask(withOrigin(origin))).toBe(forbidden);
    expect(outcomes.all).toMatchObject([{ type: 'refused', guard, clause, status: 403 }]);
    expect(connections.all).toEqual([]);
  });

  test.each([
    ['both welcome', ['https://a.example', 'https://a.example']],
    ['the second foreign', ['https://a.example', 'https://c.example']],
    ['the first foreign', ['https://c.example', 'https://a.example']],
  ])('403: two lines, %s', async (_, values) => {
    const { ask, outcomes } = await serve({ origins });
    expect(await ask(withOrigin(...values))).toBe(forbidden);
    expect(outcomes.all).toMatchObject([
      { guard: 'originIsRepeated', clause: 'rfc6455/4.2.2/origin-refused' },
    ]);
  });

  test('an absent one is accepted by default', async () => {
    const { open } = await serve({ origins });
    expect(await open(opening)).toBe(acceptance);
  });

  test('an absent one is refused where it is required', async () => {
    const { ask, outcomes, open } = await serve({ origins, originRequired: true });
    expect(await ask(opening)).toBe(forbidden);
    expect(outcomes.all).toMatchObject([{ guard: 'originIsAbsent', clause: 'service/5.4/origin-required' }]);
    expect(await open(withOrigin('https://a.example'))).toBe(acceptance);
  });
});

describe('without an allowlist every origin is welcome', () => {
  test.each([
    ['one', ['https://anyone.example']],
    ['null', ['null']],
    ['what is none', ['?']],
    ['two', ['https://a.example', 'https://b.example']],
  ])('accepted: %s', async (_, values) => {
    const { open } = await serve();
    expect(await open(withOrigin(...values))).toBe(acceptance);
  });
});

describe('the warning of hijacking', () => {
  /** The codes of what the process is warned of while a server with the options starts. */
  async function warnings(options: Partial<ListenOptions>): Promise<readonly unknown[]> {
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await serve(options);
    const calls = emitted.mock.calls.map(([, more]) => more);
    emitted.mockRestore();
    return calls;
  }
  const hijacking = { type: 'SecurityWarning', code: 'WS101_HIJACKING' };
  const tokens = [bearer('a'), queryToken('b'), subprotocolToken('c'), firstMessage('d')];

  test.each([
    ['a cookie', { authentication: cookie('a', 'b') }],
    ['two cookies', { authentication: [cookie('a', 'b'), cookie('c', 'd')] }],
    ['a cookie among others', { authentication: [...tokens, cookie('a', 'b')] }],
    ['Basic, which browsers send again unasked', { authentication: basic('a:b') }],
  ])('once for %s without an allowlist', async (_, options) => {
    expect(await warnings(options)).toEqual([hijacking]);
  });

  test.each([
    ['a cookie and an allowlist', { authentication: cookie('a', 'b'), origins: ['https://a.example'] }],
    ['a cookie and an empty allowlist', { authentication: cookie('a', 'b'), origins: [] }],
    ['other methods', { authentication: tokens }],
    ['no authentication', {}],
  ])('none for %s', async (_, options) => {
    expect(await warnings(options)).toEqual([]);
  });

  test('is a warning of the process that says what to do', async () => {
    const warned = once(process, 'warning');
    await serve({ authentication: cookie('a', 'b') });
    const [warning] = await warned;
    expect(warning).toMatchObject({
      name: 'SecurityWarning',
      code: 'WS101_HIJACKING',
      message:
        'this server accepts credentials that browsers send by themselves (cookies, Basic), but has no allowlist of ' +
        "origins. So other websites can open connections in their visitors' names (cross-site WebSocket hijacking, RFC 6455 " +
        '§10.2). Set the option origins.',
    });
  });
});
