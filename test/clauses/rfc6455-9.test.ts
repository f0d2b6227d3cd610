import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, hear, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const compressing = shareServer({ permessageDeflate: true });
const offering = (offer: string) => request({ 'Sec-WebSocket-Extensions': offer });

describe(clause('rfc6455/9/extensions-requested'), () => {
  test('sent: none by default', async () => {
    expect((await hear(reply())).sent).not.toMatch(/^sec-websocket-extensions:/im);
  });

  test('sent: the one that the user asks for', async () => {
    const { sent } = await hear(reply(), { permessageDeflate: [{}] });
    expect(sent.match(/^Sec-WebSocket-Extensions:.*$/gim)).toEqual([
      'Sec-WebSocket-Extensions: permessage-deflate',
    ]);
  });
});

describe(clause('rfc6455/9/extensions-accepted'), () => {
  test.each([
    ['one', 'permessage-deflate'],
    ['two', 'foo, bar; baz'],
    ['the same twice', 'permessage-deflate; server_no_context_takeover, permessage-deflate'],
  ])('accepted with none of those offered: %s', async (_, offer) => {
    const answer = await server.ask(offering(offer));
    expect(answer).toMatchObject({ ...accepted, facts: { extensions: 'declined' } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });

  test.each([
    ['all', 'permessage-deflate'],
    ['some', 'foo, permessage-deflate, bar; baz'],
  ])('accepted with %s of those offered', async (_, offer) => {
    expect(await compressing.ask(offering(offer))).toMatchObject({
      ...{ ...accepted, fields: { 'sec-websocket-extensions': ['permessage-deflate'] } },
      facts: { extensions: 'agreed' },
    });
  });
});

describe(clause('rfc6455/9/parameters-by-specification'), () => {
  test.each([
    ['permessage-deflate; server_no_context_takeover', 'permessage-deflate; server_no_context_takeover'],
    ['permessage-deflate; server_max_window_bits=9', 'permessage-deflate; server_max_window_bits=9'],
    ['permessage-deflate; client_max_window_bits=9', 'permessage-deflate'],
  ])('to %s: %s', async (offer, answer) => {
    const { fields } = await compressing.ask(offering(offer));
    expect(fields['sec-websocket-extensions']).toEqual([answer]);
  });

  test.each(['permessage-deflate; server_max_window_bits', 'permessage-deflate; server_max_window_bits=7'])(
    'to %s: nothing',
    async (offer) => {
      const answer = await compressing.ask(offering(offer));
      expect(answer).toMatchObject(accepted);
      expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
    },
  );
});

describe(clause('rfc6455/9.1/offer-order'), () => {
  const [wide, narrow] = ['permessage-deflate', 'permessage-deflate; server_max_window_bits=9'];

  test.each([
    [wide, `${wide}, ${narrow}`],
    [narrow, `${narrow}, ${wide}`],
    [narrow, `foo, permessage-deflate; bar, ${narrow}, ${wide}`],
  ])('%s is taken of: %s', async (answer, offer) => {
    const { fields } = await compressing.ask(offering(offer));
    expect(fields['sec-websocket-extensions']).toEqual([answer]);
  });

  test('the same over several lines', async () => {
    const { fields } = await compressing.ask(request({ 'Sec-WebSocket-Extensions': [narrow, wide] }));
    expect(fields['sec-websocket-extensions']).toEqual([narrow]);
  });
});
