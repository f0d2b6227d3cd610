import { describe, expect, test } from 'vitest';
import type { CredentialPlace } from '../../src/auth/credential.ts';
import { type Endpoint, openEndpoint } from '../../src/facts/endpoint.ts';
import { negotiateOpening } from '../../src/facts/negotiated.ts';
import { sortFields } from '../../src/facts/opening-fields.ts';
import { parseTarget } from '../../src/wire/index.ts';

const bearer: CredentialPlace = { in: 'authorization', scheme: 'Bearer' };
const query: CredentialPlace = { in: 'query', name: 'token' };
const prefixed: CredentialPlace = { in: 'subprotocol', prefix: 'bearer.' };

/** What a request with these field lines wants of an endpoint. */
function negotiate(
  lines: readonly (readonly [string, string])[],
  changes: Partial<Endpoint>,
  target = '/chat',
) {
  const fields = lines.map(([name, value]) => ({ name, value, span: { start: 0, end: 0 } }));
  return negotiateOpening(fields, sortFields(fields), parseTarget(target), { ...openEndpoint, ...changes });
}

describe('the origin', () => {
  const origin = (value: string) =>
    value === 'https://a.example' ? 'allowed' : value === '?' ? 'malformed' : 'foreign';

  test.each([
    ['one that is welcome', [['Origin', 'https://a.example']], 'allowed'],
    ['one that is not', [['Origin', 'https://b.example']], 'foreign'],
    ['none', [], 'absent'],
    ['what is none', [['origin', '?']], 'malformed'],
    [
      'the same twice',
      [
        ['Origin', 'https://a.example'],
        ['ORIGIN', 'https://a.example'],
      ],
      'repeated',
    ],
  ] as const)('%s, with an allowlist', (_, lines, fact) => {
    expect(negotiate(lines, { origin }).facts.origin).toBe(fact);
  });

  test.each([
    ['any', [['Origin', '?']], 'allowed'],
    ['none', [], 'absent'],
    [
      'two',
      [
        ['Origin', 'a'],
        ['Origin', 'b'],
      ],
      'allowed',
    ],
  ] as const)('%s, without an allowlist', (_, lines, fact) => {
    expect(negotiate(lines, {}).facts.origin).toBe(fact);
  });
});

describe('whether the client may, before anybody is asked', () => {
  const given = [['Authorization', 'Bearer abc']] as const;
  const malformed = [['Authorization', 'Bearer a b']] as const;

  test.each([
    ['nobody is asked', [], {}, 'granted'],
    ['the application is asked', [], { asks: true }, 'unasked'],
    ['a credential is wanted and absent', [], { credentials: [bearer] }, 'absent'],
    [
      'one is absent, and the application would be asked',
      [],
      { credentials: [bearer], asks: true },
      'absent',
    ],
    ['one is given', given, { credentials: [bearer] }, 'unasked'],
    ['one is malformed', malformed, { credentials: [bearer] }, 'invalid'],
    [
      'one is malformed, and the application would be asked',
      malformed,
      { credentials: [bearer], asks: true },
      'invalid',
    ],
    ['the first message is waited for', [], { awaits: true }, 'awaited'],
    [
      'the first message is waited for, and the application is asked',
      [],
      { awaits: true, asks: true },
      'unasked',
    ],
    ['the first message may bring what is absent', [], { credentials: [bearer], awaits: true }, 'awaited'],
    [
      'the first message may bring what is absent, and the application is asked',
      [],
      { credentials: [bearer], awaits: true, asks: true },
      'unasked',
    ],
    ['one is given, so no message is waited for', given, { credentials: [bearer], awaits: true }, 'unasked'],
    [
      'one is malformed, so no message is waited for',
      malformed,
      { credentials: [bearer], awaits: true },
      'invalid',
    ],
  ] as const)('%s', (_, lines, endpoint, fact) => {
    expect(negotiate(lines, endpoint).facts.authorization).toBe(fact);
  });
});

describe('of several places the first that has a credential counts', () => {
  const both = [['Authorization', 'Bearer one']] as const;

  test.each([
    ['both have one', both, '/chat?token=two', [bearer, query], { place: bearer, value: 'one' }],
    [
      'both have one, in the other order',
      both,
      '/chat?token=two',
      [query, bearer],
      { place: query, value: 'two' },
    ],
    ['the second alone', [], '/chat?token=two', [bearer, query], { place: query, value: 'two' }],
    ['in absolute-form', [], 'http://a/chat?token=two', [query], { place: query, value: 'two' }],
    ['neither', [], '/chat', [bearer, query], null],
    ['a target without a query', [], '*', [query], null],
  ] as const)('%s', (_, lines, target, credentials, credential) => {
    expect(negotiate(lines, { credentials }, target).credential).toEqual(credential);
  });

  test('one that is malformed is not passed over for the next', () => {
    const read = negotiate(
      [['Authorization', 'Bearer']],
      { credentials: [bearer, query] },
      '/chat?token=two',
    );
    expect(read).toMatchObject({ credential: null, facts: { authorization: 'invalid' } });
  });
});

describe('subprotocols', () => {
  test.each([
    ['none offered', [], ['a'], [], null, 'absent'],
    ['one supported', ['a'], ['a'], ['a'], 'a', 'chosen'],
    ['none supported', ['b'], ['a'], ['b'], null, 'mismatched'],
    ['over two lines', ['b', 'a'], ['a'], ['b', 'a'], 'a', 'chosen'],
    ['the application chooses', ['a'], null, ['a'], null, 'undecided'],
    ['the application chooses, and nothing is offered', [], null, [], null, 'absent'],
    ['no list', ['a b'], ['a'], [], null, 'malformed'],
    ['an empty list', [''], ['a'], [], null, 'malformed'],
    ['an empty list, where the application chooses', [' ,'], null, [], null, 'malformed'],
    ['names of objects', ['__proto__, constructor'], ['a'], ['__proto__', 'constructor'], null, 'mismatched'],
    [
      'a name of objects that is supported',
      ['constructor'],
      ['constructor'],
      ['constructor'],
      'constructor',
      'chosen',
    ],
  ])('%s', (_, lines, subprotocols, offered, subprotocol, fact) => {
    const fields = lines.map((value) => ['Sec-WebSocket-Protocol', value] as const);
    expect(negotiate(fields, { subprotocols })).toMatchObject({
      offered,
      subprotocol,
      facts: { subprotocol: fact },
    });
  });

  test.each([
    ['client', 'b'],
    ['server', 'a'],
  ] as const)('of two that are supported the first of the %s', (preference, subprotocol) => {
    const offer = [['Sec-WebSocket-Protocol', 'b, a']] as const;
    expect(negotiate(offer, { subprotocols: ['a', 'b'], preference }).subprotocol).toBe(subprotocol);
  });
});

describe('a token among the subprotocols', () => {
  const silent = { credentials: [prefixed], subprotocols: ['a'] };
  const echoing = { ...silent, echoedPrefixes: ['bearer.'] };

  test.each([
    ['beside a supported name', 'bearer.x, a', silent, ['a'], 'a', 'chosen'],
    ['beside an unsupported name', 'b, bearer.x', silent, ['b'], null, 'mismatched'],
    ['alone', 'bearer.x', silent, [], null, 'absent'],
    [
      'alone, where it is supported by mistake',
      'bearer.x',
      { ...silent, subprotocols: ['bearer.x'] },
      [],
      null,
      'absent',
    ],
    [
      'alone, where the application chooses',
      'bearer.x',
      { ...silent, subprotocols: null },
      [],
      null,
      'absent',
    ],
    ['alone, and echoed', 'bearer.x', echoing, [], 'bearer.x', 'chosen'],
    [
      'alone, and another prefix is echoed',
      'bearer.x',
      { ...silent, echoedPrefixes: ['token.'] },
      [],
      null,
      'absent',
    ],
    ['beside a name: never echoed', 'bearer.x, b', echoing, ['b'], null, 'mismatched'],
    ['beside a supported name: never echoed', 'bearer.x, a', echoing, ['a'], 'a', 'chosen'],
    ['twice: never echoed', 'bearer.x, bearer.x', echoing, [], null, 'absent'],
  ])('%s', (_, offer, endpoint, offered, subprotocol, fact) => {
    const read = negotiate([['Sec-WebSocket-Protocol', offer]], endpoint);
    expect(read).toMatchObject({ offered, subprotocol, facts: { subprotocol: fact } });
  });

  test('none is echoed where nothing is offered', () => {
    expect(negotiate([], echoing)).toMatchObject({ subprotocol: null, facts: { subprotocol: 'absent' } });
  });

  test('with places elsewhere every name is offered, whatever it is', () => {
    const lines = [['Sec-WebSocket-Protocol', 'undefined, token, bearer.x']] as const;
    const { offered } = negotiate(lines, { credentials: [query, bearer] });
    expect(offered).toEqual(['undefined', 'token', 'bearer.x']);
  });

  test('its value is the credential', () => {
    const read = negotiate([['Sec-WebSocket-Protocol', 'a, bearer.x.y']], silent);
    expect(read).toMatchObject({ credential: { value: 'x.y' }, facts: { authorization: 'unasked' } });
  });
});

describe('extensions', () => {
  const offer = (...lines: readonly string[]) =>
    lines.map((value) => ['Sec-WebSocket-Extensions', value] as const);

  test.each([
    ['none offered', offer(), {}, 'absent'],
    ['one that is not known', offer('foo; a=1'), {}, 'declined'],
    ['permessage-deflate, agreed', offer('permessage-deflate'), {}, 'agreed'],
    ['permessage-deflate, not wanted', offer('permessage-deflate'), null, 'declined'],
    ['permessage-deflate that cannot be met', offer('permessage-deflate; a'), {}, 'declined'],
    ['permessage-deflate on the second line', offer('foo', 'permessage-deflate'), {}, 'agreed'],
    ['no list', offer('permessage-deflate; =1'), {}, 'malformed'],
    ['no list on the second line', offer('permessage-deflate', ';'), {}, 'malformed'],
    ['nothing', offer(''), {}, 'malformed'],
  ])('%s', (_, lines, deflate, fact) => {
    expect(negotiate(lines, { deflate }).facts.extensions).toBe(fact);
  });

  test('what is agreed is one element, with its parameters', () => {
    const lines = offer('foo, permessage-deflate; client_max_window_bits, permessage-deflate');
    const read = negotiate(lines, { deflate: { clientMaxWindowBits: 10 } });
    expect(read.extensions).toEqual([
      { name: 'permessage-deflate', parameters: [{ name: 'client_max_window_bits', value: '10' }] },
    ]);
    expect(read.deflate).toEqual({
      serverNoContextTakeover: false,
      clientNoContextTakeover: false,
      serverMaxWindowBits: 15,
      clientMaxWindowBits: 10,
    });
  });

  test('what is not agreed leaves nothing', () => {
    expect(negotiate(offer('foo'), { deflate: {} })).toMatchObject({ extensions: [], deflate: null });
  });
});
