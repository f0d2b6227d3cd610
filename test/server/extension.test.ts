import { describe, expect, test } from 'vitest';
import { accept } from '../../src/server/index.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

const offer = (...lines: readonly string[]) =>
  opening.replace(
    'Upgrade:',
    `${lines.map((line) => `Sec-WebSocket-Extensions: ${line}\r\n`).join('')}Upgrade:`,
  );

const agreed = {
  serverNoContextTakeover: false,
  clientNoContextTakeover: false,
  serverMaxWindowBits: 15,
  clientMaxWindowBits: 15,
};

describe('permessage-deflate is agreed in one element of the reply', () => {
  test.each([
    ['plain', true, ['permessage-deflate'], 'permessage-deflate', agreed],
    ['wanted with no terms', {}, ['permessage-deflate'], 'permessage-deflate', agreed],
    [
      'a hint that nobody needs',
      true,
      ['permessage-deflate; client_max_window_bits'],
      'permessage-deflate',
      agreed,
    ],
    [
      'what is asked for',
      true,
      [
        'permessage-deflate; server_no_context_takeover; server_max_window_bits=10; client_no_context_takeover',
      ],
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10',
      { ...agreed, serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 10 },
    ],
    [
      'what the server wants',
      { serverMaxWindowBits: 12, clientMaxWindowBits: 11, serverNoContextTakeover: true },
      ['permessage-deflate; client_max_window_bits'],
      'permessage-deflate; server_no_context_takeover; server_max_window_bits=12; client_max_window_bits=11',
      { ...agreed, serverNoContextTakeover: true, serverMaxWindowBits: 12, clientMaxWindowBits: 11 },
    ],
    [
      'what the server wants, as far as it is offered',
      { clientMaxWindowBits: 11 },
      ['permessage-deflate'],
      'permessage-deflate',
      agreed,
    ],
    [
      'the first of two',
      true,
      ['permessage-deflate; server_max_window_bits=9, permessage-deflate'],
      'permessage-deflate; server_max_window_bits=9',
      { ...agreed, serverMaxWindowBits: 9 },
    ],
    [
      'the first that can be met',
      true,
      ['permessage-deflate; server_max_window_bits=8, permessage-deflate; foo, permessage-deflate'],
      'permessage-deflate',
      agreed,
    ],
    [
      'beside others, on several lines',
      true,
      ['foo; a=1', 'bar, permessage-deflate'],
      'permessage-deflate',
      agreed,
    ],
    [
      'a value in quotes',
      true,
      ['permessage-deflate; server_max_window_bits="10"'],
      'permessage-deflate; server_max_window_bits=10',
      { ...agreed, serverMaxWindowBits: 10 },
    ],
  ])('%s', async (_, permessageDeflate, lines, answer, deflate) => {
    const { dial, connections, outcomes } = await serve({ permessageDeflate });
    const peer = await dial();
    await peer.send(offer(...lines));
    expect(await peer.until('\r\n\r\n')).toBe(
      acceptance.replace(/\r\n$/, `Sec-WebSocket-Extensions: ${answer}\r\n\r\n`),
    );
    const connection = await connections.take();
    expect(connection.deflate).toEqual(deflate);
    expect(connection.extensions.map(({ name }) => name)).toEqual(['permessage-deflate']);
    expect(outcomes.all).toMatchObject([{ facts: { extensions: 'agreed' } }]);
  });

  test('behind a subprotocol, before the fields of the application', async () => {
    const { dial } = await serve({
      permessageDeflate: true,
      subprotocols: ['chat'],
      authorize: () => accept({ headers: [['A', 'b']] }),
    });
    const peer = await dial();
    await peer.send(offer('permessage-deflate').replace('Host', 'Sec-WebSocket-Protocol: chat\r\nHost'));
    expect(await peer.until('\r\n\r\n')).toBe(
      acceptance.replace(
        /\r\n$/,
        'Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\nA: b\r\n\r\n',
      ),
    );
  });
});

describe('an offer is declined by leaving it out', () => {
  test.each([
    ['where it is not wanted by default', undefined, 'permessage-deflate'],
    ['where it is not wanted', false, 'permessage-deflate; client_max_window_bits'],
    ['that names another extension', true, 'x-webkit-deflate-frame'],
    ['whose name is in other letter case', true, 'Permessage-Deflate'],
    ['with a parameter that is not known', true, 'permessage-deflate; foo'],
    ['with a parameter twice', true, 'permessage-deflate; client_max_window_bits; client_max_window_bits'],
    ['with a value that is none', true, 'permessage-deflate; server_max_window_bits=16'],
    ['without a value', true, 'permessage-deflate; server_max_window_bits'],
    ['with a value where none belongs', true, 'permessage-deflate; server_no_context_takeover=1'],
    ['with a window that cannot be kept to', true, 'permessage-deflate; server_max_window_bits=8'],
    ['named __proto__', true, '__proto__, constructor; toString'],
  ])('%s', async (_, permessageDeflate, line) => {
    const { dial, connections, outcomes } = await serve(
      permessageDeflate === undefined ? {} : { permessageDeflate },
    );
    const peer = await dial();
    await peer.send(offer(line));
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(await connections.take()).toMatchObject({ extensions: [], deflate: null });
    expect(outcomes.all).toMatchObject([{ facts: { extensions: 'declined' } }]);
  });

  test('nothing is answered to who offers nothing', async () => {
    const { dial, connections } = await serve({ permessageDeflate: { serverNoContextTakeover: true } });
    const peer = await dial();
    await peer.send(opening);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(await connections.take()).toMatchObject({ extensions: [], deflate: null });
  });
});

describe('what is no list of extensions is refused, wanted or not', () => {
  test.each([
    ['an empty field', ''],
    ['an empty parameter', 'permessage-deflate;'],
    ['a value missing', 'permessage-deflate; server_max_window_bits='],
    ['a space in a name', 'permessage deflate'],
    ['behind a good offer', 'permessage-deflate, ;'],
    ['a quoted value that is no token', 'permessage-deflate; server_max_window_bits="1 0"'],
  ])('400: %s', async (_, line) => {
    const wanting = await serve({ permessageDeflate: true });
    expect(await wanting.ask(offer(line))).toBe(badRequest);
    expect(wanting.outcomes.all).toMatchObject([{ guard: 'extensionsAreMalformed' }]);
    const other = await serve();
    expect(await other.ask(offer(line))).toBe(badRequest);
  });
});
