import { describe, expect, test } from 'vitest';
import { connect, type DeflateOffer, type HandshakeOptions } from '../../src/client/index.ts';
import { prepare } from '../../src/client/prepare.ts';
import { acceptance, script } from './scripted-server.ts';
import { start } from './start.ts';

const plain = {
  serverNoContextTakeover: false,
  clientNoContextTakeover: false,
  serverMaxWindowBits: 15,
  clientMaxWindowBits: 15,
};

const answering = (...answers: readonly string[]) =>
  acceptance.replace(
    '{accept}',
    ['{accept}', ...answers.map((answer) => `Sec-WebSocket-Extensions: ${answer}`)].join('\r\n'),
  );

/** A handshake that offers and is answered. */
async function negotiate(
  permessageDeflate: boolean | readonly DeflateOffer[],
  ...answers: readonly string[]
) {
  const server = await script();
  const started = start(server.url, { permessageDeflate });
  await (await server.peers.take()).reply(answering(...answers));
  return started;
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
    ['the bare name', true, ['permessage-deflate'], plain],
    [
      'windows of both sides',
      true,
      ['permessage-deflate; client_max_window_bits=10; server_max_window_bits=12'],
      { ...plain, clientMaxWindowBits: 10, serverMaxWindowBits: 12 },
    ],
    [
      'no context on either side, unasked',
      true,
      ['permessage-deflate; server_no_context_takeover; client_no_context_takeover'],
      { ...plain, serverNoContextTakeover: true, clientNoContextTakeover: true },
    ],
    ['the second of two offers', [{ serverMaxWindowBits: 9 }, {}], ['permessage-deflate'], plain],
    [
      'what the client has announced of itself counts without an answer',
      [{ clientMaxWindowBits: 9, clientNoContextTakeover: true }],
      ['permessage-deflate'],
      { ...plain, clientMaxWindowBits: 9, clientNoContextTakeover: true },
    ],
    [
      'a smaller window in the answer counts more',
      [{ clientMaxWindowBits: 12 }, { clientMaxWindowBits: true }],
      ['permessage-deflate; client_max_window_bits=10'],
      { ...plain, clientMaxWindowBits: 10 },
    ],
    [
      'a larger one counts less',
      [{ clientMaxWindowBits: 12 }],
      ['permessage-deflate; client_max_window_bits=15'],
      { ...plain, clientMaxWindowBits: 12 },
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

describe('an answer that does not fit what was offered: closed', () => {
  test.each<[string, boolean | readonly DeflateOffer[], string[], string, string]>([
    [
      'nothing was offered',
      false,
      ['permessage-deflate'],
      'extensionIsUnoffered',
      'rfc6455/4.1/extension-offered',
    ],
    [
      'another extension',
      true,
      ['permessage-deflate, x'],
      'extensionIsUnoffered',
      'rfc6455/4.1/extension-offered',
    ],
    [
      'twice in a line',
      true,
      ['permessage-deflate, permessage-deflate'],
      'extensionIsRepeated',
      'rfc7692/5/answered-twice',
    ],
    [
      'over two lines',
      [{}, {}],
      ['permessage-deflate', 'permessage-deflate'],
      'extensionIsRepeated',
      'rfc7692/5/answered-twice',
    ],
    [
      'a parameter that is none',
      true,
      ['permessage-deflate; x'],
      'extensionParameterIsUndefined',
      'rfc7692/7/answer-parameter-undefined',
    ],
    [
      'a parameter twice',
      true,
      ['permessage-deflate; server_no_context_takeover; server_no_context_takeover'],
      'extensionParameterIsRepeated',
      'rfc7692/7/answer-parameter-repeated',
    ],
    [
      'a value that is none',
      true,
      ['permessage-deflate; server_max_window_bits=16'],
      'extensionParameterIsInvalid',
      'rfc7692/7/answer-parameter-invalid',
    ],
    [
      'no value where one belongs',
      true,
      ['permessage-deflate; client_max_window_bits'],
      'extensionParameterIsInvalid',
      'rfc7692/7/answer-parameter-invalid',
    ],
    [
      'no server_no_context_takeover, which was asked for',
      [{ serverNoContextTakeover: true }],
      ['permessage-deflate'],
      'extensionServerTakeoverIsMissing',
      'rfc7692/7.1.1.1/server-takeover-missing',
    ],
    [
      'no server_max_window_bits, which was asked for',
      [{ serverMaxWindowBits: 10 }],
      ['permessage-deflate'],
      'extensionServerBitsAreMissing',
      'rfc7692/7.1.2.1/server-bits-missing',
    ],
    [
      'a larger window than was asked for',
      [{ serverMaxWindowBits: 10 }],
      ['permessage-deflate; server_max_window_bits=11'],
      'extensionServerBitsAreLarger',
      'rfc7692/7.1.2.1/server-bits-larger',
    ],
    [
      'a window of the client that was not offered',
      [{}],
      ['permessage-deflate; client_max_window_bits=10'],
      'extensionClientBitsAreUnoffered',
      'rfc7692/7.1.2.2/answer-bits-unoffered',
    ],
    [
      'what is no list',
      true,
      ['permessage-deflate;'],
      'extensionsAreMalformed',
      'rfc6455/9.1/reply-extension-grammar',
    ],
  ])('%s', async (_, offer, answers, guard, clause) => {
    const { failure, events } = await negotiate(offer, ...answers);
    expect(await failure).toMatchObject({ state: 'closed', phase: 'upgrade', guard, clause });
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
