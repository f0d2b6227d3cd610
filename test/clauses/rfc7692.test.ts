import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../models/index.ts';
import { connect, toWebSocket } from '../../src/client/index.ts';
import type { DeflateTerms } from '../../src/negotiation/permessage-deflate.ts';
import { readFrames } from '../frames/frame.ts';
import { recordedText, recordUntilFinished } from '../recording-hop.ts';
import { serve } from '../server/serve.ts';
import { clause } from './clause.ts';
import { accepted, closed, hear, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const compressing = shareServer({ permessageDeflate: { clientMaxWindowBits: 11 } });
const unlimited = shareServer({ permessageDeflate: true });
const forgetful = shareServer({ permessageDeflate: { clientNoContextTakeover: true } });
const narrow = shareServer({ permessageDeflate: { clientMaxWindowBits: 9 } });
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

describe('an offer that breaks a rule is declined under its clause', () => {
  const bits = ['16', '010', '-9', '9.5', '0x9', '1e1'].map(
    (value) =>
      ['rfc7692/7/parameter-invalid', `permessage-deflate; server_max_window_bits=${value}`] as const,
  );

  test.each<readonly [ClauseId, string]>([
    ['rfc7692/5/declined-by-omission', 'x, permessage-deflate; foo'],
    ['rfc7692/7/parameter-undefined', 'permessage-deflate; constructor'],
    ['rfc7692/7/parameter-repeated', 'permessage-deflate; client_max_window_bits; client_max_window_bits'],
    ...bits,
    ['rfc7692/7/parameter-invalid', 'permessage-deflate; server_no_context_takeover=1'],
    ['rfc7692/7/parameter-invalid', 'permessage-deflate; client_no_context_takeover="x"'],
  ])('%s: %s', async (_, offer) => {
    const answer = await unlimited.ask(offering(offer));
    expect(answer).toMatchObject({ ...accepted, facts: { extensions: 'declined' } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-extensions');
  });
});

describe('an offer is answered on the terms of the server, under its clause', () => {
  test.each<readonly [ClauseId, DeflateTerms, string, string]>([
    [
      'rfc7692/7.1.1.2/client-takeover-answered',
      { clientNoContextTakeover: true },
      '',
      '; client_no_context_takeover',
    ],
    [
      'rfc7692/7.1.2.1/server-bits-echoed',
      {},
      '; server_max_window_bits="11"',
      '; server_max_window_bits=11',
    ],
    [
      'rfc7692/7.1.2.1/server-bits-not-larger',
      { serverMaxWindowBits: 12 },
      '; server_max_window_bits=15',
      '; server_max_window_bits=12',
    ],
    [
      'rfc7692/7.1.2.1/server-bits-not-larger',
      { serverMaxWindowBits: 12 },
      '; server_max_window_bits=10',
      '; server_max_window_bits=10',
    ],
    [
      'rfc7692/7.1.2.2/client-bits-value',
      { clientMaxWindowBits: 9 },
      '; client_max_window_bits=12',
      '; client_max_window_bits=9',
    ],
  ])('%s: on %j, permessage-deflate%s by permessage-deflate%s', async (_, terms, offered, answered) => {
    const { open } = await serve({ permessageDeflate: terms });
    const head = await open(offering(`permessage-deflate${offered}`));
    expect(head).toContain(`\r\nSec-WebSocket-Extensions: permessage-deflate${answered}\r\n`);
  });
});

const words = 'a message that is worth the trouble '.repeat(100);

/** The heads of the frames in which a client sends a text twice, to a server that echoes it. */
async function sendTwice(port: number, text: string) {
  const hop = await recordUntilFinished({ to: port });
  const connection = await connect(`ws://127.0.0.1:${hop.port}/chat`, { permessageDeflate: true });
  const webSocket = toWebSocket(connection);
  for (const _ of ['first', 'second']) {
    const echoed = once(webSocket, 'message');
    webSocket.send(text);
    expect(String((await echoed)[0])).toBe(text);
  }
  webSocket.terminate();
  const sent = recordedText(hop, 'sent');
  return readFrames(sent.slice(sent.indexOf('\r\n\r\n') + 4));
}

describe(clause('rfc7692/7.1.1.2/client-takeover-obeyed'), () => {
  test('answered with client_no_context_takeover: a message is compressed as the one before was', async () => {
    const [first, second] = await sendTwice(forgetful.port, words);
    expect(first?.rsv1).toBe(true);
    expect(first?.length).toBeLessThan(words.length / 4);
    expect(second).toEqual(first);
  });

  test('answered without it: a message is compressed with the one before in the window', async () => {
    const [first, second] = await sendTwice(unlimited.port, words);
    expect(second?.length).toBeLessThan(first?.length ?? 0);
  });
});

describe(clause('rfc7692/7.1.2.2/client-bits-obeyed'), () => {
  const noise = Array.from({ length: 16 }, (_, seed) =>
    createHash('sha256').update(String(seed)).digest('hex'),
  ).join('');

  test('answered with 9: what stands 1,024 octets back is out of the window', async () => {
    const [near] = await sendTwice(unlimited.port, noise + noise);
    const [far] = await sendTwice(narrow.port, noise + noise);
    expect([near?.rsv1, far?.rsv1]).toEqual([true, true]);
    expect(far?.length).toBeGreaterThan((near?.length ?? 0) * 1.5);
  });

  test('answered with 9: the window goes on from message to message', async () => {
    const [first, second] = await sendTwice(narrow.port, words);
    expect(first?.length).toBeLessThan(words.length / 4);
    expect(second?.length).toBeLessThan(first?.length ?? 0);
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
