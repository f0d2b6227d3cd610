import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  applyEdits,
  canonicalReply,
  line,
  literalDeviations,
  literalReplyDeviations,
  literalReplyTransforms,
  literalTransforms,
  type OpeningEndpoint,
  policyDeviations,
  type ReplyEdit,
  type ReplyMessage,
  type RequestEdit,
  type RequestMessage,
  replyDeviations,
  replyTransforms,
  requestDeviations,
  transforms,
  writeReplyMessage,
  writeRequestMessage,
} from '../../src/arbitraries/index.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';
import { runs } from '../property.ts';
import { anyOffer, limits as replyLimits } from './reply-reading.ts';
import { endpoint } from './strict-reading.ts';

const often = { seed: 20_261_121, numRuns: runs(100, 300) };

const request: RequestMessage = {
  ...{ prefix: '', method: 'GET', target: '/a?b', version: 'HTTP/1.1', separator: ' ', content: '' },
  lines: [line('Host', 'a'), line('Cookie', 'a=1'), line('cookie', 'b=2'), line('X-List', 'c, ,d')],
};
const reply: ReplyMessage = {
  ...{ prefix: '', statusLine: 'HTTP/1.1 101', content: '' },
  lines: [line('Upgrade', 'websocket')],
};
const rows = (message: RequestMessage) =>
  decodeLatin1(writeRequestMessage(message)).split('\r\n').slice(0, -2);
const [start, host, cookie, other, list] = [
  'GET /a?b HTTP/1.1',
  'Host: a',
  'Cookie: a=1',
  'cookie: b=2',
  'X-List: c, ,d',
];

describe('an edit of a request', () => {
  test.each<readonly [RequestEdit, readonly (string | undefined)[]]>([
    [{ kind: 'setField', name: 'COOKIE', values: ['x', 'y'] }, [start, host, 'COOKIE: x', 'COOKIE: y', list]],
    [{ kind: 'setField', name: 'cookie', values: [] }, [start, host, list]],
    [{ kind: 'setField', name: 'X', values: ['1'] }, [start, host, cookie, other, list, 'X: 1']],
    [{ kind: 'addLines', at: 0, lines: [line('X', '1')] }, [start, 'X: 1', host, cookie, other, list]],
    [{ kind: 'addLines', at: 1, lines: [line('X', '1')] }, [start, host, 'X: 1', cookie, other, list]],
    [{ kind: 'addLines', at: 'end', lines: [line('X', '1')] }, [start, host, cookie, other, list, 'X: 1']],
    [
      { kind: 'addMissing', lines: [line('X', '1'), line('Y', '2')] },
      [start, host, cookie, other, list, 'X: 1', 'Y: 2'],
    ],
    [{ kind: 'addMissing', lines: [line('X', '1'), line('HOST', 'b')] }, [start, host, cookie, other, list]],
    [{ kind: 'moveToEnd', name: 'COOKIE' }, [start, host, list, cookie, other]],
    [{ kind: 'reverseLines' }, [start, list, other, cookie, host]],
    [{ kind: 'sortLines', keys: [4, 3, 2, 1] }, [start, list, other, cookie, host]],
    [{ kind: 'sortLines', keys: [2, 1] }, [start, cookie, list, host, other]],
    [
      { kind: 'recaseNames', upper: [true] },
      [start, 'HOST: a', 'COOKIE: a=1', 'COOKIE: b=2', 'X-LIST: c, ,d'],
    ],
    [
      { kind: 'recaseNames', upper: [false, false, false, false, true] },
      [start, 'Host: a', 'cooKie: a=1', 'cooKie: b=2', 'x-lIst: c, ,d'],
    ],
    [
      { kind: 'spaceValues', before: '\t', after: ' ' },
      [start, 'Host:\ta ', 'Cookie:\ta=1 ', 'cookie:\tb=2 ', 'X-List:\tc, ,d '],
    ],
    [
      { kind: 'spaceValues', names: ['HOST', 'X-List'], before: '', after: ' ' },
      [start, 'Host:a ', cookie, other, 'X-List:c, ,d '],
    ],
    [{ kind: 'splitList', name: 'x-list' }, [start, host, cookie, other, 'x-list: c', 'x-list: d']],
    [
      { kind: 'joinList', name: 'X-List', before: '<', between: '|', after: '>' },
      [start, host, cookie, other, 'X-List: <c|d>'],
    ],
    [
      { kind: 'joinList', name: 'X-None', before: '<', between: '|', after: '>' },
      [start, host, cookie, other, list],
    ],
    [
      { kind: 'addElement', name: 'Cookie', separator: '; ', text: 'c=3' },
      [start, host, 'Cookie: a=1; b=2; c=3', list],
    ],
    [
      { kind: 'addElement', name: 'X', separator: '; ', text: 'c=3' },
      [start, host, cookie, other, list, 'X: c=3'],
    ],
    [
      { kind: 'removeElement', name: 'Cookie', separator: '; ', text: 'a=1' },
      [start, host, 'Cookie: b=2', list],
    ],
    [{ kind: 'removeElement', name: 'X-List', separator: '; ', text: 'c, ,d' }, [start, host, cookie, other]],
    [{ kind: 'setPart', part: 'method', text: 'PUT' }, ['PUT /a?b HTTP/1.1', host, cookie, other, list]],
    [{ kind: 'setPart', part: 'prefix', text: '\r\n' }, ['', start, host, cookie, other, list]],
    [{ kind: 'prefixTarget', text: 'http://a' }, ['GET http://a/a?b HTTP/1.1', host, cookie, other, list]],
    [{ kind: 'addPath', text: '/c//d' }, ['GET /a/c//d?b HTTP/1.1', host, cookie, other, list]],
    [{ kind: 'addQuery', text: 'c' }, ['GET /a?b&c HTTP/1.1', host, cookie, other, list]],
    [{ kind: 'removeQuery', text: 'b' }, ['GET /a HTTP/1.1', host, cookie, other, list]],
    [{ kind: 'lengthenLine', octets: 20 }, ['GET /a?b&aa HTTP/1.1', host, cookie, other, list]],
  ])('%j', (edit, expected) => {
    expect(rows(applyEdit(request, edit))).toEqual(expected);
  });

  test('leaves the message that it is given as it is', () => {
    const before = structuredClone(request);
    applyEdit(request, { kind: 'reverseLines' });
    applyEdit(request, { kind: 'sortLines', keys: [2, 1] });
    expect(request).toEqual(before);
  });

  test('comes after the edit before it', () => {
    const edits: readonly RequestEdit[] = [
      { kind: 'setField', name: 'Cookie', values: [] },
      { kind: 'setField', name: 'Cookie', values: ['c=3'] },
    ];
    expect(rows(applyEdits(request, edits))).toEqual([start, host, list, 'Cookie: c=3']);
  });
});

test.each<readonly [ReplyEdit, string]>([
  [
    { kind: 'setPart', part: 'statusLine', text: 'HTTP/1.1 200' },
    'HTTP/1.1 200\r\nUpgrade: websocket\r\n\r\n',
  ],
  [{ kind: 'setPart', part: 'prefix', text: '\r\n' }, '\r\nHTTP/1.1 101\r\nUpgrade: websocket\r\n\r\n'],
  [{ kind: 'setPart', part: 'content', text: 'x' }, 'HTTP/1.1 101\r\nUpgrade: websocket\r\n\r\nx'],
  [{ kind: 'setField', name: 'Upgrade', values: [] }, 'HTTP/1.1 101\r\n\r\n'],
])('an edit of a reply: %j', (edit, expected) => {
  expect(decodeLatin1(writeReplyMessage(applyEdit(reply, edit)))).toBe(expected);
});

/** Endpoints with a credential in each place, so that every kind of edit is there. */
const endpoints: readonly OpeningEndpoint[] = [
  {
    ...endpoint,
    origins: ['https://a.test'],
    credential: { in: 'cookie', name: 'session', value: 'To.ken-1' },
  },
  { ...endpoint, credential: { in: 'query', name: 'token', value: 'To.ken-1' } },
  { ...endpoint, credential: { in: 'authorization', scheme: 'Bearer', value: 'To.ken-1' } },
];

describe('what is written as JSON and read again is the same, and does the same', () => {
  const reread = <T>(value: T): T => JSON.parse(JSON.stringify(value));
  const isSame = <T extends { readonly edits: readonly RequestEdit[] }>(change: T) => {
    const copy = reread(change);
    expect(copy).toEqual(change);
    const write = (edits: readonly RequestEdit[]) =>
      decodeLatin1(writeRequestMessage(applyEdits(request, edits)));
    expect(write(copy.edits)).toBe(write(change.edits));
  };
  const isSameInReply = <T extends { readonly edits: readonly ReplyEdit[] }>(
    base: ReplyMessage,
    change: T,
  ) => {
    const copy = reread(change);
    expect(copy).toEqual(change);
    const write = (edits: readonly ReplyEdit[]) => decodeLatin1(writeReplyMessage(applyEdits(base, edits)));
    expect(write(copy.edits)).toBe(write(change.edits));
  };

  test.each(endpoints)('of requests, written down', (target) => {
    for (const change of [...literalDeviations(target), ...literalTransforms(target)]) isSame(change);
  });

  test.each(endpoints)('of requests, drawn', (target) => {
    const deviations = { ...requestDeviations(target), ...policyDeviations(target) };
    const changes = fc.oneof(...Object.values(deviations), ...transforms(target.host));
    fc.assert(fc.property(changes, isSame), { ...often, numRuns: runs(250, 1_000) });
  });

  test('of replies, written down', () => {
    fc.assert(
      fc.property(anyOffer, (offer) => {
        const changes = [...literalReplyDeviations(offer), ...literalReplyTransforms(offer)];
        for (const change of changes) isSameInReply(canonicalReply(offer), change);
      }),
      { ...often, numRuns: runs(5, 20) },
    );
  });

  test('of replies, drawn', () => {
    const drawn = anyOffer.chain((offer) => {
      const changes = [...Object.values(replyDeviations(offer, replyLimits)), ...replyTransforms(offer)];
      return fc.tuple(fc.constant(canonicalReply(offer)), fc.oneof(...changes));
    });
    fc.assert(
      fc.property(drawn, ([base, change]) => isSameInReply(base, change)),
      { ...often, numRuns: runs(50, 300) },
    );
  });
});
