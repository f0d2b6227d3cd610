import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/5.5.2/pong'), () => {
  test('a masked ping is answered by a pong', async () => {
    expect(await server.ask(request())).toMatchObject({ status: 101, pong: '8a00' });
  });
});
