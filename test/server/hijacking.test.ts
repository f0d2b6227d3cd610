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
import { serve } from './serve.ts';

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
