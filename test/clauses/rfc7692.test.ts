import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, closed, hear, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const compressing = shareServer({ permessageDeflate: { clientMaxWindowBits: 11 } });
const offering = (...lines: readonly string[]) => request({ 'Sec-WebSocket-Extensions': lines });

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

describe(clause('rfc7692/5/answered-once'), () => {
  test.each([
    ['two offers', ['permessage-deflate, permessage-deflate']],
    ['two lines', ['permessage-deflate', 'permessage-deflate']],
    ['ten offers', [Array(10).fill('permessage-deflate').join(', ')]],
  ])('accepted with one element: %s', async (_, lines) => {
    expect(await compressing.ask(offering(...lines))).toMatchObject({
      ...{ ...accepted, fields: { 'sec-websocket-extensions': ['permessage-deflate'] } },
      connection: { extensions: [{ name: 'permessage-deflate', parameters: [] }] },
    });
  });
});

describe(clause('rfc7692/7/configuration-unsupported'), () => {
  test('declined, and the next offer is taken', async () => {
    const offer =
      'permessage-deflate; server_max_window_bits=8, permessage-deflate; server_max_window_bits=9';
    const { fields } = await compressing.ask(offering(offer));
    expect(fields['sec-websocket-extensions']).toEqual(['permessage-deflate; server_max_window_bits=9']);
  });
});

describe(clause('rfc7692/7.1.2.2/client-bits-unoffered'), () => {
  test.each([
    [
      'offered without a value',
      'permessage-deflate; client_max_window_bits',
      'permessage-deflate; client_max_window_bits=11',
    ],
    [
      'offered with a smaller one',
      'permessage-deflate; client_max_window_bits=9',
      'permessage-deflate; client_max_window_bits=9',
    ],
    ['not offered', 'permessage-deflate', 'permessage-deflate'],
  ])('client_max_window_bits %s', async (_, offer, answer) => {
    const { fields } = await compressing.ask(offering(offer));
    expect(fields['sec-websocket-extensions']).toEqual([answer]);
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
