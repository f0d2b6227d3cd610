import { describe, expect, test } from 'vitest';
import { compareFields, type PassageSight, readPassage } from '../../src/facts/passage-facts.ts';
import { encodeLatin1, parseRequest } from '../../src/wire/index.ts';

const lines = (...each: readonly string[]) => [...each, '', ''].join('\r\n');
const opening = lines('GET / HTTP/1.1', 'Host: a', 'X: 1', 'Y: 2', 'Authorization: Basic x');
const refusal = lines('HTTP/1.1 401 No', 'WWW-Authenticate: Basic', 'X: 1', 'Content-Length: 4');
const octets = (text: string) => encodeLatin1(text);
const nothing = octets('');

/** What passes a hop that changes nothing, with parts of it replaced. */
function read(changed: Partial<Record<'sent' | 'arrived' | 'replied' | 'returned', string>>, more = {}) {
  const texts = { sent: opening, arrived: opening, replied: `${refusal}page`, returned: `${refusal}page` };
  const seen = { ...texts, ...changed };
  const sight: PassageSight = {
    ...{ sent: octets(seen.sent), arrived: octets(seen.arrived) },
    ...{ replied: octets(seen.replied), returned: octets(seen.returned) },
    ...{ forth: null, back: null, early: null, beyond: 'unseen' },
    ...more,
  };
  return readPassage(sight);
}

const kept = {
  ...{ fields: 'kept', authorization: 'kept', challenge: 'kept', replyFields: 'kept', content: 'kept' },
  ...{ forth: 'unseen', back: 'unseen', early: 'unseen', beyond: 'unseen', framing: 'plain' },
  ...{ switchLength: 'unseen', switchCoding: 'unseen' },
} as const;

test('a hop that changes nothing', () => {
  expect(read({})).toEqual(kept);
});

describe('the fields of a request', () => {
  test.each([
    ['X: 1', 'X: 2', { fields: 'altered' }],
    ['X: 1\r\n', '', { fields: 'altered' }],
    ['X: 1', 'x: 1', {}],
    ['X: 1', 'X: 1\r\nX: 1', { fields: 'altered' }],
    ['X: 1', 'X: 1\r\nZ: 1', {}],
    ['Authorization: Basic x', 'Authorization: Basic y', { authorization: 'changed' }],
    ['Authorization: Basic x\r\n', '', { authorization: 'dropped' }],
    ['Host: a', 'Host: b', {}],
  ])('with %j as %j: %j', (before, behind, facts) => {
    expect(read({ arrived: opening.replace(before, behind) })).toEqual({ ...kept, ...facts });
  });

  test('elements in another order', () => {
    const sent = opening.replace('X: 1', 'X: b, a, c');
    expect(read({ sent, arrived: opening.replace('X: 1', 'X: c, b, a') })).toEqual({
      ...kept,
      fields: 'reordered',
    });
    expect(read({ sent, arrived: opening.replace('X: 1', 'X: c, b, d') })).toEqual({
      ...kept,
      fields: 'altered',
    });
    expect(read({ sent, arrived: opening.replace('X: 1', 'X: b,a\r\nX: c') })).toEqual(kept);
  });

  test.each([
    ...['Keep-Alive', 'Proxy-Connection', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Max-Forwards', 'Via'],
    ...['Proxy-Authorization', 'Accept-Encoding', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host'],
    ...['X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Real-IP', 'Origin', 'Sec-WebSocket-Key'],
    ...['Connection', 'Content-Length', 'Transfer-Encoding'],
  ])('%s is not among them', (name) => {
    const sent = opening.replace('X: 1', `X: 1\r\n${name}: 1`);
    expect(read({ sent })).toEqual(kept);
  });

  test.each(['X-Host', 'Hosts', 'X-Origin', 'Originator', 'X-Sec-WebSocket-Key', 'Authorizations'])(
    '%s is',
    (name) => {
      const sent = opening.replace('X: 1', `X: 1\r\n${name}: 1`);
      expect(read({ sent })).toEqual({ ...kept, fields: 'altered' });
    },
  );

  test('those of one connection are not', () => {
    const sent = opening.replace('X: 1', 'X: 1\r\nConnection: Z\r\nZ: 1');
    expect(read({ sent })).toEqual(kept);
  });

  test('each of them has a disposition', () => {
    const sent = parseRequest(octets(opening.replace('X: 1', 'X: 1\r\nL: a, b\r\nM: c')));
    const arrived = parseRequest(octets(opening.replace('X: 1', 'x: 1\r\nL: b, a\r\nM: d')));
    if (!sent.ok || !arrived.ok) throw new Error('both can be read');
    expect([...compareFields(sent.value, arrived.value)]).toEqual([
      ['x', 'kept'],
      ['l', 'reordered'],
      ['m', 'altered'],
      ['y', 'kept'],
    ]);
  });

  test('there may be none', () => {
    const bare = lines('GET / HTTP/1.1', 'Host: a');
    expect(read({ sent: bare, arrived: bare })).toEqual({
      ...kept,
      fields: 'unseen',
      authorization: 'absent',
    });
  });

  test.each([
    [{ sent: '' }, 'plain'],
    [{ arrived: '' }, 'unseen'],
  ] as const)('a request that was not seen, %j', (seen, framing) => {
    const unseen = { fields: 'unseen', authorization: 'unseen', framing } as const;
    expect(read(seen)).toEqual({ ...kept, ...unseen });
  });

  test.each([
    ['Content-Length: 1\r\nContent-Length: 2', 'ambiguous'],
    ['Content-Length: 1\r\nTransfer-Encoding: chunked', 'ambiguous'],
    ['Content-Length: 1', 'plain'],
  ])('%j frames content that is %s', (framed, framing) => {
    expect(read({ arrived: opening.replace('X: 1', `X: 1\r\n${framed}`) })).toEqual({ ...kept, framing });
  });
});

describe('the fields of a reply', () => {
  test.each([
    ['X: 1', 'X: 2', { replyFields: 'altered' }],
    ['X: 1\r\n', '', { replyFields: 'altered' }],
    ['WWW-Authenticate: Basic', 'WWW-Authenticate: Bearer', { challenge: 'changed' }],
    ['WWW-Authenticate: Basic\r\n', '', { challenge: 'dropped' }],
  ])('with %j as %j: %j', (before, behind, facts) => {
    expect(read({ returned: `${refusal.replace(before, behind)}page` })).toEqual({ ...kept, ...facts });
  });

  test.each([
    ...['Date', 'Server', 'Location', 'Content-Encoding', 'Age', 'Sec-WebSocket-Accept'],
    ...['Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'],
  ])('%s is not among them', (name) => {
    expect(read({ replied: `${refusal.replace('X: 1', `X: 1\r\n${name}: 1`)}page` })).toEqual(kept);
  });

  test.each(['X-Date', 'Dated', 'X-Server', 'Server-Timing', 'Sec-WebSocket-Version'])('%s is', (name) => {
    expect(read({ replied: `${refusal.replace('X: 1', `X: 1\r\n${name}: 1`)}page` })).toEqual({
      ...kept,
      replyFields: 'altered',
    });
  });

  const unseen = { challenge: 'unseen', replyFields: 'unseen', content: 'unseen' } as const;

  test.each([
    [{ replied: '' }],
    [{ returned: '' }],
    [{ replied: '', returned: '' }],
    [{ returned: lines('HTTP/1.1 502 Bad Gateway', 'Content-Length: 0') }],
  ])('are not seen, %j', (seen) => {
    expect(read(seen)).toEqual({ ...kept, ...unseen });
  });
});

describe('framing that a 101 must not have', () => {
  const switched = lines('HTTP/1.1 101 S', 'X: 1');
  const named = (name: string, head: string) => head.replace('X: 1', `X: 1\r\n${name}: 1`);
  const bad = lines('HTTP/1.1 502 Bad Gateway', 'X: 1');

  test.each([
    ['Content-Length', { switchLength: 'added', switchCoding: 'none' }],
    ['Transfer-Encoding', { switchLength: 'none', switchCoding: 'added' }],
  ])('%s', (name, added) => {
    const none = { switchLength: 'none', switchCoding: 'none' };
    const framed = named(name, switched);
    expect(read({ replied: switched, returned: framed })).toMatchObject(added);
    expect(read({ replied: switched, returned: switched })).toMatchObject(none);
    expect(read({ replied: framed, returned: framed })).toMatchObject(none);
    expect(read({ replied: framed, returned: switched })).toMatchObject(none);
  });

  test.each([
    ['a refusal in its place', switched, named('Content-Length', bad)],
    ['a 101 in place of a refusal', bad, named('Content-Length', switched)],
    ['a 101 that does not come out', switched, ''],
    ['a 101 that the backend has not sent', '', named('Content-Length', switched)],
  ])('is not looked for in %s', (_, replied, returned) => {
    const unseen = { switchLength: 'unseen', switchCoding: 'unseen' };
    expect(read({ replied, returned })).toMatchObject(unseen);
  });
});

describe('content', () => {
  test.each([
    ['page', 'kept', 'kept'],
    ['PAGE', 'changed', 'unseen'],
    ['pa', 'lost', 'kept'],
    ['', 'lost', 'kept'],
    ['PA', 'lost', 'kept'],
  ])('that is read as %j: %s', (text, content, replyFields) => {
    expect(read({ returned: `${refusal}${text}` })).toEqual({ ...kept, content, replyFields });
  });

  test('of another length is another page, or a part of it', () => {
    const short = refusal.replace('Content-Length: 4', 'Content-Length: 2');
    expect(read({ returned: `${short}PA` }).content).toBe('changed');
    expect(read({ returned: `${short}pa` }).content).toBe('lost');
    expect(read({ returned: refusal.replace('Content-Length: 4', 'Content-Length: 0') }).content).toBe(
      'changed',
    );
  });

  test('is all there where it runs to the end of the connection', () => {
    const unframed = refusal.replace('Content-Length: 4\r\n', '');
    expect(read({ replied: `${unframed}page`, returned: `${unframed}page` }).content).toBe('kept');
    expect(read({ replied: `${unframed}page`, returned: `${unframed}PAGE` }).content).toBe('changed');
    expect(read({ replied: `${unframed}page`, returned: `${unframed}pa` }).content).toBe('lost');
  });

  test('is none behind a 101, and none where the reply has none', () => {
    const switched = lines('HTTP/1.1 101 S', 'X: 1');
    expect(read({ replied: `${switched}ab`, returned: `${switched}ab` }).content).toBe('unseen');
    const empty = refusal.replace('Content-Length: 4', 'Content-Length: 0');
    expect(read({ replied: empty, returned: `${refusal}page` }).content).toBe('unseen');
  });
});

test.each([
  ['', '', 'unseen'],
  ['', 'a', 'unseen'],
  ['ab', 'ab', 'kept'],
  ['ab', 'ac', 'changed'],
  ['ab', 'a', 'lost'],
  ['ab', 'x', 'lost'],
  ['ab', 'abc', 'changed'],
  ['ab', '', 'lost'],
])('octets %j that come as %j: %s', (sent, came, disposition) => {
  const carried = { sent: octets(sent), came: octets(came) };
  expect(read({}, { forth: carried })).toEqual({ ...kept, forth: disposition });
  expect(read({}, { back: carried })).toEqual({ ...kept, back: disposition });
  expect(read({}, { early: carried })).toEqual({ ...kept, early: disposition });
  expect(read({}, { forth: { sent: nothing, came: nothing }, beyond: 'arrived' }).beyond).toBe('arrived');
});
