import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/9/extensions-accepted'), () => {
  test.each([
    ['one', 'permessage-deflate'],
    ['two', 'foo, bar; baz'],
    ['the same twice', 'permessage-deflate; server_no_context_takeover, permessage-deflate'],
  ])('accepted with none of those offered: %s', async (_, offer) => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Extensions': offer }));
    expect(answer).toMatchObject({ ...accepted, facts: { extensions: 'offered' } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });
});
