import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { closed, hear, opened, reply } from './peer.ts';

const asking = { permessageDeflate: [{ serverNoContextTakeover: true, serverMaxWindowBits: 12 }] };
const fitting = 'permessage-deflate; server_no_context_takeover; server_max_window_bits=12';
const answered = (...lines: readonly string[]) => hear(reply({ 'Sec-WebSocket-Extensions': lines }), asking);

test.each([fitting, `${fitting}; client_no_context_takeover`, fitting.replace('12', '"9"')])(
  'a reply that fits the offer opens the connection: %s',
  async (value) => {
    expect(await answered(value)).toMatchObject(opened);
  },
);

test('so does one that leaves the offer out', async () => {
  expect(await hear(reply(), asking)).toMatchObject(opened);
});

describe(clause('rfc7692/5/answered-twice'), () => {
  test.each([[[`${fitting}, ${fitting}`]], [[fitting, fitting]], [[fitting, 'permessage-deflate']]])(
    'closed: %j',
    async (lines) => {
      const told = closed('rfc7692/5/answered-twice', 'extensionIsRepeated');
      expect(await answered(...lines)).toMatchObject(told);
    },
  );
});

describe('an answer that breaks a rule closes the connection under its clause', () => {
  test.each([
    [`${fitting}; foo`, 'rfc7692/7/answer-parameter-undefined', 'extensionParameterIsUndefined'],
    [
      `${fitting}; server_no_context_takeover`,
      'rfc7692/7/answer-parameter-repeated',
      'extensionParameterIsRepeated',
    ],
    [fitting.replace('12', '012'), 'rfc7692/7/answer-parameter-invalid', 'extensionParameterIsInvalid'],
    [
      'permessage-deflate; server_max_window_bits=12',
      'rfc7692/7.1.1.1/server-takeover-missing',
      'extensionServerTakeoverIsMissing',
    ],
    [
      'permessage-deflate; server_no_context_takeover',
      'rfc7692/7.1.2.1/server-bits-missing',
      'extensionServerBitsAreMissing',
    ],
    [fitting.replace('12', '13'), 'rfc7692/7.1.2.1/server-bits-larger', 'extensionServerBitsAreLarger'],
    [
      `${fitting}; client_max_window_bits=12`,
      'rfc7692/7.1.2.2/answer-bits-unoffered',
      'extensionClientBitsAreUnoffered',
    ],
  ] as const)('%s: %s', async (value, id, guard) => {
    expect(await answered(value)).toMatchObject(closed(id, guard));
  });
});
