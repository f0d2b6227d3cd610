import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, closed, hear, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc7692/5/declined-by-omission'), () => {
  test.each([
    'permessage-deflate',
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; server_max_window_bits=8; server_no_context_takeover',
    'permessage-deflate; server_max_window_bits=99, permessage-deflate',
  ])('accepted without it: %s', async (offer) => {
    const answer = await server.ask(request({ 'Sec-WebSocket-Extensions': offer }));
    expect(answer).toMatchObject(accepted);
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });
});

describe(clause('rfc7692/5/answer-unoffered'), () => {
  test.each([
    'permessage-deflate',
    'permessage-deflate; server_no_context_takeover; client_max_window_bits=15',
    'permessage-deflate, permessage-deflate',
  ])('closed: %s', async (value) => {
    expect(await hear(reply({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(
      closed('rfc6455/4.1/extension-offered', 'extensionIsUnoffered'),
    );
  });
});
