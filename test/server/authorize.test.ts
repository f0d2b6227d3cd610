import { describe, expect, test } from 'vitest';
import {
  type Authorization,
  type Authorize,
  type AuthorizeRequest,
  accept,
  apiKey,
  basic,
  bearer,
  firstMessage,
  type HeaderInput,
  type ListenOptions,
  type NewField,
  type Refusal,
  refuse,
  subprotocolToken,
} from '../../src/server/index.ts';
import { Mailbox } from '../mailbox.ts';
import { acceptance, opening, refusal, serve } from './serve.ts';

const offer = (names: string) => opening.replace('Upgrade:', `Sec-WebSocket-Protocol: ${names}\r\nUpgrade:`);
const acceptanceWith = (...lines: readonly string[]) =>
  acceptance.replace(/\r\n$/, `${lines.join('\r\n')}\r\n\r\n`);

const internalError = refusal('500 Internal Server Error');

/** Fields that nobody may add, by what is wrong with them. */
const badFields: readonly (readonly [string, NewField])[] = [
  ['CR and LF in the value', ['A', 'b\r\nC: d']],
  ['LF in the value', ['A', 'b\nC: d']],
  ['CR in the value', ['A', 'b\rC: d']],
  ['NUL in the value', ['A', 'b\0']],
  ['DEL in the value', ['A', 'b\x7f']],
  ['a line end at the end of the value', ['A', 'b\r\n']],
  ['what becomes LF when it is cut to 8 bits', ['A', 'b\u010ac']],
  ['a character beyond 8 bits', ['A', '☃']],
  ['white space before the value', ['A', ' b']],
  ['white space behind the value', ['A', 'b\t']],
  ['a name with a colon', ['A:', 'b']],
  ['a name with a space', ['A b', 'b']],
  ['a name with CR and LF', ['A\r\nB', 'b']],
  ['no name', ['', 'b']],
  ['a name beyond ASCII', ['Ä', 'b']],
  ['Upgrade', ['Upgrade', 'h2c']],
  ['upgrade in lower case', ['upgrade', 'websocket']],
  ['Connection', ['Connection', 'keep-alive']],
  ['the accept value', ['Sec-WebSocket-Accept', 'a']],
  ['the subprotocol', ['SEC-WEBSOCKET-PROTOCOL', 'chat']],
  ['extensions', ['Sec-WebSocket-Extensions', 'permessage-deflate']],
  ['the version', ['Sec-WebSocket-Version', '13']],
  ['the key', ['Sec-WebSocket-Key', 'a']],
  ['Content-Length', ['Content-Length', '0']],
  ['Transfer-Encoding', ['Transfer-Encoding', 'chunked']],
  ['Trailer', ['Trailer', 'A']],
  ['Date', ['Date', 'now']],
  ['Keep-Alive', ['Keep-Alive', 'timeout=5']],
  ['a value that is no text', ['A', 1 as unknown as string]], // as JavaScript may
  ['a name that is no text', [1 as unknown as string, 'a']], // as JavaScript may
  ['half a pair', ['A'] as unknown as NewField], // as JavaScript may
];

/** Objects in place of what `accept` or `refuse` give, and what else an application may answer. */
const oddAnswers: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['true', true],
  ['a number', 403],
  ['a text', 'accept'],
  ['an empty object', {}],
  ['another type', { type: 'accepted' }],
  ['headers that are a number', { type: 'accept', headers: 1 }],
  ['a header that is a number', { type: 'accept', headers: { A: 1 } }],
  ['an option that is unknown', { type: 'accept', contxt: 1 }],
  ['an option of a refusal that is unknown', { type: 'refuse', status: 403, header: [] }],
  ['headers that are a text', { type: 'accept', headers: 'A: b' }],
  ['headers that are texts', { type: 'accept', headers: ['A: b'] }],
  ['a subprotocol that is no text', { type: 'accept', subprotocol: 1 }],
  ['an empty subprotocol', { type: 'accept', subprotocol: '' }],
  ['a refusal without a status', { type: 'refuse' }],
  ['a refusal with 101', { type: 'refuse', status: 101 }],
  ['a refusal with 200', { type: 'refuse', status: 200 }],
  ['a refusal with a body that is no text', { type: 'refuse', status: 403, body: 1 }],
  ...badFields.map(([what, field]) => [`${what} added`, { type: 'accept', headers: [field] }] as const),
  ...badFields.map(
    ([what, field]) => [`${what} in a refusal`, { type: 'refuse', status: 403, headers: [field] }] as const,
  ),
];

describe('accept()', () => {
  test('gives what it is given', () => {
    const context = {};
    const headers: NewField[] = [['A', 'b']];
    expect(accept({ subprotocol: 'chat', headers, context })).toEqual({
      ...{ type: 'accept', subprotocol: 'chat', headers: [['A', 'b']], context },
    });
    expect(accept()).toEqual({ type: 'accept', headers: [] });
  });

  test.each(badFields)('%s: TypeError', (_, field) => {
    expect(() => accept({ headers: [['B', 'c'], field] })).toThrow(TypeError);
  });

  test('names the field that cannot be added, and what was expected', () => {
    expect(() => accept({ headers: [['Upgrade', 'a']] })).toThrow(
      'the field Upgrade belongs to the handshake and cannot be added',
    );
    expect(() => accept({ headers: [['A', 'b\n']] })).toThrow(
      'the value of A cannot be written: a text of octets without control characters and without white space ' +
        'around it was expected (RFC 9110 §5.5)',
    );
    expect(() => accept({ headers: [['A b', 'c']] })).toThrow(
      '"A b" is not a field name: a token was expected (RFC 9110 §5.1)',
    );
    const numbered = [[1, 'a']] as unknown as NewField[]; // as JavaScript may
    expect(() => accept({ headers: numbered })).toThrow(
      'the option `headers` of accept has a number in it: the name of a field was expected',
    );
    const valued = { A: 1 } as unknown as HeaderInput; // as JavaScript may
    expect(() => accept({ headers: valued })).toThrow(
      'the option `headers` of accept has a number in it: a string as the value of A was expected',
    );
    const unpaired = ['A: b'] as unknown as HeaderInput; // as JavaScript may
    expect(() => refuse(403, { headers: unpaired })).toThrow(
      'the option `headers` of refuse has a string in it: a pair of a name and a value was expected',
    );
  });

  test('what is changed afterwards is not what was checked', () => {
    const field: [string, string] = ['A', 'b'];
    const headers = [field];
    const accepted = accept({ headers });
    field[1] = 'b\r\nC: d';
    headers.push(['Upgrade', 'h2c']);
    expect(accepted).toEqual({ type: 'accept', headers: [['A', 'b']] });
  });
});

describe('refuse()', () => {
  test('gives what it is given', () => {
    expect(refuse(403, { headers: [['A', 'b']], body: 'no' })).toEqual({
      ...{ type: 'refuse', status: 403, headers: [['A', 'b']], body: 'no' },
    });
    expect(refuse(599)).toEqual({ type: 'refuse', status: 599, headers: [] });
  });

  test.each(badFields)('%s: TypeError', (_, field) => {
    expect(() => refuse(403, { headers: [field] })).toThrow(TypeError);
  });

  test.each([
    ...[0, 100, 101, 103, 200, 204, 299, 600, 999, 304, 407, 426],
    ...[403.5, Number.NaN, Number.POSITIVE_INFINITY, -403],
  ])('%d: RangeError', (status) => {
    expect(() => refuse(status)).toThrow(RangeError);
    expect(() => refuse(status)).toThrow(
      `${status} cannot refuse: a status from 300 to 599, except 304, 407 and 426, was expected`,
    );
  });

  test.each([
    ['a status that is a text', '403', undefined, RangeError],
    ['a body that is an object', 403, {}, TypeError],
    ['a body of octets', 403, new Uint8Array(1), TypeError],
    ['a body that is null', 403, null, TypeError],
  ])('%s: an error', (_, status, body, error) => {
    const refusal = { body } as unknown as Refusal; // what JavaScript may say
    expect(() => refuse(status as number, refusal)).toThrow(error); // the same
  });
});

const sync = (answer: () => Authorization): Authorize => answer;
const later =
  (answer: () => Authorization): Authorize =>
  async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return answer();
  };

describe.each([
  ['at once', sync],
  ['later', later],
])('an application that answers %s', (_, answering) => {
  test('accepts', async () => {
    const context = { user: 1 };
    const { connections, outcomes, open } = await serve({ authorize: answering(() => accept({ context })) });
    expect(await open(opening)).toBe(acceptance);
    expect((await connections.take()).context).toBe(context);
    expect(outcomes.all).toMatchObject([{ type: 'accepted', status: 101, error: null }]);
  });

  test('accepts with fields, several of one name among them', async () => {
    const headers: readonly NewField[] = [
      ['Set-Cookie', 'a=b; Secure'],
      ['X-Trace', 'ä'],
      ['Set-Cookie', 'c=d'],
      ['X-Empty', ''],
    ];
    const { open } = await serve({ authorize: answering(() => accept({ headers })) });
    expect(await open(opening)).toBe(
      acceptanceWith('Set-Cookie: a=b; Secure', 'X-Trace: ä', 'Set-Cookie: c=d', 'X-Empty: '),
    );
  });

  test('accepts with a subprotocol that was offered', async () => {
    const { connections, open } = await serve({ authorize: answering(() => accept({ subprotocol: 'b' })) });
    expect(await open(offer('a, b'))).toBe(acceptanceWith('Sec-WebSocket-Protocol: b'));
    expect(await connections.take()).toMatchObject({ subprotocol: 'b' });
  });

  test('refuses, and the connection is ended', async () => {
    const { ask, connections, outcomes } = await serve({ authorize: answering(() => refuse(403)) });
    expect(await ask(opening)).toBe(refusal('403 Forbidden'));
    expect(connections.all).toEqual([]);
    expect(outcomes.all).toMatchObject([
      {
        ...{ type: 'refused', status: 403, clause: 'rfc6455/4.2.2/refused-by-application', error: null },
        guard: 'authorizationIsRefused',
      },
    ]);
  });

  test.each([
    ['an error', new Error('no database')],
    ['a text', 'no database'],
    ['an object', { code: 1 }],
    ['a number', 0],
  ])('throws %s: 500, told, and the next is served', async (_what, thrown) => {
    const answers = [
      () => {
        throw thrown;
      },
      () => accept(),
    ];
    const { ask, outcomes, open } = await serve({
      authorize: answering(() => answers.shift()?.() ?? refuse(500)),
    });
    expect(await ask(opening)).toBe(internalError);
    expect(outcomes.all).toMatchObject([
      { type: 'refused', status: 500, guard: 'authorizationThrew', clause: 'rfc9110/15.6.1/internal-error' },
    ]);
    expect(outcomes.all[0]?.error).toBe(thrown);
    expect(await open(opening)).toBe(acceptance);
  });

  test.each([undefined, null])('throws %s: 500 too', async (thrown) => {
    const authorize = answering(() => {
      throw thrown;
    });
    const { ask, outcomes } = await serve({ authorize });
    expect(await ask(opening)).toBe(internalError);
    expect(outcomes.all).toMatchObject([
      { guard: 'authorizationThrew', facts: { authorization: 'threw' }, error: null },
    ]);
  });

  test.each(oddAnswers)('answers what is no answer: %s: 500, and told', async (_what, answer) => {
    const { ask, outcomes } = await serve({ authorize: answering(() => answer as Authorization) }); // as JavaScript may
    expect(await ask(opening)).toBe(internalError);
    expect(outcomes.all).toMatchObject([{ guard: 'authorizationThrew', error: expect.any(Error) }]);
  });
});

test('what is asked about: the opening, its path, its subprotocols, its credential, its socket', async () => {
  const asked = new Mailbox<AuthorizeRequest>();
  const { begin, connections } = await serve({
    authentication: basic('u:p'),
    authorize(request) {
      asked.put(request);
      return accept();
    },
  });
  const peer = await begin(
    offer('a, b').replace('/chat', '/a%20b?c=d').replace('Host', 'Authorization: Basic dTpw\r\nHost'),
  );
  const request = await asked.take();
  expect(request).toMatchObject({
    request: { method: 'GET', target: '/a%20b?c=d', version: { major: 1, minor: 1 } },
    path: '/a%20b',
    query: 'c=d',
    subprotocols: ['a', 'b'],
    credential: 'u:p',
  });
  const { socket } = await connections.take();
  expect(request.socket).toBe(socket);
  expect(request.socket.remotePort).toBe(peer.socket.localPort);
});

test('where nothing is asked for, the query and the credential are null', async () => {
  const asked = new Mailbox<AuthorizeRequest>();
  const { dial } = await serve({
    authorize(request) {
      asked.put(request);
      return accept();
    },
  });
  await (await dial()).send(opening);
  expect(await asked.take()).toMatchObject({
    path: '/chat',
    query: null,
    subprotocols: [],
    credential: null,
  });
});

describe('the subprotocol that authorize chooses', () => {
  const octets = offer('a, b, bearer.S3cret');

  test.each([
    ['one that was not offered', 'c', '"c"'],
    ['one in other letter case', 'A', '"A"'],
    ['two at once', 'a, b', '"a, b"'],
    ['a token that stands among them', 'bearer.S3cret', '"bearer.***"'],
  ])('may not be %s: 500', async (_, subprotocol, told) => {
    const { ask, outcomes } = await serve({
      subprotocols: ['a', 'c'],
      authentication: subprotocolToken('S3cret'),
      authorize: () => accept({ subprotocol }),
    });
    expect(await ask(octets)).toBe(internalError);
    expect(outcomes.all).toMatchObject([
      {
        guard: 'authorizationThrew',
        error: new TypeError(`the subprotocol ${told} was chosen, which was not offered`),
      },
    ]);
  });

  test.each([
    ['another than the one of the list', { subprotocols: ['a'] }, accept({ subprotocol: 'b' }), 'b'],
    ['none, though one is on the list', { subprotocols: ['a'] }, accept({ subprotocol: null }), null],
    ['none said: the one of the list', { subprotocols: ['a'] }, accept(), 'a'],
    ['none said, and no list', {}, accept(), null],
    [
      'one of those offered, where a mismatch is refused',
      { subprotocolMismatch: 'refuse' },
      accept({ subprotocol: 'b' }),
      'b',
    ],
    [
      'one of those offered, where one is required',
      { subprotocolRequired: true },
      accept({ subprotocol: 'b' }),
      'b',
    ],
  ] as const)('may be %s', async (_, options, answer, chosen) => {
    const { dial, connections } = await serve({ ...options, authorize: () => answer });
    await (await dial()).send(octets);
    expect((await connections.take()).subprotocol).toBe(chosen);
  });

  test('may be none where one is required: 400', async () => {
    const { ask, outcomes } = await serve({ subprotocolRequired: true, authorize: () => accept() });
    expect(await ask(octets)).toContain('HTTP/1.1 400 Bad Request\r\n');
    expect(outcomes.all).toMatchObject([
      { guard: 'subprotocolIsMismatched', clause: 'service/7/subprotocol-mismatch', status: 400 },
    ]);
  });
});

describe('a refusal of the application', () => {
  /** All that is sent behind the status line and Date. */
  async function refusal(
    status: number,
    more: Refusal,
    options: Partial<ListenOptions> = {},
  ): Promise<string> {
    const { ask } = await serve({ authorize: () => refuse(status, more), ...options });
    const reply = await ask(opening.replace('Host', 'Authorization: Bearer a\r\nHost'));
    return reply.replace(/^.*\r\nDate: .*\r\n/, '');
  }
  const content = 'Content-Type: text/plain; charset=utf-8\r\nContent-Length:';

  test('has the body that is given, counted in octets', async () => {
    expect(await refusal(403, { body: 'päss ☃' })).toBe(
      `Connection: close\r\n${content} 9\r\n\r\np\xc3\xa4ss \xe2\x98\x83`,
    );
    expect(await refusal(403, { body: '' })).toBe(`Connection: close\r\n${content} 0\r\n\r\n`);
  });

  test('keeps the Content-Type that is given', async () => {
    expect(await refusal(403, { headers: [['content-type', 'application/json']], body: '{}' })).toBe(
      'Connection: close\r\ncontent-type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
  });

  test('has the fields that are given, several of one name among them', async () => {
    const headers: readonly NewField[] = [
      ['Set-Cookie', 'a=b'],
      ['Retry-After', '120'],
      ['Set-Cookie', 'c=d'],
    ];
    expect(await refusal(503, { headers })).toBe(
      `Connection: close\r\nSet-Cookie: a=b\r\nRetry-After: 120\r\nSet-Cookie: c=d\r\n${content} 24\r\n\r\n` +
        '503 Service Unavailable\n',
    );
  });

  test('may redirect', async () => {
    expect(await refusal(302, { headers: [['Location', '/login']], body: '' })).toBe(
      `Connection: close\r\nLocation: /login\r\n${content} 0\r\n\r\n`,
    );
  });

  test('may have a status that nobody knows', async () => {
    const { ask } = await serve({ authorize: () => refuse(499) });
    expect(await ask(opening)).toMatch(/^HTTP\/1\.1 499 \r\n/);
  });

  test.each([
    ['of its own', 401, [['WWW-AUTHENTICATE', 'Negotiate']], {}, 'WWW-AUTHENTICATE: Negotiate'],
    ['that is missing', 401, [], {}, 'WWW-Authenticate: Bearer realm="ws101"'],
    [
      'that is missing, beside other fields',
      401,
      [['A', 'b']],
      {},
      'WWW-Authenticate: Bearer realm="ws101"\r\nA: b',
    ],
    [
      'of the method whose credential was valid',
      401,
      [],
      { authentication: bearer('a', { realm: 'r' }) },
      'WWW-Authenticate: Bearer realm="r", error="invalid_token"',
    ],
    [
      'of a method that was not used, which blames nobody',
      401,
      [],
      { authentication: [apiKey('a', { realm: 'r' }), firstMessage('b')] },
      'WWW-Authenticate: Bearer realm="r"',
    ],
    [
      'where only the first message could bring a credential',
      401,
      [],
      { authentication: firstMessage('b') },
      'WWW-Authenticate: Bearer realm="ws101"',
    ],
    ['of the methods that are allowed', 405, [], {}, 'Allow: GET'],
    ['of its own for the methods that are allowed', 405, [['allow', 'GET, HEAD']], {}, 'allow: GET, HEAD'],
  ] as const)('has a field %s: %d', async (_, status, headers, options, lines) => {
    expect(await refusal(status, { headers, body: '' }, options)).toBe(
      `Connection: close\r\n${lines}\r\n${content} 0\r\n\r\n`,
    );
  });
});

test('fields are no part of another reply: who is accepted and then refused by the table gets none', async () => {
  const { ask } = await serve({
    subprotocolMismatch: 'refuse',
    authorize: () => accept({ headers: [['Set-Cookie', 'a=b']] }),
  });
  expect(await ask(offer('a'))).not.toContain('Set-Cookie');
});
