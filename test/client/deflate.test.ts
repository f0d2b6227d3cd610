import { describe, expect, test } from 'vitest';
import { connect, type DeflateOffer, type HandshakeOptions } from '../../src/client/index.ts';
import { prepare } from '../../src/client/prepare.ts';
import { plainDeflate } from '../negotiation/element.ts';
import { acceptance } from './scripted-server.ts';
import { answer } from './start.ts';

const answering = (...answers: readonly string[]) =>
  acceptance.replace(
    '{accept}',
    ['{accept}', ...answers.map((each) => `Sec-WebSocket-Extensions: ${each}`)].join('\r\n'),
  );

/** A handshake that offers and is answered. */
function negotiate(permessageDeflate: boolean | readonly DeflateOffer[], ...answers: readonly string[]) {
  return answer(answering(...answers), { permessageDeflate });
}

describe('what is offered', () => {
  test.each<[string, HandshakeOptions, string | null]>([
    ['nothing by default', {}, null],
    ['nothing', { permessageDeflate: false }, null],
    ['nothing of an empty list', { permessageDeflate: [] }, null],
    ['one offer', { permessageDeflate: true }, 'permessage-deflate; client_max_window_bits'],
    ['an offer without parameters', { permessageDeflate: [{}] }, 'permessage-deflate'],
    [
      'several, in their order',
      {
        permessageDeflate: [
          { serverNoContextTakeover: true, clientNoContextTakeover: true },
          { serverMaxWindowBits: 10, clientMaxWindowBits: 9 },
          {},
        ],
      },
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover, ' +
        'permessage-deflate; server_max_window_bits=10; client_max_window_bits=9, permessage-deflate',
    ],
  ])('%s', (_, options, offered) => {
    const { text } = prepare('ws://a/', options, 'key');
    expect(/^Sec-WebSocket-Extensions: (.*)\r$/m.exec(text)?.[1] ?? null).toBe(offered);
  });

  test.each<[string, readonly DeflateOffer[], string, string]>([
    [
      'a window of the server that is none',
      [{}, { serverMaxWindowBits: 7 }],
      'rfc7692/7.1.2.1/server-bits-grammar',
      'permessageDeflate: serverMaxWindowBits is 7: a whole number from 8 to 15 was expected (RFC 7692 §7.1.2.1)',
    ],
    [
      'a window of the client that is none',
      [{ clientMaxWindowBits: 16 }],
      'rfc7692/7.1.2.2/client-bits-grammar',
      'permessageDeflate: clientMaxWindowBits is 16: a whole number from 8 to 15 was expected (RFC 7692 §7.1.2.2)',
    ],
  ])('%s is refused before anything is sent', async (_, permessageDeflate, clause, message) => {
    const connecting = connect('ws://127.0.0.1:1/', { permessageDeflate });
    await expect(connecting).rejects.toMatchObject({ phase: 'input', clause, message });
  });
});

describe('what is agreed', () => {
  test.each<[string, boolean | readonly DeflateOffer[], string[], object]>([
    [
      'what the answer says',
      [{ serverMaxWindowBits: 9 }, { clientMaxWindowBits: true }],
      [
        'permessage-deflate; client_max_window_bits=10; server_max_window_bits=12; server_no_context_takeover',
      ],
      { ...plainDeflate, clientMaxWindowBits: 10, serverMaxWindowBits: 12, serverNoContextTakeover: true },
    ],
    [
      'what the client has announced of itself counts without an answer',
      [{ clientMaxWindowBits: 9, clientNoContextTakeover: true }],
      ['permessage-deflate'],
      { ...plainDeflate, clientMaxWindowBits: 9, clientNoContextTakeover: true },
    ],
    [
      'a smaller window in the answer counts more',
      [{ clientMaxWindowBits: 12 }, { clientMaxWindowBits: true }],
      ['permessage-deflate; client_max_window_bits=10'],
      { ...plainDeflate, clientMaxWindowBits: 10 },
    ],
    [
      'a larger one counts less',
      [{ clientMaxWindowBits: 12 }],
      ['permessage-deflate; client_max_window_bits=15'],
      { ...plainDeflate, clientMaxWindowBits: 12 },
    ],
  ])('%s', async (_, offer, answers, deflate) => {
    const { connection, events } = await negotiate(offer, ...answers);
    expect((await connection).deflate).toEqual(deflate);
    expect(events).toEqual(['open']);
  });

  test('the extensions of the reply stand beside it', async () => {
    const { connection } = await negotiate(true, 'permessage-deflate; client_max_window_bits=10');
    expect((await connection).extensions).toEqual([
      { name: 'permessage-deflate', parameters: [{ name: 'client_max_window_bits', value: '10' }] },
    ]);
  });

  test('nothing, where the offer is declined', async () => {
    const { connection } = await negotiate(true);
    expect(await connection).toMatchObject({ deflate: null, extensions: [] });
  });
});

describe('an answer that does not fit what was offered', () => {
  test('closes the connection', async () => {
    const { failure, events } = await negotiate([{}, {}], 'permessage-deflate', 'permessage-deflate');
    expect(await failure).toMatchObject({ state: 'closed', phase: 'upgrade', guard: 'extensionIsRepeated' });
    expect(events).toEqual(['error', 'close']);
  });

  test('the message has the answer and the offer', async () => {
    const { failure } = await negotiate(true, 'permessage-deflate; x=1');
    expect((await failure).message).toBe(
      'Sec-WebSocket-Extensions is "permessage-deflate; x=1", where an answer to the offered ' +
        'extensions was expected: permessage-deflate; client_max_window_bits (RFC 7692 §7)',
    );
  });

  test('the message says that nothing was offered', async () => {
    const { failure } = await negotiate(false, 'x');
    expect((await failure).message).toBe(
      'Sec-WebSocket-Extensions is "x", where no such field was expected, because the client offered none (RFC 6455 §4.1)',
    );
  });
});
