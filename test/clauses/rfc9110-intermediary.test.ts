import { describe, expect, test } from 'vitest';
import type { HopGuard } from '../../models/decisions/hop.ts';
import { type Behaviour, behaviours } from '../../src/intermediary/behaviour.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { clause } from './clause.ts';
import {
  connectTo,
  dial,
  onFields,
  reply,
  request,
  seen,
  shareServer,
  startAnswering,
  startRoute,
} from './peer.ts';

const server = shareServer();

/** A request of raw octets through a hop to the reference server, and what was seen of it. */
async function passOctets(sent: string, behaviour: Behaviour = behaviours.passes) {
  const route = await startRoute(server.port, behaviour);
  const peer = await dial(route.port, sent);
  const { reply: head, interims } = await receiveReply(peer);
  return { status: head?.status, interims, ...route.passage() };
}

/** The reference client through a hop to a backend that replies as told. */
async function passReply(text: string, behaviour: Behaviour) {
  const backend = await startAnswering(text);
  const route = await startRoute(backend.port, behaviour);
  const { error } = await connectTo(route.port);
  return { error, ...route.passage() };
}

describe(clause('rfc9110/2.2/well-formed-forwarded'), () => {
  test('kept: a request with fields of any kind arrives as one, and so does its reply', async () => {
    const odd = request({ 'x!#$': '\xe9 "', 'X-Empty': '' });
    const { forwarded, ...passage } = await passOctets(odd);
    expect(passage).toMatchObject({ ...seen(), status: 101 });
    expect(forwarded).toContain('\r\nx!#$: \xe9 "\r\nX-Empty: \r\n');
  });

  test('broken: what arrives is no request', async () => {
    const passage = await passOctets(request(), behaviours.garblesRequest);
    expect(passage).toMatchObject({ ...seen('requestIsGarbled'), verdict: 'failed', status: 400 });
  });

  test('broken: what comes out is no reply', async () => {
    const { error, ...passage } = await passReply(reply(), behaviours.garblesReply);
    expect(passage).toMatchObject({ ...seen('replyIsGarbled'), verdict: 'failed' });
    expect(error).toMatchObject({ state: 'failed', clause: 'rfc9112/4/status-line' });
  });
});

describe(clause('rfc9110/3.7/gateway-answers'), () => {
  test('told apart from a refusal of the backend: nothing has arrived there', async () => {
    const passage = await passOctets(request(), behaviours.refuses);
    expect(passage).toMatchObject({
      ...seen('hopAnswersFirst'),
      verdict: 'answered',
      status: 403,
      forwarded: '',
    });
    const theirs = await passOctets(request({ 'Sec-WebSocket-Key': null }));
    expect(theirs).toMatchObject({ ...seen(), verdict: 'passes', status: 400 });
  });

  test.each([
    ['two Hosts', request({ Host: ['a', 'b'] })],
    ['a Connection that names Host', request({ Connection: 'Upgrade, Host' })],
  ])('an odd request is refused by the hop: %s', async (_, odd) => {
    const passage = await passOctets(odd);
    expect(passage).toMatchObject({ ...seen('hopAnswersFirst'), verdict: 'answered', status: 400 });
  });
});

describe(clause('rfc9110/5.1/handshake-fields-forwarded'), () => {
  test('kept: every one of them, and lists over several lines', async () => {
    const { arrived, forwarded, ...passage } = await passOctets(
      request({ 'Sec-WebSocket-Protocol': ['chat', 'mqtt'], 'Sec-WebSocket-Extensions': 'x-a; b="c"' }),
    );
    expect(passage).toMatchObject({ ...seen(), status: 101 });
    const lines = (text: string) => text.match(/^sec-websocket-.*$/gim);
    expect(lines(forwarded)).toEqual(lines(arrived));
  });

  test.each<[string, Behaviour, HopGuard, number]>([
    ['the key', behaviours.changesKey, 'keyIsAltered', 101],
    ['the version', behaviours.stripsVersion, 'versionIsAltered', 400],
    ['the subprotocols', behaviours.stripsSubprotocols, 'offeredSubprotocolsAreAltered', 101],
    ['the extensions', behaviours.stripsExtensions, 'offeredExtensionsAreAltered', 101],
  ])('broken: %s', async (_, behaviour, guard, status) => {
    const offering = request({ 'Sec-WebSocket-Protocol': 'chat', 'Sec-WebSocket-Extensions': 'x-a' });
    expect(await passOctets(offering, behaviour)).toMatchObject({
      ...seen(guard),
      verdict: 'failed',
      status,
    });
  });
});

describe(clause('rfc9110/7.6.1/hop-fields-removed'), () => {
  const naming = request({ Connection: 'Upgrade, X-Hop', 'X-Hop': 'a', 'X-End': 'b' });

  test('kept, and the connection opens: the fields are removed, and both are set anew', async () => {
    const { forwarded, ...passage } = await passOctets(naming);
    expect(passage).toMatchObject({ ...seen(), status: 101 });
    expect(forwarded).not.toContain('X-Hop');
    expect(forwarded).toContain('\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n');
    expect(forwarded).toContain('\r\nX-End: b\r\n');
  });

  test('broken: a field that Connection names arrives', async () => {
    const { forwarded, ...passage } = await passOctets(naming, behaviours.forwardsNominated);
    expect(passage).toMatchObject({ ...seen('nominatedFieldIsForwarded'), status: 101 });
    expect(forwarded).toContain('\r\nX-Hop: a\r\n');
  });

  test('kept alone: no connection opens', async () => {
    const route = await startRoute(server.port, behaviours.stripsHopByHop);
    const { error } = await connectTo(route.port);
    expect(error).toMatchObject({ state: 'failed', clause: 'rfc6455/4.1/status-101', status: 426 });
    expect(route.passage()).toMatchObject(seen('upgradeIsStripped', 'connectionIsNotSet'));
    expect(route.passage().forwarded).not.toMatch(/^(upgrade|connection):/im);
  });
});

describe(clause('rfc9110/7.6.1/upgrade-regenerated'), () => {
  test('the Upgrade of the hop reaches the backend in place of the list of the client', async () => {
    const { forwarded, ...passage } = await passOctets(request({ Upgrade: ['h2c', 'WebSocket'] }));
    expect(passage).toMatchObject({ ...seen(), status: 101 });
    expect(forwarded.match(/^upgrade:.*$/gim)).toEqual(['Upgrade: websocket']);
  });

  test('one that Connection does not name reaches it not at all', async () => {
    const { forwarded, ...passage } = await passOctets(request({ Connection: 'keep-alive' }));
    expect(passage).toMatchObject({ ...seen(), status: 426 });
    expect(forwarded).not.toMatch(/^upgrade:/im);
  });
});

describe(clause('rfc9110/7.7/target-kept'), () => {
  test.each([
    ['as it is', 'GET /chat?a=%2F&b HTTP/1.1'],
    ['of an absolute target, its path and query', 'GET http://server.example.com/chat?a=%2F&b HTTP/1.1'],
  ])('kept: %s', async (_, line) => {
    const { forwarded, ...passage } = await passOctets(request({}, line));
    expect(passage).toMatchObject({ ...seen(), status: 101 });
    expect(forwarded).toMatch(/^GET \/chat\?a=%2F&b HTTP\/1\.1\r\n/);
  });

  test('broken: another query', async () => {
    const passage = await passOctets(request(), behaviours.rewritesTarget);
    expect(passage).toMatchObject({ ...seen('targetIsRewritten'), verdict: 'failed', status: 101 });
  });
});

describe(clause('rfc9110/7.7/origin-kept'), () => {
  const asking = request({ Origin: 'http://public.example' });

  test('kept: the backend sees who asks', async () => {
    const { forwarded, ...passage } = await passOctets(asking);
    expect(passage).toMatchObject({ ...seen(), status: 101 });
    expect(forwarded).toContain('\r\nOrigin: http://public.example\r\n');
  });

  test('broken: it sees another origin', async () => {
    const passage = await passOctets(asking, behaviours.rewritesOrigin);
    expect(passage).toMatchObject({ ...seen('originIsAltered'), verdict: 'failed', status: 101 });
  });
});

describe(clause('rfc9110/7.8/unasked-switch-stopped'), () => {
  const plain = request({ Upgrade: null, Connection: null });

  test('kept: a 101 of the backend that nobody has asked for does not come out', async () => {
    const { passage, receive } = await passUnasked(behaviours.passes);
    expect(await receive()).toMatchObject({ reply: { status: 502 } });
    expect(passage()).toMatchObject({ ...seen('hopAnswersInstead'), verdict: 'answered' });
  });

  test('broken: it does', async () => {
    const { passage, receive } = await passUnasked(behaviours.switchesUnasked);
    expect(await receive()).toMatchObject({ reply: { status: 101 } });
    expect(passage()).toMatchObject({ ...seen('switchIsUnasked'), verdict: 'failed' });
  });

  async function passUnasked(behaviour: Behaviour) {
    const backend = await startAnswering(reply());
    const route = await startRoute(backend.port, behaviour);
    const peer = await dial(route.port, plain);
    return { passage: route.passage, receive: () => receiveReply(peer) };
  }
});

describe(clause('rfc9110/7.8/upgrade-in-relayed-switch'), () => {
  test('kept', async () => {
    const { returned, ...passage } = await passReply(reply(), behaviours.passes);
    expect(passage).toMatchObject({ ...seen(), error: null });
    expect(returned).toContain('\r\nUpgrade: websocket\r\n');
  });

  test('broken: the client fails', async () => {
    expect(await passReply(reply(), behaviours.stripsReplyUpgrade)).toMatchObject({
      ...seen('repliedUpgradeIsStripped'),
      verdict: 'failed',
      error: { state: 'failed', clause: 'rfc6455/4.1/reply-upgrade-present' },
    });
  });
});

describe(clause('rfc9110/7.8/connection-in-relayed-switch'), () => {
  test('kept, whatever else the backend says of its connection', async () => {
    const { returned, ...passage } = await passReply(reply({ Connection: 'a, Upgrade' }), behaviours.passes);
    expect(passage).toMatchObject({ ...seen(), error: null });
    expect(returned).toContain('\r\nConnection: Upgrade\r\n');
  });

  test('broken: the client fails', async () => {
    expect(await passReply(reply(), behaviours.stripsReplyConnection)).toMatchObject({
      ...seen('repliedConnectionIsNotSet'),
      verdict: 'failed',
      error: { state: 'failed', clause: 'rfc6455/4.1/reply-connection-present' },
    });
  });
});

describe(clause('rfc9110/15.2/interim-relayed'), () => {
  const hinted = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${reply()}`;

  test('the 103 of the backend reaches the client in front of the 101', async () => {
    const backend = await startAnswering(hinted);
    const route = await startRoute(backend.port);
    const peer = await dial(route.port, request());
    expect(await receiveReply(peer)).toMatchObject({ reply: { status: 101 }, interims: [103] });
    expect(route.passage()).toMatchObject(seen());
    expect(await connectTo(route.port)).toMatchObject({ error: null });
  });

  test('broken: the 103 does not', async () => {
    const passage = await passReply(hinted, behaviours.dropsInterims);
    expect(passage).toMatchObject({ ...seen('interimIsDropped'), verdict: 'failed', error: null });
  });

  test('a 100 that the hop has asked for itself need not', async () => {
    const expects: Behaviour = {
      reply: behaviours.dropsInterims.reply,
      request: (due) => onFields(due, (fields) => [...fields, ['Expect', '100-continue']]),
    };
    const passage = await passOctets(request(), expects);
    expect(passage).toMatchObject({ ...seen(), status: 101, interims: [] });
    expect(passage.replied).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
  });
});

describe(clause('rfc9110/15.6.3/bad-gateway'), () => {
  test.each([
    ['no reply', 'nonsense\r\n'],
    ['a 101 that lacks Upgrade', reply({ Upgrade: null })],
  ])('told apart from a reply of the backend, which sent %s', async (_, text) => {
    const { error, ...passage } = await passReply(text, behaviours.passes);
    expect(passage).toMatchObject({ ...seen('hopAnswersInstead'), verdict: 'answered' });
    expect(error).toMatchObject({ status: 502 });
  });

  test('the 502 of a backend is relayed as any reply', async () => {
    const theirs = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n';
    expect(await passReply(theirs, behaviours.passes)).toMatchObject({ ...seen(), verdict: 'passes' });
  });
});

describe(clause('rfc9110/15.6.5/gateway-timeout'), () => {
  test('told apart from a drop: the request has arrived, and nothing came back', async () => {
    const clock = new HandClock();
    const backend = await startAnswering(() => clock.advance(30_000));
    const route = await startRoute(backend.port, behaviours.passes, { clock });
    const { error } = await connectTo(route.port);
    expect(error).toMatchObject({ state: 'failed', clause: 'rfc6455/4.1/status-101', status: 504 });
    expect(route.passage()).toMatchObject({ ...seen('backendIsSilent'), verdict: 'unanswered', replied: '' });
  });
});
