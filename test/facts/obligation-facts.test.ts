import { describe, expect, test } from 'vitest';
import { type AskedReply, readAnswerFacts, type SeenReply } from '../../src/facts/obligation-facts.ts';
import { encodeLatin1, parseReply, parseRequest } from '../../src/wire/index.ts';

const nothing = new Uint8Array();

function read(
  lines: readonly string[],
  seen: Partial<SeenReply> = {},
  asked: Partial<AskedReply> & { readonly lines?: readonly string[] } = {},
) {
  const { lines: requestLines = ['GET / HTTP/1.1', 'Upgrade: websocket'], ...known } = asked;
  const head = encodeLatin1([...lines, '', ''].join('\r\n'));
  const reply = parseReply(head);
  const request = parseRequest(encodeLatin1([...requestLines, '', ''].join('\r\n')));
  if (!reply.ok || !request.ok) throw new Error('both can be read');
  return readAnswerFacts(
    {
      ...{ reply: reply.value, head, interims: [], behind: nothing, pong: 'missing' },
      ...{ content: null, end: 'unseen' },
      ...seen,
    } as SeenReply, // parts of one
    {
      ...{
        request: request.value,
        versions: null,
        fault: 'none',
        refusal: 'open',
        choice: 'open',
        support: 'open',
      },
      ...{ clock: 'known', resource: 'unknown', intent: 'unknown' },
      ...known,
    } as AskedReply, // parts of one
  );
}

const status = 'HTTP/1.1 400 Bad Request';

describe('what a reply says', () => {
  test.each([
    ['Upgrade: websocket', { upgrade: 'sent', upgradeOption: 'unlisted' }],
    ['Connection: close, Upgrade', { upgrade: 'absent', upgradeOption: 'listed', closeOption: 'listed' }],
    ['Connection: closed', { closeOption: 'unlisted' }],
    ['Sec-WebSocket-Accept: a', { accept: 'sent', subprotocol: 'absent' }],
    ['Sec-WebSocket-Protocol: a', { accept: 'absent', subprotocol: 'unoffered' }],
    ['Allow: ', { allow: 'sent', challenge: 'absent' }],
    ['WWW-Authenticate: ApiKey', { allow: 'absent', challenge: 'ok' }],
    ['WWW-Authenticate: Bearer realm="a, b"', { challenge: 'ok' }],
    ['WWW-Authenticate: ', { challenge: 'malformed' }],
    ['WWW-Authenticate: ="a"', { challenge: 'malformed' }],
    ['Date: Sun, 22 Nov 2026 17:00:00 GMT', { date: 'ok' }],
    ['Date: yesterday', { date: 'wrong' }],
    ['Date: Sun, 22 Nov 2026 17:00:00 GMT\r\nDate: Sun, 22 Nov 2026 17:00:00 GMT', { date: 'wrong' }],
    ['WWW-Authenticate: Basic\r\nWWW-Authenticate: ="a"', { challenge: 'malformed' }],
    ['Upgrade: websocket,', { lists: 'emptyElement' }],
    ['Allow: GET,,HEAD', { lists: 'emptyElement' }],
    ['Content-Length: 0', { contentLength: 'sent', transferEncoding: 'absent', date: 'wrong' }],
    ['Transfer-Encoding: chunked', { contentLength: 'absent', transferEncoding: 'sent' }],
    ['Sec-WebSocket-Version: 13', { versions: 'only13' }],
    ['Sec-WebSocket-Version: 13, 8', { versions: 'other' }],
    ['Sec-WebSocket-Version: 013', { versions: 'malformed' }],
    ['Sec-WebSocket-Version: 13,', { versions: 'malformed', lists: 'emptyElement' }],
    ['Connection: , close', { lists: 'emptyElement', versions: 'absent' }],
    ['Connection: ', { lists: 'ok' }],
    ['X: , a', { lists: 'ok' }],
    ['X: a\r\n b', { fieldLines: 'folded' }],
  ])('%j: %j', (line, facts) => {
    expect(read([status, line])).toMatchObject(facts);
  });

  test('its status, and the space behind it', () => {
    expect(read([status])).toMatchObject({ status: 400, statusLine: 'spaced', fieldLines: 'whole' });
    expect(read(['HTTP/1.1 404 '])).toMatchObject({ status: '4xx', statusLine: 'spaced' });
    expect(read(['HTTP/1.1 404'])).toMatchObject({ status: '4xx', statusLine: 'unspaced' });
    expect(read(['HTTP/1.1 404', 'X: a 200 b'])).toMatchObject({ status: '4xx', statusLine: 'unspaced' });
  });

  test.each([
    [[], 'none'],
    [[100], 'continue'],
    [[100, 103], 'continue'],
    [[103], 'other'],
  ])('interim replies %j: %s', (interims, fact) => {
    expect(read([status], { interims }).interims).toBe(fact);
  });

  test.each([
    [{ content: null }, { content: 'unseen' }],
    [{ content: 0 }, { content: 'none' }],
    [{ content: 3 }, { content: 'some' }],
    [{ behind: Uint8Array.of(0x81, 0) }, { behind: 'frames' }],
    [{ behind: Uint8Array.of(0x81) }, { behind: 'frames' }],
    [
      { behind: Uint8Array.of(0x81, 1), pong: 'came' },
      { behind: 'other', pong: 'came' },
    ],
    [{ end: 'open' }, { end: 'open' }],
  ] as const)('what follows: %j', (seen, facts) => {
    expect(read([status], seen)).toMatchObject(facts);
  });
});

describe('what was asked, and what is known', () => {
  test('the date of a server whose clock nobody knows is not looked at', () => {
    expect(read([status, 'Date: yesterday'], {}, { clock: 'unknown' }).date).toBe('ok');
  });

  test.each([
    [['a'], 'a', 'offered'],
    [['a, b'], 'b', 'offered'],
    [['a', 'b'], 'b', 'offered'],
    [['a'], 'b', 'unoffered'],
    [['a, b'], 'b\r\nSec-WebSocket-Protocol: c', 'unoffered'],
    [[], 'a', 'unoffered'],
  ])('of the subprotocols %j came %j: %s', (offered, chosen, fact) => {
    const lines = ['GET / HTTP/1.1', ...offered.map((each) => `Sec-WebSocket-Protocol: ${each}`)];
    expect(read([status, `Sec-WebSocket-Protocol: ${chosen}`], {}, { lines }).subprotocol).toBe(fact);
  });

  test.each([
    ['versionIsNot13', ['9'], 'number'],
    ['versionIsMalformed', ['13'], 'nearNumber'],
    ['versionIsMalformed', ['9x'], 'nearNumber'],
    ['versionIsMalformed', ['x9'], 'other'],
    ['versionIsMalformed', ['+13'], 'other'],
    ['versionIsMalformed', ['13', 'x'], 'other'],
    ['versionIsRepeated', ['13', '13'], 'other'],
    ['several', ['9'], 'other'],
  ] as const)('where the fault is %s, the versions %j are refused as: %s', (fault, versions, fact) => {
    const lines = ['GET / HTTP/1.1', ...versions.map((each) => `Sec-WebSocket-Version: ${each}`)];
    expect(read([status], {}, { lines, fault }).askedVersion).toBe(fact);
  });

  test('no version is refused where none is listed', () => {
    const lines = ['GET / HTTP/1.1', 'Sec-WebSocket-Version: 9'];
    expect(read([status], {}, { lines }).refusedVersion).toBe('unlisted');
  });

  test('bits of frames may be set where an extension was agreed', () => {
    const behind = Uint8Array.of(0xc1, 0);
    expect(read([status], { behind }).behind).toBe('other');
    expect(read([status, 'Sec-WebSocket-Extensions: x'], { behind }).behind).toBe('frames');
  });

  test.each([
    [['GET / HTTP/1.0'], { requestVersion: '1.0', asksFor: 'other', method: 'other' }],
    [['HEAD / HTTP/1.1'], { requestVersion: 'other', method: 'HEAD' }],
    [['GET / HTTP/1.1', 'Upgrade: h2c, WebSocket'], { asksFor: 'websocket', expectation: 'none' }],
    [['GET / HTTP/1.1', 'Expect: 100-Continue'], { expectation: 'continue' }],
    [['GET / HTTP/1.1', 'Sec-WebSocket-Version: 9'], { refusedVersion: 'listed' }],
    [['GET / HTTP/1.1', 'Sec-WebSocket-Version: 90'], { refusedVersion: 'unlisted' }],
  ])('%j: %j', (lines, facts) => {
    expect(read([status, 'Sec-WebSocket-Version: 13, 9'], {}, { lines })).toMatchObject(facts);
  });

  test('a request that cannot be read asks for nothing else', () => {
    const facts = { asksFor: 'websocket', requestVersion: 'other', method: 'other', expectation: 'none' };
    expect(read([status], {}, { request: null })).toMatchObject(facts);
  });

  test.each([
    [null, { speaks: 'undeclared', declaredVersions: 'unlisted' }],
    [[13], { speaks: 'only13', declaredVersions: 'listed' }],
    [[13, 8], { speaks: 'others', declaredVersions: 'listed' }],
    [[13, 7], { speaks: 'others', declaredVersions: 'unlisted' }],
  ])('versions %j: %j', (versions, facts) => {
    expect(read([status, 'Sec-WebSocket-Version: 13, 8'], {}, { versions })).toMatchObject(facts);
  });
});

test.each([
  [101, 101],
  [200, '2xx'],
  [299, '2xx'],
  [300, '3xx'],
  [400, 400],
  [402, '4xx'],
  [429, 429],
  [499, '4xx'],
  [500, '5xx'],
  [503, 503],
  [600, '5xx'],
  [999, '5xx'],
] as const)('of the status %i a rule knows that it is %s', (code, fact) => {
  expect(read([`HTTP/1.1 ${code} `]).status).toBe(fact);
});

describe('what became of content', () => {
  const sent = { requestContent: 'sent', began: 'other' } as const;
  const use = (code: number, seen: Partial<SeenReply>, asked: Partial<AskedReply>) =>
    read([`HTTP/1.1 ${code} `], { pingInContent: 'unanswered', ...seen }, { ...sent, ...asked }).contentUse;

  test.each<[AskedReply['requestContent']]>([['none'], ['outstanding'], ['unannounced']])(
    'nothing is seen where it was %s',
    (requestContent) => {
      expect([use(101, { pong: 'ended' }, { requestContent }), use(400, {}, { requestContent })]).toEqual([
        'unseen',
        'unseen',
      ]);
    },
  );

  test.each<[SeenReply['pong'], SeenReply['pingInContent'], string]>([
    ['unasked', 'answered', 'unseen'],
    ['came', 'unanswered', 'asContent'],
    ['came', 'answered', 'asFrames'],
    ['missing', 'unanswered', 'asFrames'],
    ['failed', 'unanswered', 'asFrames'],
    ['closed', 'unanswered', 'asFrames'],
    ['ended', 'unanswered', 'asFrames'],
    ['reset', 'unanswered', 'unseen'],
    ['reset', 'answered', 'asFrames'],
  ])(
    'behind a 101, whatever the fault, where the pong is %s and a ping in it %s: %s',
    (pong, pingInContent, fact) => {
      expect(use(101, { pong, pingInContent }, {})).toBe(fact);
      expect(use(101, { pong, pingInContent }, { fault: 'keyIsAbsent', began: 'beforeContent' })).toBe(fact);
    },
  );

  test.each<[number, Partial<AskedReply>, string]>([
    [400, { fault: 'contentIsAnnounced' }, 'refused'],
    [400, { fault: 'contentIsFramedTwice' }, 'refused'],
    [300, { fault: 'none' }, 'refused'],
    [299, { fault: 'none' }, 'unseen'],
    [429, { fault: 'none' }, 'unseen'],
    [503, { fault: 'none' }, 'unseen'],
    [400, { fault: 'keyIsAbsent' }, 'unseen'],
    [400, { fault: 'several' }, 'unseen'],
    [400, { fault: 'contentIsAnnounced', began: 'beforeContent' }, 'unseen'],
  ])('by a %i to %j: %s', (code, asked, fact) => {
    expect(use(code, {}, asked)).toBe(fact);
  });
});

test.each<[readonly number[], AskedReply['requestContent'], AskedReply['began'], string]>([
  [[100], 'none', 'other', 'continued'],
  [[103, 100], 'sent', 'beforeContent', 'continued'],
  [[103], 'sent', 'beforeContent', 'skipped'],
  [[], 'outstanding', 'beforeContent', 'skipped'],
  [[], 'outstanding', 'other', 'other'],
  [[], 'none', 'beforeContent', 'other'],
  [[], 'unannounced', 'beforeContent', 'other'],
])(
  'interim replies %j before a reply to content that is %s, which began %s: %s',
  (interims, requestContent, began, fact) => {
    expect(read([status], { interims }, { requestContent, began }).wait).toBe(fact);
  },
);
