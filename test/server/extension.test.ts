import { describe, expect, test } from 'vitest';
import { accept } from '../../src/server/index.ts';
import { plainDeflate } from '../negotiation/element.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';

const offer = (...lines: readonly string[]) =>
  opening.replace(
    'Upgrade:',
    `${lines.map((line) => `Sec-WebSocket-Extensions: ${line}\r\n`).join('')}Upgrade:`,
  );

describe('permessage-deflate is agreed in one element of the reply', () => {
  test.each([
    [
      'what is asked for',
      true,
      [
        'permessage-deflate; server_no_context_takeover; server_max_window_bits=10; client_no_context_takeover',
      ],
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10',
      {
        ...plainDeflate,
        serverNoContextTakeover: true,
        clientNoContextTakeover: true,
        serverMaxWindowBits: 10,
      },
    ],
    [
      'what the server wants',
      { serverMaxWindowBits: 12, clientMaxWindowBits: 11, serverNoContextTakeover: true },
      ['permessage-deflate; client_max_window_bits'],
      'permessage-deflate; server_no_context_takeover; server_max_window_bits=12; client_max_window_bits=11',
      { ...plainDeflate, serverNoContextTakeover: true, serverMaxWindowBits: 12, clientMaxWindowBits: 11 },
    ],
    [
      'beside others, on several lines',
      true,
      ['foo; a=1', 'bar, permessage-deflate'],
      'permessage-deflate',
      plainDeflate,
    ],
  ])('%s', async (_, permessageDeflate, lines, answer, deflate) => {
    const { connections, outcomes, open } = await serve({ permessageDeflate });
    expect(await open(offer(...lines))).toBe(
      acceptance.replace(/\r\n$/, `Sec-WebSocket-Extensions: ${answer}\r\n\r\n`),
    );
    const connection = await connections.take();
    expect(connection.deflate).toEqual(deflate);
    expect(connection.extensions.map(({ name }) => name)).toEqual(['permessage-deflate']);
    expect(outcomes.all).toMatchObject([{ facts: { extensions: 'agreed' } }]);
  });

  test('behind a subprotocol, before the fields of the application', async () => {
    const { open } = await serve({
      permessageDeflate: true,
      subprotocols: ['chat'],
      authorize: () => accept({ headers: [['A', 'b']] }),
    });
    expect(
      await open(offer('permessage-deflate').replace('Host', 'Sec-WebSocket-Protocol: chat\r\nHost')),
    ).toBe(
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
    ['with a window that cannot be kept to', true, 'permessage-deflate; server_max_window_bits=8'],
  ])('%s', async (_, permessageDeflate, line) => {
    const { connections, outcomes, open } = await serve(
      permessageDeflate === undefined ? {} : { permessageDeflate },
    );
    expect(await open(offer(line))).toBe(acceptance);
    expect(await connections.take()).toMatchObject({ extensions: [], deflate: null });
    expect(outcomes.all).toMatchObject([{ facts: { extensions: 'declined' } }]);
  });

  test('nothing is answered to who offers nothing', async () => {
    const { connections, open } = await serve({ permessageDeflate: { serverNoContextTakeover: true } });
    expect(await open(opening)).toBe(acceptance);
    expect(await connections.take()).toMatchObject({ extensions: [], deflate: null });
  });
});

describe('what is no list of extensions is refused, wanted or not', () => {
  test.each(['', 'permessage-deflate, ;'])('400: %j', async (line) => {
    const wanting = await serve({ permessageDeflate: true });
    expect(await wanting.ask(offer(line))).toBe(badRequest);
    expect(wanting.outcomes.all).toMatchObject([{ guard: 'extensionsAreMalformed' }]);
    const other = await serve();
    expect(await other.ask(offer(line))).toBe(badRequest);
  });
});
