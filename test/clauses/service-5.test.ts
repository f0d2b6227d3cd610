import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('service/5.4/origin-absent'), () => {
  test('accepted: no Origin', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, facts: { origin: 'absent' } });
  });

  test.each(['http://example.com', 'https://example.com:8443', 'null'])(
    'accepted: Origin %s',
    async (value) => {
      expect(await server.ask(request({ Origin: value }))).toMatchObject({
        ...accepted,
        facts: { origin: 'allowed' },
      });
    },
  );
});
