import { describe, expect, test } from 'vitest';
import { judge } from '../../models/decide.ts';
import { hopRows, hopTable } from '../../models/decisions/hop.ts';
import type { HopFacts, HopPermit } from '../../models/facts/hop.ts';
import { readHop } from '../../src/facts/hop-facts.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';
import { faultlessHop } from '../models/decisions/hop-expectation.ts';

/** What was seen, as Latin-1 text. */
interface Sight {
  readonly sent: string;
  readonly arrived: string;
  readonly replied: string;
  readonly returned: string;
  readonly outlived: boolean | null;
}

const request = [
  ...['GET /chat?a=b HTTP/1.1', 'Host: a.example', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', 'Origin: http://b.example'],
  ...['Sec-WebSocket-Protocol: chat, mqtt', 'Sec-WebSocket-Extensions: x-a; b=1, x-c', '', ''],
].join('\r\n');
const reply = [
  ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', 'Sec-WebSocket-Protocol: chat'],
  ...['Sec-WebSocket-Extensions: x-a; b=1', '', ''],
].join('\r\n');
const refusal = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno';
const badGateway = 'HTTP/1.1 502 Bad Gateway\r\n\r\n';
const timeout = 'HTTP/1.1 504 Gateway Timeout\r\n\r\n';
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const go = 'HTTP/1.1 100 Continue\r\n\r\n';
const nonsense = 'nonsense\r\n\r\n';

const faithful: Sight = { sent: request, arrived: request, replied: reply, returned: reply, outlived: true };

const faultless: HopFacts = {
  ...faultlessHop,
  connection: 'kept',
  offeredExtensions: 'kept',
  origin: 'kept',
  agreedExtensions: 'kept',
};

const unseen = (...facts: readonly (keyof HopFacts)[]): Partial<HopFacts> =>
  Object.fromEntries(facts.map((fact) => [fact, 'unseen']));
const unseenRequest = unseen(
  ...(['requestHttp', 'upgrade', 'connection', 'nominated', 'host', 'target', 'key', 'version'] as const),
  'offeredSubprotocols',
  'offeredExtensions',
  'origin',
);
const unseenFields = unseen(
  ...(['repliedUpgrade', 'repliedConnection', 'accept', 'chosenSubprotocol', 'agreedExtensions'] as const),
);
const unseenReply = { ...unseen('replyHttp', 'status', 'switched'), ...unseenFields };
/** Nothing arrived at the backend. */
const unseenAtAll = { ...unseenRequest, ...unseenReply, ...unseen('interims', 'reply') };

function read({ outlived, ...changed }: Partial<Sight>): HopFacts {
  const { sent, arrived, replied, returned } = { ...faithful, ...changed };
  return readHop({
    sent: encodeLatin1(sent),
    arrived: encodeLatin1(arrived),
    replied: encodeLatin1(replied),
    returned: encodeLatin1(returned),
    outlived: outlived === undefined ? faithful.outlived : outlived,
  });
}

/** A message with one line replaced, or left out. */
function edit(message: string, name: string, ...values: readonly string[]): string {
  const lines = values.map((value) => `${name}: ${value}\r\n`).join('');
  return message.replace(new RegExp(`^${name}:.*\r\n`, 'm'), () => lines);
}
/** A message with more lines behind its start line. */
const add = (message: string, ...lines: readonly string[]) =>
  message.replace('\r\n', () => ['', ...lines, ''].join('\r\n'));

const accept = 'Sec-WebSocket-Accept';
const key = 'Sec-WebSocket-Key';
const version = 'Sec-WebSocket-Version';
const protocol = 'Sec-WebSocket-Protocol';
const extensions = 'Sec-WebSocket-Extensions';

test('a hop that changes nothing', () => {
  expect(read({})).toEqual(faultless);
});

test('what follows the heads is not looked at', () => {
  const frames = { sent: `${request}\x81\x80`, arrived: `${request}\x89`, returned: `${reply}\x81` };
  expect(read(frames)).toEqual(faultless);
});

describe('how far the handshake came', () => {
  const own = { reply: 'own', ...unseenReply, switched: 'none' } as const;

  test.each<[string, Partial<Sight>, Partial<HopFacts>]>([
    [
      'the hop answers, and nothing arrives',
      { arrived: '', replied: '', returned: refusal },
      { request: 'withheld', ...unseenAtAll },
    ],
    [
      'the hop says what is no reply, and nothing arrives',
      { arrived: '', replied: '', returned: 'nonsense' },
      { request: 'withheld', ...unseenAtAll },
    ],
    [
      'nothing arrives, and nothing comes out',
      { arrived: '', replied: '', returned: '' },
      { request: 'dropped', ...unseenAtAll },
    ],
    [
      'nothing arrives, and an interim reply is all that comes out',
      { arrived: '', replied: '', returned: go },
      { request: 'dropped', ...unseenAtAll },
    ],
    [
      'half a request arrives',
      { arrived: request.slice(0, 40), replied: '', returned: '' },
      { request: 'garbled', ...unseenRequest, reply: 'none', ...unseenReply },
    ],
    [
      'what arrives is no request',
      { arrived: request.replace('GET ', ''), replied: refusal, returned: refusal },
      {
        request: 'garbled',
        ...unseenRequest,
        switched: 'none',
        ...unseen('repliedUpgrade', 'repliedConnection'),
        accept: 'absent',
        chosenSubprotocol: 'absent',
        agreedExtensions: 'absent',
      },
    ],
    [
      'the backend says nothing, and the hop neither',
      { replied: '', returned: '' },
      { reply: 'none', ...unseenReply },
    ],
    [
      'the backend says nothing, and the hop 504',
      { replied: '', returned: timeout },
      { reply: 'none', ...unseenReply, switched: 'none' },
    ],
    [
      'the backend hints, and says nothing more',
      { replied: hint, returned: hint },
      { reply: 'none', interims: 'passed', ...unseenReply },
    ],
    ['the backend says nothing, and the hop 502', { replied: '', returned: badGateway }, own],
    [
      'the backend says what is no reply, and the hop 502',
      { replied: 'nonsense', returned: badGateway },
      own,
    ],
    ['the reply does not come out', { returned: '' }, { reply: 'dropped', ...unseenReply }],
    ['half of the reply comes out', { returned: reply.slice(0, 40) }, { reply: 'garbled', ...unseenReply }],
    [
      'what comes out is no reply',
      { returned: reply.replace('HTTP/1.1', 'ICY') },
      { reply: 'garbled', ...unseenReply },
    ],
    [
      'a reply comes out behind an empty line',
      { returned: `\r\n${reply}` },
      { reply: 'garbled', ...unseenReply },
    ],
  ])('%s', (_, sight, facts) => {
    expect(read({ outlived: null, ...sight })).toEqual({ ...faultless, ...facts, idle: 'unseen' });
  });
});

describe('a 101 that opens nothing may be answered by the hop itself', () => {
  const status = (code: number) => `HTTP/1.1 ${code} \r\n\r\n`;

  test.each([
    ['without Upgrade', edit(reply, 'Upgrade')],
    ['to another protocol', edit(reply, 'Upgrade', 'h2c')],
    ['without Connection', edit(reply, 'Connection')],
    ['without an accept value', edit(reply, accept)],
    ['with two', edit(reply, accept, 'x', 'x')],
  ])('%s', (_, replied) => {
    expect(read({ replied, returned: status(502) })).toEqual({
      ...faultless,
      reply: 'own',
      ...unseenReply,
      switched: 'none',
    });
    expect(read({ replied, returned: status(500) }).reply).toBe('own');
    expect(read({ replied, returned: status(499) }).reply).toBe('relayed');
    expect(read({ replied, returned: replied }).reply).toBe('relayed');
  });

  test.each([
    ['no Upgrade', edit(request, 'Upgrade')],
    ['another Upgrade', edit(request, 'Upgrade', 'h2c')],
    ['no Connection', edit(request, 'Connection')],
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0')],
  ])('for a client that sent %s', (_, sent) => {
    expect(read({ sent, returned: status(502) }).reply).toBe('own');
    expect(read({ sent }).reply).toBe('relayed');
  });

  test('but not one that opens what was asked for', () => {
    expect(read({ returned: status(502) })).toMatchObject({ reply: 'relayed', status: 'changed' });
  });
});

describe('what the client sends is no request', () => {
  const sides = { sent: nonsense, arrived: nonsense };

  test('nothing of it can be altered', () => {
    expect(read({ ...sides, replied: refusal, returned: refusal })).toMatchObject({
      request: 'arrived',
      ...unseenRequest,
      status: 'kept',
    });
    expect(read({ sent: nonsense, arrived: '', replied: '', returned: badGateway })).toMatchObject({
      request: 'withheld',
    });
  });

  test('and the backend switches all the same', () => {
    expect(read(sides)).toMatchObject({ request: 'arrived', reply: 'relayed', switched: 'unseen' });
  });

  test.each([
    [hint, hint, 'passed'],
    [hint, '', 'dropped'],
    [go, '', 'dropped'],
    ['', hint, 'none'],
  ])('and the interim replies %j are %j behind the hop: %s', (before, behind, interims) => {
    const replies = { replied: before + reply, returned: behind + reply };
    expect(read({ ...sides, ...replies })).toMatchObject({ interims, reply: 'relayed' });
    // Nobody can tell of such a client that it has not asked for the 100.
    const expecting = add(request, 'Expect: 100-continue');
    expect(read({ sent: nonsense, arrived: expecting, ...replies })).toMatchObject({ interims });
  });
});

test('an interim reply is owed though what arrived is no request', () => {
  const facts = read({ arrived: nonsense, replied: hint + reply });
  expect(facts).toMatchObject({ request: 'garbled', interims: 'dropped' });
  expect(read({ arrived: nonsense, replied: go + reply }).interims).toBe('dropped');
});

describe('the request, by what of it is another behind the hop', () => {
  test.each<[string, string, Partial<HopFacts>]>([
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0'), { requestHttp: '1.0' }],
    ['HTTP/1.2', request.replace('HTTP/1.1', 'HTTP/1.2'), { requestHttp: 'other' }],
    ['HTTP/2.0', request.replace('HTTP/1.1', 'HTTP/2.0'), { requestHttp: 'other' }],
    ['Upgrade: h2c', edit(request, 'Upgrade', 'h2c'), { upgrade: 'changed' }],
    ['Upgrade with another', edit(request, 'Upgrade', 'h2c, websocket'), { upgrade: 'replaced' }],
    ['Upgrade in other case', request.replace('Upgrade: websocket', 'UPGRADE: WebSocket'), {}],
    ['Upgrade twice', edit(request, 'Upgrade', 'websocket', 'websocket'), { upgrade: 'doubled' }],
    ['Connection: close', edit(request, 'Connection', 'close'), { connection: 'changed' }],
    ['Connection with another', edit(request, 'Connection', 'a, upgrade'), { connection: 'replaced' }],
    ['another Host', edit(request, 'Host', 'b'), { host: 'changed' }],
    ['another path', request.replace('/chat', '/app/chat'), { target: 'changed' }],
    ['another key', edit(request, key, 'x'), { key: 'changed' }],
    ['another version', edit(request, version, '8'), { version: 'changed' }],
    ['a list of versions', edit(request, version, '13, 13'), { version: 'changed' }],
    ['a subprotocol in capitals', edit(request, protocol, 'CHAT, mqtt'), { offeredSubprotocols: 'changed' }],
    [
      'an extension without its parameter',
      edit(request, extensions, 'x-a, x-c'),
      { offeredExtensions: 'changed' },
    ],
    ['the extensions with other white space and quotes', edit(request, extensions, 'x-a;b="1",x-c'), {}],
    ['another Origin', edit(request, 'Origin', 'null'), { origin: 'changed' }],
  ])('%s', (_, arrived, facts) => {
    expect(read({ arrived })).toEqual({ ...faultless, ...facts });
  });

  test.each<[string, keyof HopFacts, string]>([
    [key, 'key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    [version, 'version', '13'],
    [protocol, 'offeredSubprotocols', 'chat, mqtt'],
    [extensions, 'offeredExtensions', 'x-a; b=1, x-c'],
    ['Origin', 'origin', 'http://b.example'],
    ['Host', 'host', 'a.example'],
  ])('%s that is dropped, doubled or added, joined or parted', (name, fact, value) => {
    const absent = edit(request, name);
    const [joined, parted] = [edit(request, name, 'a, b'), edit(request, name, 'a', 'b')];
    expect(read({ arrived: absent })).toEqual({ ...faultless, [fact]: 'dropped' });
    expect(read({ arrived: edit(request, name, value, value) })).toEqual({ ...faultless, [fact]: 'doubled' });
    expect(read({ sent: absent })).toEqual({ ...faultless, [fact]: 'added' });
    expect(read({ sent: absent, arrived: absent })).toEqual({ ...faultless, [fact]: 'absent' });
    expect(read({ sent: parted, arrived: joined })).toEqual({ ...faultless, [fact]: 'merged' });
    expect(read({ sent: joined, arrived: parted })).toEqual({ ...faultless, [fact]: 'split' });
  });

  test('a single value with another white space in it is another value', () => {
    const [sent, arrived] = [edit(request, 'Host', 'a,b'), edit(request, 'Host', 'a, b')];
    expect(read({ sent, arrived })).toMatchObject({ host: 'changed' });
  });

  test.each([
    ['Upgrade', 'upgrade', ['h2c', 'websocket'], 'h2c, websocket'],
    ['Connection', 'connection', ['a', 'Upgrade'], 'a, upgrade'],
  ])('%s: dropped, lines joined, and one parted', (name, fact, lines, joined) => {
    const [two, one] = [edit(request, name, ...lines), edit(request, name, joined)];
    expect(read({ arrived: edit(request, name) })).toEqual({ ...faultless, [fact]: 'dropped' });
    expect(read({ sent: two, arrived: one })).toEqual({ ...faultless, [fact]: 'merged' });
    expect(read({ sent: one, arrived: two })).toEqual({ ...faultless, [fact]: 'split' });
  });
});

describe('who does not ask for WebSocket has no Upgrade to be stripped of', () => {
  test.each([
    ['no Upgrade', edit(request, 'Upgrade')],
    ['another Upgrade', edit(request, 'Upgrade', 'h2c')],
    ['an Upgrade without Connection', edit(request, 'Connection')],
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0')],
  ])('%s', (_, sent) => {
    const arrived = edit(edit(request, 'Upgrade'), 'Connection');
    const answers = { replied: refusal, returned: refusal, outlived: null };
    expect(read({ sent, arrived, ...answers })).toMatchObject({ upgrade: 'absent', connection: 'absent' });
    expect(read({ sent, ...answers })).toMatchObject({ upgrade: 'added', connection: 'added' });
  });
});

describe('a field that Connection names', () => {
  const naming = add(edit(request, 'Connection', 'Upgrade, X-Hop, X-None'), 'X-Hop: 1');

  test.each<[string, string, HopFacts['nominated']]>([
    ['is removed', request, 'removed'],
    ['is forwarded', add(request, 'x-hop: 1'), 'forwarded'],
    ["gives way to the hop's own", add(request, 'X-Hop: 2'), 'removed'],
  ])('%s', (_, arrived, nominated) => {
    expect(read({ sent: naming, arrived })).toEqual({ ...faultless, connection: 'replaced', nominated });
  });

  test('has to be removed, too, where it is one of the handshake', () => {
    const sent = edit(request, 'Connection', `Upgrade, ${protocol}`);
    const removed = { nominated: 'removed', offeredSubprotocols: 'absent' };
    expect(read({ sent, arrived: edit(request, protocol) })).toMatchObject(removed);
    expect(read({ sent })).toMatchObject({ nominated: 'forwarded' });
  });
});

describe('an absolute target', () => {
  const sent = request.replace('GET /chat', 'GET http://c.example/chat');

  test.each<[string, string, Partial<HopFacts>]>([
    ['as it is', sent, {}],
    ['its path and query, and its host', edit(request, 'Host', 'c.example'), { target: 'reduced' }],
    ['its path and query, and the Host of the client', request, { target: 'reduced' }],
    ['another authority alone', sent.replace('c.example', 'inside'), {}],
    ['another path', request.replace('/chat', '/'), { target: 'changed' }],
    ['another query', request.replace('a=b', 'a=c'), { target: 'changed' }],
    [
      'its host twice',
      edit(request, 'Host', 'c.example', 'c.example'),
      { target: 'reduced', host: 'changed' },
    ],
  ])('%s', (_, arrived, facts) => {
    expect(read({ sent, arrived })).toEqual({ ...faultless, ...facts });
  });
});

describe('interim replies', () => {
  const expecting = add(request, 'Expect: 100-continue');
  const old = request.replace('HTTP/1.1', 'HTTP/1.0');

  test.each<[string, Partial<Sight>, HopFacts['interims']]>([
    ['passed', { replied: hint + reply, returned: hint + reply }, 'passed'],
    [
      'passed among those of the hop',
      { replied: hint + reply, returned: go + hint + hint + reply },
      'passed',
    ],
    ['dropped', { replied: hint + reply, returned: reply }, 'dropped'],
    ['dropped for another', { replied: hint + reply, returned: go + reply }, 'dropped'],
    ['one of two dropped', { replied: hint + hint + reply, returned: hint + reply }, 'dropped'],
    ['in another order', { replied: go + hint + reply, returned: hint + go + reply }, 'dropped'],
    ['those of the hop alone', { returned: hint + reply }, 'none'],
    [
      'a 100 that the client has asked for',
      { sent: expecting, arrived: expecting, replied: go + reply },
      'dropped',
    ],
    ['a 100 that the hop has asked for', { arrived: expecting, replied: go + reply }, 'none'],
    ['a 103 to a hop that has asked for 100', { arrived: expecting, replied: hint + reply }, 'dropped'],
    ['any, where the client speaks HTTP/1.0', { sent: old, replied: hint + reply }, 'none'],
  ])('%s', (_, sight, interims) => {
    expect(read(sight)).toMatchObject({ interims, reply: 'relayed', status: 'kept' });
  });
});

describe('the reply, by what of it is another before the hop', () => {
  test.each<[string, string, Partial<HopFacts>]>([
    ['another reason', reply.replace('Switching Protocols', 'Yes'), {}],
    ['HTTP/1.0', reply.replace('HTTP/1.1', 'HTTP/1.0'), { replyHttp: '1.0' }],
    ['HTTP/1.2', reply.replace('HTTP/1.1', 'HTTP/1.2'), { replyHttp: 'other' }],
    ['HTTP/2.0', reply.replace('HTTP/1.1', 'HTTP/2.0'), { replyHttp: 'other' }],
    ['another status', reply.replace('101', '200'), { status: 'changed', switched: 'none', ...unseenFields }],
    ['no Upgrade', edit(reply, 'Upgrade'), { repliedUpgrade: 'dropped' }],
    ['Upgrade in other case', edit(reply, 'Upgrade', 'WebSocket'), {}],
    ['no Connection', edit(reply, 'Connection'), { repliedConnection: 'dropped' }],
    ['Connection: close', edit(reply, 'Connection', 'close'), { repliedConnection: 'changed' }],
    ['Connection with another', edit(reply, 'Connection', 'a, Upgrade'), { repliedConnection: 'replaced' }],
    ['another accept value', edit(reply, accept, 'x'), { accept: 'changed' }],
    [
      'two accept values',
      edit(reply, accept, ...Array(2).fill('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')),
      { accept: 'doubled' },
    ],
    ['another subprotocol', edit(reply, protocol, 'mqtt'), { chosenSubprotocol: 'changed' }],
    ['another extension', edit(reply, extensions, 'x-a; b=1, x-c'), { agreedExtensions: 'changed' }],
  ])('%s', (_, returned, facts) => {
    expect(read({ returned })).toEqual({ ...faultless, ...facts });
  });

  test.each<[string, keyof HopFacts]>([
    [accept, 'accept'],
    [protocol, 'chosenSubprotocol'],
    [extensions, 'agreedExtensions'],
  ])('%s that is dropped or added, joined or parted', (name, fact) => {
    const [joined, parted] = [edit(reply, name, 'a, b'), edit(reply, name, 'a', 'b')];
    expect(read({ returned: edit(reply, name) })).toEqual({ ...faultless, [fact]: 'dropped' });
    expect(read({ replied: edit(reply, name) })).toEqual({ ...faultless, [fact]: 'added' });
    expect(read({ replied: parted, returned: joined })).toEqual({ ...faultless, [fact]: 'merged' });
    expect(read({ replied: joined, returned: parted })).toEqual({ ...faultless, [fact]: 'split' });
  });

  test.each<[string, string, Partial<HopFacts>]>([
    ['as it is', refusal, { status: 'kept' }],
    ['with another Connection', edit(refusal, 'Connection', 'keep-alive'), { status: 'kept' }],
    ['in HTTP/1.0', refusal.replace('HTTP/1.1', 'HTTP/1.0'), { status: 'kept', replyHttp: 'downgraded' }],
    ['in place of it another', badGateway, { status: 'replaced' }],
  ])('a refusal %s is no fault', (_, returned, facts) => {
    expect(read({ replied: refusal, returned })).toMatchObject({
      ...{ reply: 'relayed', switched: 'none', ...unseen('repliedUpgrade', 'repliedConnection') },
      ...facts,
    });
  });

  test.each([
    ['a refusal to 101', refusal, reply],
    ['a refusal to 200', refusal, refusal.replace('403', '200')],
  ])('%s is another status', (_, replied, returned) => {
    expect(read({ replied, returned })).toMatchObject({ reply: 'relayed', status: 'changed' });
  });

  test.each([
    ['no Upgrade', edit(request, 'Upgrade'), 'unasked'],
    ['another Upgrade', edit(request, 'Upgrade', 'h2c'), 'unasked'],
    ['HTTP/1.0, whose Upgrade counts for nothing', request.replace('HTTP/1.1', 'HTTP/1.0'), 'unasked'],
    ['a list with the protocol in it', edit(request, 'Upgrade', 'h2c, WEBSOCKET'), 'asked'],
  ])('a 101 for a client that sent %s', (_, sent, switched) => {
    expect(read({ sent })).toMatchObject({ switched });
  });
});

test.each([
  [true, 'outlived'],
  [false, 'ended'],
  [null, 'unseen'],
])('the pause between two pings: %s is %s', (outlived, idle) => {
  expect(read({ outlived })).toEqual({ ...faultless, idle });
});

describe('what rows permit finds no fault with the hop', () => {
  const permitted: Readonly<Record<Exclude<HopPermit, 'configured'>, Partial<Sight>>> = {
    refuseOddRequest: { sent: nonsense, arrived: '', replied: '', returned: badGateway },
    ownReply: { arrived: '', replied: '', returned: refusal },
    otherRefusal: { replied: refusal, returned: badGateway },
    refuseInHttp10: { replied: refusal, returned: refusal.replace('HTTP/1.1', 'HTTP/1.0') },
    ownOptions: { arrived: edit(request, 'Connection', 'a, upgrade') },
    otherLines: { arrived: edit(request, protocol, 'chat', 'mqtt') },
    originForm: { sent: request.replace('GET ', 'GET http://a.example') },
    ownInterim: { returned: hint + reply },
    addedFields: {
      arrived: add(request, 'Via: 1.1 a', 'Forwarded: for=b', 'X-Forwarded-For: b'),
      returned: add(reply, 'Via: 1.1 a'),
    },
    otherSpelling: {
      arrived: request.replace('Host:', 'host:').replace(/(Upgrade: .*\r\n)(Connection: .*\r\n)/, '$2$1'),
      returned: reply.replace(' Switching Protocols', ' '),
    },
  };

  test.each(Object.entries(permitted))('%s', (_, sight) => {
    const rows = judge(hopTable, read(sight), {});
    expect(rows.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  test('each of them stands at a row, beside what only the owner of a hop can tell', () => {
    const named = new Set(hopRows.flatMap(({ permits }): readonly HopPermit[] => permits));
    expect([...named].sort()).toEqual([...Object.keys(permitted), 'configured'].sort());
  });
});
