import { describe, expect, test } from 'vitest';
import { serverRows } from '../../models/decisions/server.ts';
import { endpointOptions } from '../../src/explore/endpoint.ts';
import { viewRequest } from '../../src/explore/request-view.ts';
import { readList, type ServerSettings, serverFields, settle } from '../../src/explore/setting.ts';
import { readTyped } from '../../src/explore/typed-octets.ts';
import type { View } from '../../src/explore/view.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';
import { opening } from '../opening.ts';
import { serve } from '../server/serve.ts';

const valid = opening.replace('server.example.com', 'a').replaceAll('\r\n', '\n');

const edited = (from: string, to: string) => valid.replace(from, to);
const adding = (...lines: readonly string[]) => valid.replace('\n\n', `\n${lines.join('\n')}\n\n`);

async function view(text: string, given: Partial<ServerSettings> = {}): Promise<View> {
  const seen = await viewRequest(readTyped(text), settle(serverFields, given), new Date(0));
  if (typeof seen === 'string') throw new Error(seen);
  return seen;
}

const accepted = '101 Switching Protocols: the connection opens.';

const guards = (seen: View, state: string) =>
  seen.rows.filter((row) => row.state === state).map(({ guard }) => guard);

describe('a request that is accepted', () => {
  test('is decided by the last row, and opens the connection', async () => {
    const seen = await view(valid);
    expect(seen).toMatchObject({
      outcome: 'accepted',
      verdict: '101 Switching Protocols: the connection opens.',
      problem: null,
      clause: {
        id: 'rfc6455/4.2.2/status-101',
        source: 'RFC 6455 §4.2.2',
        url: 'https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2',
      },
      isUnfinished: false,
      notes: [],
      path: [
        { from: 'reading', event: 'HEAD_READ', to: 'deciding' },
        { from: 'deciding', event: 'ACCEPTED', to: 'open' },
      ],
    });
    expect(guards(seen, 'decides')).toEqual(['otherwise']);
    expect(guards(seen, 'holds')).toEqual([]);
    expect(decodeLatin1(seen.answer ?? new Uint8Array())).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
  });

  test('has every fact, and every row of the table by its number', async () => {
    const { facts, rows } = await view(valid);
    expect(Object.fromEntries(facts)).toMatchObject({
      head: 'complete',
      key: 'ok',
      path: 'known',
      origin: 'absent',
    });
    expect(rows.map(({ number }) => number)).toEqual(serverRows.map((_, index) => index + 1));
  });

  test('may have empty lines before it, and octets behind it', async () => {
    const seen = await view(`\n\n${edited('GET', 'PUT')}\\x81\\x00`);
    expect(seen.sent.octets).toHaveLength(readTyped(valid).length + 6);
    expect(seen.sent.marks).toEqual([{ start: 4, end: 7 }]);
  });
});

describe('a request with several faults', () => {
  test('is decided by the first row that holds; the others hold too, and say what is right', async () => {
    const seen = await view(edited('GET', 'PUT').replace('Version: 13', 'Version: 8').replace('/chat', '/c'));
    expect(seen).toMatchObject({
      outcome: 'refused',
      verdict: '405 Method Not Allowed: method is not GET.',
      clause: { id: 'rfc6455/4.2.1/method-get' },
    });
    expect(guards(seen, 'decides')).toEqual(['method is not GET']);
    expect(guards(seen, 'holds')).toEqual(['version is not 13', 'path is unknown']);
    expect(seen.rows.filter(({ state }) => state === 'holds').map(({ permits }) => permits)).toEqual([
      'any error status with Sec-WebSocket-Version, or no reply',
      'any error status, or no reply',
    ]);
  });

  test('has the octets marked that make each guard hold', async () => {
    const { sent } = await view(edited('GET', 'PUT').replace('Version: 13', 'Version: 8'));
    expect(sent.marks.map(({ start, end }) => decodeLatin1(sent.octets.subarray(start, end)))).toEqual([
      'PUT',
      'Sec-WebSocket-Version: 8',
    ]);
  });
});

test('a fault of the syntax is told, and only 400 is right where that is so', async () => {
  const seen = await view(edited('Host: a', 'Host: a b'));
  expect(seen).toMatchObject({ verdict: '400 Bad Request: host is malformed.' });
  expect(seen.rows.find(({ state }) => state === 'decides')?.permits).toBe('400, or no reply');
  expect((await view(edited('Host: a', 'Host : a'))).problem).toBe('white space before the colon');
});

describe('a request for no WebSocket', () => {
  const plain = edited('Upgrade: websocket\n', '');

  test.each([
    ['upgradeRequired', '426 Upgrade Required: upgrade is absent.', 21],
    ['badRequest', '400 Bad Request: upgrade is absent.', 20],
  ] as const)('gets by the choice %s: %s', async (plainHttp, verdict, number) => {
    const seen = await view(plain, { plainHttp });
    expect(seen).toMatchObject({ outcome: 'refused', verdict });
    expect(seen.rows.find(({ state }) => state === 'decides')?.number).toBe(number);
  });

  test('is the application’s by choice: no reply is written', async () => {
    expect(await view(plain, { plainHttp: 'application' })).toMatchObject({
      outcome: 'accepted',
      verdict: 'Plain HTTP, since upgrade is absent: the application answers.',
      answer: null,
      path: [{ event: 'HEAD_READ' }, { from: 'deciding', event: 'PASSED', to: 'passed' }],
    });
  });

  test('finds the rows of other choices to be those', async () => {
    const seen = await view(plain);
    const { state } = seen.rows[18] ?? {};
    expect(seen.rows[18]).toMatchObject({ guard: 'upgrade is absent', choice: 'plainHttp: application' });
    expect(state).toBe('otherChoice');
  });
});

describe('what happens besides the octets', () => {
  const unfinished = valid.slice(0, -1);
  const silent =
    'The head is incomplete: the empty line that ends it is missing. The page shows what the server does if that line never comes.';

  test.each([
    ['ended', '400 Bad Request: head is cut.', 'PEER_ENDED'],
    ['late', '408 Request Timeout: head is late.', 'TIMED_OUT'],
  ] as const)('an unfinished head, then %s', async (arrival, verdict, event) => {
    expect(await view(unfinished, { arrival })).toMatchObject({
      ...{ outcome: 'refused', verdict, isUnfinished: true, notes: [silent] },
      path: [{ from: 'reading', event, to: 'deciding' }, { to: 'refused' }],
    });
  });

  test('too many others', async () => {
    expect(await view(valid, { arrival: 'crowded' })).toMatchObject({
      verdict: '503 Service Unavailable: pending limit is reached.',
      path: [{ event: 'LIMIT_REACHED' }, { to: 'refused' }],
      isUnfinished: false,
    });
  });
});

describe('what the application is asked', () => {
  test.each([
    ['accepts', '101 Switching Protocols: the connection opens.', 'ANSWERED'],
    ['refuses', '403 Forbidden: authorization is refused.', 'ANSWERED'],
    ['throws', '500 Internal Server Error: authorization threw.', 'ANSWERED'],
    ['late', '503 Service Unavailable: authorization is late.', 'TIMED_OUT'],
  ] as const)('and it %s', async (application, verdict, event) => {
    const seen = await view(valid, { application });
    expect(seen).toMatchObject({
      verdict,
      path: [
        { from: 'reading' },
        { from: 'deciding', event: 'ASKED', to: 'authorizing' },
        { from: 'authorizing', event, to: 'deciding' },
        { from: 'deciding' },
      ],
    });
    expect(guards(seen, 'asked')).toEqual(['authorization is unasked']);
  });

  test.each([
    ['bearer', 'Authorization: Bearer secret', 'Authorization: Bearer wrong'],
    ['basic', 'Authorization: Basic c2VjcmV0OnB3', 'Authorization: Basic d3Jvbmc6cHc='],
    ['apiKey', 'X-API-Key: secret', 'X-API-Key: wrong'],
    ['cookie', 'Cookie: session=secret', 'Cookie: session=wrong'],
  ] as const)('about a credential: %s', async (credential, right, wrong) => {
    const secret = credential === 'basic' ? 'secret:pw' : 'secret';
    expect(await view(adding(right), { credential, secret })).toMatchObject({ outcome: 'accepted' });
    expect(await view(adding(wrong), { credential, secret })).toMatchObject({
      verdict: '401 Unauthorized: credential is invalid.',
    });
    expect(await view(valid, { credential, secret })).toMatchObject({
      verdict: '401 Unauthorized: credential is absent.',
    });
  });

  test('about a credential that stands elsewhere', async () => {
    const query = edited('/chat', '/chat?token=secret');
    expect(await view(query, { credential: 'queryToken' })).toMatchObject({ outcome: 'accepted' });
    const offered = adding('Sec-WebSocket-Protocol: chat, bearer.secret');
    expect(await view(offered, { credential: 'subprotocolToken' })).toMatchObject({ outcome: 'accepted' });
    expect(await view(valid, { credential: 'firstMessage' })).toMatchObject({
      verdict: '101 Switching Protocols: the connection is held until its first message brings a credential.',
      path: [{}, { event: 'HELD', to: 'awaitingFirstMessage' }],
    });
  });

  test('a credential that browsers send unasked, without an allowlist, is warned of', async () => {
    const { notes } = await view(valid, { credential: 'cookie', origins: '' });
    expect(notes).toEqual([expect.stringContaining('cross-site WebSocket hijacking')]);
  });
});

describe('what is set decides as well', () => {
  test.each<[what: string, text: string, given: Partial<ServerSettings>, verdict: string]>([
    ['a path', edited('/chat', '/other'), { paths: '/, /chat' }, '404 Not Found: path is unknown.'],
    ['one of the paths', edited('/chat', '/'), { paths: '/, /chat' }, accepted],
    ['no path', edited('/chat', '/other'), { paths: '' }, accepted],
    ['TCP', edited('/chat', 'https://a/chat'), {}, '421 Misdirected Request: target is unsecured.'],
    ['TLS', edited('/chat', 'https://a/chat'), { transport: 'tls' }, accepted],
    ['an origin', adding('Origin: http://a'), { origins: 'http://b' }, '403 Forbidden: origin is foreign.'],
    ['no origins', adding('Origin: http://a'), { origins: '' }, accepted],
    ['that an origin must be', valid, { originAbsent: 'refuse' }, '403 Forbidden: origin is absent.'],
    [
      'that one must be offered',
      valid,
      { subprotocolAbsent: 'refuse' },
      '400 Bad Request: subprotocol is absent.',
    ],
    [
      'that one must fit',
      adding('Sec-WebSocket-Protocol: x'),
      { subprotocolMismatch: 'refuse' },
      '400 Bad Request: subprotocol is mismatched.',
    ],
  ])('%s', async (_what, text, given, verdict) => {
    expect((await view(text, given)).verdict).toBe(verdict);
  });

  test.each([
    ['yes', 'Sec-WebSocket-Extensions: permessage-deflate\r\n'],
    ['no', 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n'],
  ] as const)('permessage-deflate: %s', async (deflate, last) => {
    const { answer } = await view(adding('Sec-WebSocket-Extensions: permessage-deflate'), { deflate });
    expect(decodeLatin1(answer ?? new Uint8Array())).toContain(`${last}\r\n`);
  });
});

describe('settings that make no sense', () => {
  test.each([
    [{ subprotocols: 'a b' }, '"a b" is not a token'],
    [{ origins: 'example.com' }, 'example.com'],
    [{ origins: '', originAbsent: 'refuse' }, 'allowlist'],
    [{ credential: 'bearer', secret: '' }, 'no credential to verify with'],
    [{ subprotocols: '', subprotocolAbsent: 'refuse' }, 'subprotocolRequired'],
  ] as const)('%j', async (given, problem) => {
    const seen = await viewRequest(readTyped(valid), settle(serverFields, given), new Date(0));
    expect(seen).toContain(problem);
  });
});

describe('the reply is that of the real server, octet for octet', () => {
  test.each<[what: string, text: string, given: Partial<ServerSettings>]>([
    ['an acceptance', adding('Sec-WebSocket-Protocol: x, chat'), {}],
    [
      'an acceptance with permessage-deflate',
      adding('Sec-WebSocket-Extensions: permessage-deflate'),
      { deflate: 'yes' },
    ],
    ['one behind a 100', adding('Expect: 100-continue'), {}],
    ['a refusal', edited('Version: 13', 'Version: 12'), {}],
    ['one without content, to HEAD', edited('GET', 'HEAD'), {}],
    ['one with a challenge', valid, { credential: 'basic', secret: 'a:b' }],
    ['one of the application', valid, { application: 'refuses' }],
    ['one by choice', edited('Upgrade: websocket\n', ''), { plainHttp: 'badRequest' }],
    ['one for a foreign origin', adding('Origin: http://other.example'), {}],
    ['one for an unknown path', edited('/chat', '/other'), {}],
    ['one for a head that cannot be read', 'GET /\\x00 HTTP/1.1\n\n', {}],
    ['one for a bare LF', edited('Host: a', 'Host: a\\nX: y'), {}],
  ])('%s', async (_what, text, given) => {
    const settings = settle(serverFields, given);
    const { ask } = await serve({
      ...endpointOptions(settings),
      paths: readList(settings.paths),
      plainHttp: settings.plainHttp,
      onConnection: ({ socket }) => socket.end(),
    });
    const { answer } = await view(text, given);
    expect(decodeLatin1(answer ?? new Uint8Array())).toBe(await ask(decodeLatin1(readTyped(text))));
  });
});
