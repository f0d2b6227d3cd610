import { describe, expect, test } from 'vitest';
import { judge } from '../../models/decide.ts';
import { type HopGuard, hopRows, hopTable } from '../../models/intermediary.ts';
import type { HopFacts, HopPermit } from '../../models/vocabulary.ts';
import { readHop } from '../../src/facts/hop-facts.ts';

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

const faithful: Sight = { sent: request, arrived: request, replied: reply, returned: reply, outlived: true };

const faultless: HopFacts = {
  request: 'arrived',
  requestHttp: '1.1',
  upgrade: 'kept',
  connection: 'kept',
  nominated: 'none',
  host: 'kept',
  target: 'kept',
  key: 'kept',
  version: 'kept',
  offeredSubprotocols: 'kept',
  offeredExtensions: 'kept',
  origin: 'kept',
  interims: 'none',
  reply: 'relayed',
  replyHttp: '1.1',
  switched: 'asked',
  status: 'kept',
  repliedUpgrade: 'kept',
  repliedConnection: 'kept',
  accept: 'kept',
  chosenSubprotocol: 'kept',
  agreedExtensions: 'kept',
  idle: 'outlived',
};

const unseenRequest = {
  requestHttp: 'unseen',
  upgrade: 'unseen',
  connection: 'unseen',
  nominated: 'unseen',
  host: 'unseen',
  target: 'unseen',
  key: 'unseen',
  version: 'unseen',
  offeredSubprotocols: 'unseen',
  offeredExtensions: 'unseen',
  origin: 'unseen',
} as const;
const unseenFields = {
  repliedUpgrade: 'unseen',
  repliedConnection: 'unseen',
  accept: 'unseen',
  chosenSubprotocol: 'unseen',
  agreedExtensions: 'unseen',
} as const;
const unseenReply = { replyHttp: 'unseen', status: 'unseen', switched: 'unseen', ...unseenFields } as const;
/** Nothing arrived at the backend. */
const unseen = { ...unseenRequest, ...unseenReply, interims: 'unseen', reply: 'unseen' } as const;

function read(sight: Partial<Sight>): HopFacts {
  const { outlived, ...texts } = { ...faithful, ...sight };
  const [sent, arrived, replied, returned] = [texts.sent, texts.arrived, texts.replied, texts.returned].map(
    (text) => Buffer.from(text, 'latin1'),
  ) as [Buffer, Buffer, Buffer, Buffer]; // map() forgets how many there are
  return readHop({ sent, arrived, replied, returned, outlived });
}

function guardsOf(sight: Partial<Sight>): readonly string[] {
  return judge(hopTable, read(sight), {}).map(({ guard }) => guard);
}

/** A message with one line replaced, or left out. */
function edit(message: string, line: string, ...lines: readonly string[]): string {
  const text = lines.map((each) => `${each}\r\n`).join('');
  return message.replace(new RegExp(`^${line}:.*\r\n`, 'm'), () => text);
}

const both = (change: (message: string) => string) => ({ sent: change(request), arrived: change(request) });

test('a hop that changes nothing', () => {
  expect(read({})).toEqual(faultless);
});

test('what follows the heads is not looked at', () => {
  const frames = { sent: `${request}\x81\x80`, arrived: `${request}\x89`, returned: `${reply}\x81` };
  expect(read(frames)).toEqual(faultless);
});

describe('how far the handshake came', () => {
  test.each<[string, Partial<Sight>, Partial<HopFacts>, HopGuard]>([
    [
      'the hop answers, and nothing arrives',
      { arrived: '', replied: '', returned: refusal },
      { request: 'withheld', ...unseen },
      'hopAnswersFirst',
    ],
    [
      'the hop says what is no reply, and nothing arrives',
      { arrived: '', replied: '', returned: 'nonsense' },
      { request: 'withheld', ...unseen },
      'hopAnswersFirst',
    ],
    [
      'nothing arrives, and nothing comes out',
      { arrived: '', replied: '', returned: '' },
      { request: 'dropped', ...unseen },
      'requestIsDropped',
    ],
    [
      'nothing arrives, and an interim reply is all that comes out',
      { arrived: '', replied: '', returned: go },
      { request: 'dropped', ...unseen },
      'requestIsDropped',
    ],
    [
      'half a request arrives',
      { arrived: request.slice(0, 40), replied: '', returned: '' },
      { request: 'garbled', ...unseenRequest, reply: 'none', ...unseenReply },
      'requestIsGarbled',
    ],
    [
      'what arrives is no request',
      { arrived: request.replace('GET ', ''), replied: refusal, returned: refusal },
      {
        ...{ request: 'garbled', ...unseenRequest, switched: 'none' },
        ...{ repliedUpgrade: 'unseen', repliedConnection: 'unseen' },
        ...{ accept: 'absent', chosenSubprotocol: 'absent', agreedExtensions: 'absent' },
      },
      'requestIsGarbled',
    ],
    [
      'the backend says nothing, and the hop neither',
      { replied: '', returned: '' },
      { reply: 'none', ...unseenReply },
      'backendIsSilent',
    ],
    [
      'the backend says nothing, and the hop 504',
      { replied: '', returned: timeout },
      { reply: 'none', ...unseenReply, switched: 'none' },
      'backendIsSilent',
    ],
    [
      'the backend hints, and says nothing more',
      { replied: hint, returned: hint },
      { reply: 'none', interims: 'passed', ...unseenReply },
      'backendIsSilent',
    ],
    [
      'the backend says nothing, and the hop 502',
      { replied: '', returned: badGateway },
      { reply: 'own', ...unseenReply, switched: 'none' },
      'hopAnswersInstead',
    ],
    [
      'the backend says what is no reply, and the hop 502',
      { replied: 'nonsense', returned: badGateway },
      { reply: 'own', ...unseenReply, switched: 'none' },
      'hopAnswersInstead',
    ],
    [
      'the 101 of the backend has no accept value, and the hop says 502',
      { replied: edit(reply, 'Sec-WebSocket-Accept'), returned: badGateway },
      { reply: 'own', ...unseenReply, switched: 'none' },
      'hopAnswersInstead',
    ],
    [
      'the 101 of the backend has no Connection, and the hop says 502',
      { replied: edit(reply, 'Connection'), returned: badGateway },
      { reply: 'own', ...unseenReply, switched: 'none' },
      'hopAnswersInstead',
    ],
    ['the reply does not come out', { returned: '' }, { reply: 'dropped', ...unseenReply }, 'replyIsDropped'],
    [
      'half of the reply comes out',
      { returned: reply.slice(0, 40) },
      { reply: 'garbled', ...unseenReply },
      'replyIsGarbled',
    ],
    [
      'what comes out is no reply',
      { returned: reply.replace('HTTP/1.1', 'ICY') },
      { reply: 'garbled', ...unseenReply },
      'replyIsGarbled',
    ],
  ])('%s', (_, sight, facts, guard) => {
    expect(read({ outlived: null, ...sight })).toEqual({ ...faultless, ...facts, idle: 'unseen' });
    expect(guardsOf({ outlived: null, ...sight })).toEqual([guard]);
  });

  test('what the client sends is no request: nothing of it can be altered', () => {
    const sent = 'nonsense\r\n\r\n';
    expect(read({ sent, arrived: sent, replied: refusal, returned: refusal })).toMatchObject({
      request: 'arrived',
      ...unseenRequest,
      status: 'kept',
    });
    expect(guardsOf({ sent, arrived: '', replied: '', returned: badGateway })).toEqual(['hopAnswersFirst']);
  });
});

describe('the request, by what of it is another behind the hop', () => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const protocols = 'Sec-WebSocket-Protocol: chat, mqtt';
  const extensions = 'Sec-WebSocket-Extensions: x-a; b=1, x-c';

  test.each<[string, string, Partial<HopFacts>, ...HopGuard[]]>([
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0'), { requestHttp: '1.0' }, 'backendHttpIs10'],
    ['HTTP/1.2', request.replace('HTTP/1.1', 'HTTP/1.2'), { requestHttp: 'other' }, 'requestHttpIsNotOwn'],
    ['HTTP/2.0', request.replace('HTTP/1.1', 'HTTP/2.0'), { requestHttp: 'other' }, 'requestHttpIsNotOwn'],
    ['no Upgrade', edit(request, 'Upgrade'), { upgrade: 'dropped' }, 'upgradeIsStripped'],
    ['Upgrade: h2c', edit(request, 'Upgrade', 'Upgrade: h2c'), { upgrade: 'changed' }, 'upgradeIsStripped'],
    ['Upgrade with another', edit(request, 'Upgrade', 'Upgrade: h2c, websocket'), { upgrade: 'replaced' }],
    ['Upgrade in other case', edit(request, 'Upgrade', 'UPGRADE: WebSocket'), {}],
    [
      'Upgrade twice',
      edit(request, 'Upgrade', 'Upgrade: websocket', 'Upgrade: websocket'),
      { upgrade: 'doubled' },
    ],
    ['no Connection', edit(request, 'Connection'), { connection: 'dropped' }, 'connectionIsNotSet'],
    [
      'Connection: close',
      edit(request, 'Connection', 'Connection: close'),
      { connection: 'changed' },
      'connectionIsNotSet',
    ],
    [
      'Connection with another',
      edit(request, 'Connection', 'Connection: a, upgrade'),
      { connection: 'replaced' },
    ],
    ['another Host', edit(request, 'Host', 'Host: b'), { host: 'changed' }, 'hostIsRewritten'],
    ['no Host', edit(request, 'Host'), { host: 'dropped' }, 'hostIsRewritten'],
    [
      'Host twice',
      edit(request, 'Host', 'Host: a.example', 'Host: a.example'),
      { host: 'doubled' },
      'hostIsRewritten',
    ],
    ['another path', request.replace('/chat', '/app/chat'), { target: 'changed' }, 'targetIsRewritten'],
    ['no query', request.replace('?a=b', ''), { target: 'changed' }, 'targetIsRewritten'],
    [
      'another key',
      edit(request, 'Sec-WebSocket-Key', 'Sec-WebSocket-Key: x'),
      { key: 'changed' },
      'keyIsAltered',
    ],
    ['no key', edit(request, 'Sec-WebSocket-Key'), { key: 'dropped' }, 'keyIsAltered'],
    ['the key twice', edit(request, 'Sec-WebSocket-Key', key, key), { key: 'doubled' }, 'keyIsAltered'],
    [
      'another version',
      edit(request, 'Sec-WebSocket-Version', 'Sec-WebSocket-Version: 8'),
      { version: 'changed' },
      'versionIsAltered',
    ],
    ['no version', edit(request, 'Sec-WebSocket-Version'), { version: 'dropped' }, 'versionIsAltered'],
    [
      'a list of versions',
      edit(request, 'Sec-WebSocket-Version', 'Sec-WebSocket-Version: 13, 13'),
      { version: 'changed' },
      'versionIsAltered',
    ],
    [
      'no subprotocols',
      edit(request, 'Sec-WebSocket-Protocol'),
      { offeredSubprotocols: 'dropped' },
      'offeredSubprotocolsAreAltered',
    ],
    [
      'the first subprotocol alone',
      edit(request, 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Protocol: chat'),
      { offeredSubprotocols: 'changed' },
      'offeredSubprotocolsAreAltered',
    ],
    [
      'the subprotocols in another order',
      edit(request, 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Protocol: mqtt, chat'),
      { offeredSubprotocols: 'changed' },
      'offeredSubprotocolsAreAltered',
    ],
    [
      'a subprotocol in capitals',
      edit(request, 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Protocol: CHAT, mqtt'),
      { offeredSubprotocols: 'changed' },
      'offeredSubprotocolsAreAltered',
    ],
    [
      'the subprotocols twice',
      edit(request, 'Sec-WebSocket-Protocol', protocols, protocols),
      { offeredSubprotocols: 'doubled' },
      'offeredSubprotocolsAreAltered',
    ],
    [
      'the subprotocols over two lines',
      edit(request, 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Protocol: chat', 'sec-websocket-protocol: mqtt'),
      { offeredSubprotocols: 'split' },
    ],
    [
      'no extensions',
      edit(request, 'Sec-WebSocket-Extensions'),
      { offeredExtensions: 'dropped' },
      'offeredExtensionsAreAltered',
    ],
    [
      'an extension without its parameter',
      edit(request, 'Sec-WebSocket-Extensions', 'Sec-WebSocket-Extensions: x-a, x-c'),
      { offeredExtensions: 'changed' },
      'offeredExtensionsAreAltered',
    ],
    [
      'the extensions twice',
      edit(request, 'Sec-WebSocket-Extensions', extensions, extensions),
      { offeredExtensions: 'doubled' },
      'offeredExtensionsAreAltered',
    ],
    [
      'the extensions with other white space and quotes',
      edit(request, 'Sec-WebSocket-Extensions', 'Sec-WebSocket-Extensions: x-a;b="1",x-c'),
      {},
    ],
    [
      'the extensions over two lines',
      edit(
        request,
        'Sec-WebSocket-Extensions',
        'Sec-WebSocket-Extensions: x-a; b=1',
        'Sec-WebSocket-Extensions: x-c',
      ),
      { offeredExtensions: 'split' },
    ],
    ['another Origin', edit(request, 'Origin', 'Origin: null'), { origin: 'changed' }, 'originIsAltered'],
    ['no Origin', edit(request, 'Origin'), { origin: 'dropped' }, 'originIsAltered'],
  ])('%s', (_, arrived, facts, ...guards) => {
    expect(read({ arrived })).toEqual({ ...faultless, ...facts });
    expect(guardsOf({ arrived })).toEqual(guards.length === 0 ? ['otherwise'] : guards);
  });

  test.each<[string, keyof HopFacts, HopGuard]>([
    ['Sec-WebSocket-Key', 'key', 'keyIsAltered'],
    ['Sec-WebSocket-Version', 'version', 'versionIsAltered'],
    ['Sec-WebSocket-Protocol', 'offeredSubprotocols', 'offeredSubprotocolsAreAltered'],
    ['Sec-WebSocket-Extensions', 'offeredExtensions', 'offeredExtensionsAreAltered'],
    ['Origin', 'origin', 'originIsAltered'],
    ['Host', 'host', 'hostIsRewritten'],
  ])('%s where the client sent none', (name, fact, guard) => {
    expect(read({ sent: edit(request, name) })).toEqual({ ...faultless, [fact]: 'added' });
    expect(guardsOf({ sent: edit(request, name) })).toEqual([guard]);
    expect(read(both((message) => edit(message, name)))).toEqual({ ...faultless, [fact]: 'absent' });
  });

  test.each<[string, keyof HopFacts, ...HopGuard[]]>([
    ['Sec-WebSocket-Key', 'key', 'keyIsAltered'],
    ['Sec-WebSocket-Version', 'version', 'versionIsAltered'],
    ['Host', 'host', 'hostIsRewritten'],
    ['Origin', 'origin', 'originIsAltered'],
    ['Sec-WebSocket-Protocol', 'offeredSubprotocols'],
    ['Sec-WebSocket-Extensions', 'offeredExtensions'],
  ])('%s: two lines joined to one, and one parted into two', (name, fact, ...guards) => {
    const parted = edit(request, name, `${name}: a`, `${name}: b`);
    const joined = edit(request, name, `${name}: a, b`);
    expect(read({ sent: parted, arrived: joined })).toEqual({ ...faultless, [fact]: 'merged' });
    expect(read({ sent: joined, arrived: parted })).toEqual({ ...faultless, [fact]: 'split' });
    const expected = guards.length === 0 ? ['otherwise'] : guards;
    expect(guardsOf({ sent: parted, arrived: joined })).toEqual(expected);
    expect(guardsOf({ sent: joined, arrived: parted })).toEqual(expected);
  });

  test('a single value with another white space in it is another value', () => {
    const [sent, arrived] = ['a,b', 'a, b'].map((value) => edit(request, 'Host', `Host: ${value}`));
    expect(read({ sent: sent ?? '', arrived: arrived ?? '' })).toMatchObject({ host: 'changed' });
  });

  test.each([
    ['Upgrade', 'upgrade', 'Upgrade: h2c', 'Upgrade: websocket', 'Upgrade: h2c, websocket'],
    ['Connection', 'connection', 'Connection: a', 'Connection: Upgrade', 'Connection: a, upgrade'],
  ])('%s: lines joined, and one parted', (name, fact, first, second, joined) => {
    const [two, one] = [edit(request, name, first, second), edit(request, name, joined)];
    expect(read({ sent: two, arrived: one })).toMatchObject({ [fact]: 'merged' });
    expect(read({ sent: one, arrived: two })).toMatchObject({ [fact]: 'split' });
    expect(guardsOf({ sent: two, arrived: one })).toEqual(['otherwise']);
  });
});

describe('who does not ask for WebSocket has no Upgrade to be stripped of', () => {
  test.each([
    ['no Upgrade', edit(request, 'Upgrade')],
    ['another Upgrade', edit(request, 'Upgrade', 'Upgrade: h2c')],
    ['an Upgrade without Connection', edit(request, 'Connection')],
    ['HTTP/1.0', request.replace('HTTP/1.1', 'HTTP/1.0')],
  ])('%s', (_, sent) => {
    const arrived = edit(edit(request, 'Upgrade'), 'Connection');
    const answers = { replied: refusal, returned: refusal, outlived: null };
    expect(read({ sent, arrived, ...answers })).toMatchObject({ upgrade: 'absent', connection: 'absent' });
    expect(guardsOf({ sent, arrived, ...answers })).toEqual(['otherwise']);
    expect(read({ sent, ...answers })).toMatchObject({ upgrade: 'added', connection: 'added' });
  });
});

describe('the fields that Connection names', () => {
  const naming = edit(request, 'Connection', 'Connection: Upgrade, X-Hop, X-None', 'X-Hop: 1');

  test.each<[string, string, HopFacts['nominated'], HopGuard]>([
    ['removed', request, 'removed', 'otherwise'],
    [
      'forwarded',
      edit(request, 'Host', 'Host: a.example', 'x-hop: 1'),
      'forwarded',
      'nominatedFieldIsForwarded',
    ],
    ["the hop's own", edit(request, 'Host', 'Host: a.example', 'X-Hop: 2'), 'removed', 'otherwise'],
  ])('%s', (_, arrived, nominated, guard) => {
    expect(read({ sent: naming, arrived })).toEqual({ ...faultless, connection: 'replaced', nominated });
    expect(guardsOf({ sent: naming, arrived })).toEqual([guard]);
  });

  test('a field of the handshake among them has to be removed, too', () => {
    const sent = edit(request, 'Connection', 'Connection: Upgrade, Sec-WebSocket-Protocol');
    const arrived = edit(request, 'Sec-WebSocket-Protocol');
    expect(read({ sent, arrived })).toMatchObject({ nominated: 'removed', offeredSubprotocols: 'absent' });
    expect(guardsOf({ sent, arrived })).toEqual(['otherwise']);
    expect(guardsOf({ sent, arrived: request })).toEqual(['nominatedFieldIsForwarded']);
  });
});

describe('an absolute target', () => {
  const sent = request.replace('GET /chat', 'GET http://c.example/chat');

  test.each<[string, string, Partial<HopFacts>, HopGuard]>([
    ['as it is', sent, {}, 'otherwise'],
    [
      'its path and query, and its host',
      edit(request, 'Host', 'Host: c.example'),
      { target: 'reduced' },
      'otherwise',
    ],
    ['its path and query, and the Host of the client', request, { target: 'reduced' }, 'otherwise'],
    ['another authority alone', sent.replace('c.example', 'inside'), {}, 'otherwise'],
    ['another path', request.replace('/chat', '/'), { target: 'changed' }, 'targetIsRewritten'],
    ['another query', request.replace('a=b', 'a=c'), { target: 'changed' }, 'targetIsRewritten'],
    [
      'its host twice',
      edit(request, 'Host', 'Host: c.example', 'Host: c.example'),
      { target: 'reduced', host: 'changed' },
      'hostIsRewritten',
    ],
  ])('%s', (_, arrived, facts, guard) => {
    expect(read({ sent, arrived })).toEqual({ ...faultless, ...facts });
    expect(guardsOf({ sent, arrived })).toEqual([guard]);
  });
});

describe('interim replies', () => {
  const expecting = edit(request, 'Host', 'Host: a.example', 'Expect: 100-continue');
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
    expect(guardsOf(sight).includes('interimIsDropped')).toBe(interims === 'dropped');
  });
});

describe('the reply, by what of it is another before the hop', () => {
  const accept = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

  test.each<[string, string, Partial<HopFacts>, ...HopGuard[]]>([
    ['another reason', reply.replace('Switching Protocols', 'Yes'), {}],
    ['HTTP/1.0', reply.replace('HTTP/1.1', 'HTTP/1.0'), { replyHttp: '1.0' }, 'replyHttpIsNotOwn'],
    ['HTTP/1.2', reply.replace('HTTP/1.1', 'HTTP/1.2'), { replyHttp: 'other' }, 'replyHttpIsNotOwn'],
    ['HTTP/2.0', reply.replace('HTTP/1.1', 'HTTP/2.0'), { replyHttp: 'other' }, 'replyHttpIsNotOwn'],
    [
      'another status',
      reply.replace('101', '200'),
      { status: 'changed', switched: 'none', ...unseenFields },
      'statusIsChanged',
    ],
    ['no Upgrade', edit(reply, 'Upgrade'), { repliedUpgrade: 'dropped' }, 'repliedUpgradeIsStripped'],
    ['Upgrade in other case', edit(reply, 'Upgrade', 'Upgrade: WebSocket'), {}],
    [
      'no Connection',
      edit(reply, 'Connection'),
      { repliedConnection: 'dropped' },
      'repliedConnectionIsNotSet',
    ],
    [
      'Connection: close',
      edit(reply, 'Connection', 'Connection: close'),
      { repliedConnection: 'changed' },
      'repliedConnectionIsNotSet',
    ],
    [
      'Connection with another',
      edit(reply, 'Connection', 'Connection: a, Upgrade'),
      { repliedConnection: 'replaced' },
    ],
    ['no accept value', edit(reply, 'Sec-WebSocket-Accept'), { accept: 'dropped' }, 'acceptIsAltered'],
    [
      'another accept value',
      edit(reply, 'Sec-WebSocket-Accept', 'Sec-WebSocket-Accept: x'),
      { accept: 'changed' },
      'acceptIsAltered',
    ],
    [
      'two accept values',
      edit(reply, 'Sec-WebSocket-Accept', accept, accept),
      { accept: 'doubled' },
      'acceptIsAltered',
    ],
    [
      'no subprotocol',
      edit(reply, 'Sec-WebSocket-Protocol'),
      { chosenSubprotocol: 'dropped' },
      'chosenSubprotocolIsAltered',
    ],
    [
      'another subprotocol',
      edit(reply, 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Protocol: mqtt'),
      { chosenSubprotocol: 'changed' },
      'chosenSubprotocolIsAltered',
    ],
    [
      'no extension',
      edit(reply, 'Sec-WebSocket-Extensions'),
      { agreedExtensions: 'dropped' },
      'agreedExtensionsAreAltered',
    ],
    [
      'another extension',
      edit(reply, 'Sec-WebSocket-Extensions', 'Sec-WebSocket-Extensions: x-a; b=1, x-c'),
      { agreedExtensions: 'changed' },
      'agreedExtensionsAreAltered',
    ],
  ])('%s', (_, returned, facts, ...guards) => {
    expect(read({ returned })).toEqual({ ...faultless, ...facts });
    expect(guardsOf({ returned })).toEqual(guards.length === 0 ? ['otherwise'] : guards);
  });

  test.each<[string, keyof HopFacts, HopGuard]>([
    ['Sec-WebSocket-Accept', 'accept', 'acceptIsAltered'],
    ['Sec-WebSocket-Protocol', 'chosenSubprotocol', 'chosenSubprotocolIsAltered'],
    ['Sec-WebSocket-Extensions', 'agreedExtensions', 'agreedExtensionsAreAltered'],
  ])('%s where the backend sent none', (name, fact, guard) => {
    expect(read({ replied: edit(reply, name) })).toEqual({ ...faultless, [fact]: 'added' });
    expect(guardsOf({ replied: edit(reply, name) })).toEqual([guard]);
  });

  test.each<[string, keyof HopFacts, ...HopGuard[]]>([
    ['Sec-WebSocket-Accept', 'accept', 'acceptIsAltered'],
    ['Sec-WebSocket-Protocol', 'chosenSubprotocol', 'chosenSubprotocolIsAltered'],
    ['Sec-WebSocket-Extensions', 'agreedExtensions'],
  ])('%s: two lines joined to one, and one parted into two', (name, fact, ...guards) => {
    const parted = edit(reply, name, `${name}: a`, `${name}: b`);
    const joined = edit(reply, name, `${name}: a, b`);
    expect(read({ replied: parted, returned: joined })).toEqual({ ...faultless, [fact]: 'merged' });
    expect(read({ replied: joined, returned: parted })).toEqual({ ...faultless, [fact]: 'split' });
    const expected = guards.length === 0 ? ['otherwise'] : guards;
    expect(guardsOf({ replied: parted, returned: joined })).toEqual(expected);
  });

  test.each<[string, string, Partial<HopFacts>]>([
    ['as it is', refusal, { status: 'kept' }],
    ['with another Connection', edit(refusal, 'Connection', 'Connection: keep-alive'), { status: 'kept' }],
    ['in HTTP/1.0', refusal.replace('HTTP/1.1', 'HTTP/1.0'), { status: 'kept', replyHttp: 'downgraded' }],
    ['in place of it another', badGateway, { status: 'replaced' }],
  ])('a refusal %s is no fault', (_, returned, facts) => {
    expect(read({ replied: refusal, returned })).toMatchObject({
      ...{ reply: 'relayed', switched: 'none', repliedUpgrade: 'unseen', repliedConnection: 'unseen' },
      ...facts,
    });
    expect(guardsOf({ replied: refusal, returned })).toEqual(['otherwise']);
  });

  test.each([
    ['a refusal to 101', refusal, reply],
    ['a refusal to 200', refusal, refusal.replace('403', '200')],
    ['a right 101 to 502', reply, badGateway],
  ])('%s is another status', (_, replied, returned) => {
    expect(read({ replied, returned })).toMatchObject({ reply: 'relayed', status: 'changed' });
  });

  test.each([
    ['no Upgrade', edit(request, 'Upgrade'), 'unasked'],
    ['another Upgrade', edit(request, 'Upgrade', 'Upgrade: h2c'), 'unasked'],
    ['HTTP/1.0, whose Upgrade counts for nothing', request.replace('HTTP/1.1', 'HTTP/1.0'), 'unasked'],
    ['a list with the protocol in it', edit(request, 'Upgrade', 'Upgrade: h2c, WEBSOCKET'), 'asked'],
  ])('a 101 for a client that sent %s', (_, sent, switched) => {
    expect(read({ sent })).toMatchObject({ switched });
    expect(guardsOf({ sent }).includes('switchIsUnasked')).toBe(switched === 'unasked');
  });
});

test.each([
  [true, 'outlived', 'otherwise'],
  [false, 'ended', 'idleTimeIsTooShort'],
  [null, 'unseen', 'otherwise'],
])('the pause between two pings: %s is %s', (outlived, idle, guard) => {
  expect(read({ outlived })).toEqual({ ...faultless, idle });
  expect(guardsOf({ outlived })).toEqual([guard]);
});

describe('what rows permit finds no fault with the hop', () => {
  const odd = 'nonsense\r\n\r\n';
  const permitted: Readonly<Record<Exclude<HopPermit, 'configured'>, Partial<Sight>>> = {
    refuseOddRequest: { sent: odd, arrived: '', replied: '', returned: badGateway },
    ownReply: { arrived: '', replied: '', returned: refusal },
    otherRefusal: { replied: refusal, returned: badGateway },
    refuseInHttp10: { replied: refusal, returned: refusal.replace('HTTP/1.1', 'HTTP/1.0') },
    ownOptions: { arrived: edit(request, 'Connection', 'Connection: a, upgrade') },
    otherLines: {
      arrived: edit(
        request,
        'Sec-WebSocket-Protocol',
        'Sec-WebSocket-Protocol: chat',
        'Sec-WebSocket-Protocol: mqtt',
      ),
    },
    originForm: { sent: request.replace('GET ', 'GET http://a.example') },
    ownInterim: { returned: hint + reply },
    addedFields: {
      arrived: edit(
        request,
        'Host',
        'Host: a.example',
        'Via: 1.1 a',
        'Forwarded: for=b',
        'X-Forwarded-For: b',
      ),
      returned: edit(reply, 'Upgrade', 'Upgrade: websocket', 'Via: 1.1 a'),
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
