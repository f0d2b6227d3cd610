import { expect, test } from 'vitest';
import { places, secret } from './credential-place.ts';
import { file, run, serve } from './run.ts';

/** Whole runs, of servers that need something of every request. */

async function verify(config: object, ...args: readonly string[]) {
  const { url } = await serve('--config', file('config.json', JSON.stringify(config)));
  return run('verify', 'server', url, '--seed', '3', '--runs', '2', '--level', 'should', ...args);
}

test.each(places)('--auth, %s: 0, and no report tells it', async (_what, method, auth) => {
  const { code, out, err } = await verify({ authentication: [method] }, '--auth', auth, '--json', '-');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ findings: [], declared: { auth: expect.any(String) } });
  expect(out).not.toContain(secret);
});

test('--origin: an allowlist that is enforced is 0', async () => {
  const origins = ['https://a.test', 'https://b.test'];
  expect((await verify({ origins }, '--origin', origins.join(', '))).code).toBe(0);
});

test('--subprotocol-required: who offers none is refused, 0', async () => {
  const config = { subprotocols: ['v1'], subprotocolRequired: true };
  expect((await verify(config, '--subprotocol', 'v1', '--subprotocol-required')).code).toBe(0);
});
