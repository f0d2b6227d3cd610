import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toWebSocket } from '../../src/client/index.ts';
import { type Behaviour, behaviours } from '../../src/intermediary/behaviour.ts';
import { startHop } from '../../src/intermediary/hop.ts';
import { withField } from '../../src/intermediary/message.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { clause } from './clause.ts';
import {
  connectTo,
  dial,
  onFields,
  ping,
  reply,
  request,
  sampleAccept,
  seen,
  shareServer,
  startAnswering,
  startRoute,
} from './peer.ts';

const server = shareServer();

async function throughHop(behaviour: Behaviour) {
  const route = await startRoute(server.port, behaviour);
  const { connection, error } = await connectTo(route.port);
  return { ...route.passage(), connection, error };
}

describe(clause('service/7/proxy-http11'), () => {
  test('kept: HTTP/1.1 to the backend', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.passes);
    expect(passage).toMatchObject({ ...seen(), error: null });
    expect(forwarded).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
  });

  test('broken: HTTP/1.0 to the backend, and the client is told 426', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.downgradesToHttp10);
    expect(passage).toMatchObject({ ...seen('backendHttpIs10'), error: { state: 'failed', status: 426 } });
    expect(forwarded).toMatch(/^GET \/chat HTTP\/1\.0\r\n/);
  });
});

describe(clause('service/7/proxy-upgrade-passed'), () => {
  test('kept: Upgrade reaches the backend', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.passes);
    expect(passage).toMatchObject({ ...seen(), error: null });
    expect(forwarded).toContain('\r\nUpgrade: websocket\r\n');
  });

  test('kept: the client names other protocols too', async () => {
    const route = await startRoute(server.port);
    const peer = await dial(route.port, request({ Upgrade: ['proto1, websocket', 'proto2'] }));
    expect((await receiveReply(peer)).reply?.status).toBe(101);
    expect(route.passage()).toMatchObject(seen());
  });

  test('broken: Upgrade is stripped, and the backend sees an ordinary GET', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.stripsUpgrade);
    expect(passage).toMatchObject({ ...seen('upgradeIsStripped'), error: { state: 'failed', status: 426 } });
    expect(forwarded).not.toMatch(/^upgrade:/im);
  });

  test('broken: both hop-by-hop fields are stripped', async () => {
    expect(await throughHop(behaviours.stripsHopByHop)).toMatchObject({
      ...seen('upgradeIsStripped', 'connectionIsNotSet'),
      error: { state: 'failed', clause: 'rfc6455/4.1/status-101', status: 426 },
    });
  });
});

describe(clause('service/7/proxy-connection-set'), () => {
  test('kept: Connection is Upgrade at the backend', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.passes);
    expect(passage).toMatchObject({ ...seen(), error: null });
    expect(forwarded).toContain('\r\nConnection: Upgrade\r\n');
  });

  test('broken: Connection is stripped', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.stripsConnection);
    expect(passage).toMatchObject({ ...seen('connectionIsNotSet'), error: { state: 'failed', status: 426 } });
    expect(forwarded).not.toMatch(/^connection:/im);
  });
});

describe(clause('service/7/proxy-host-kept'), () => {
  test('kept: Host is what the client sent', async () => {
    const { arrived, forwarded, guards } = await throughHop(behaviours.passes);
    expect(guards).toEqual(['otherwise']);
    expect(/^Host: .*$/m.exec(forwarded)?.[0]).toBe(/^Host: .*$/m.exec(arrived)?.[0]);
  });

  test('broken: Host names the backend', async () => {
    const { forwarded, ...passage } = await throughHop(behaviours.rewritesHost);
    expect(passage).toMatchObject({ ...seen('hostIsRewritten'), error: null });
    expect(forwarded).toContain('\r\nHost: backend.internal\r\n');
  });
});

describe(clause('service/7/proxy-reply-relayed'), () => {
  test('kept: the reply is the one of the backend', async () => {
    const { replied, returned, guards } = await throughHop(behaviours.passes);
    expect(guards).toEqual(['otherwise']);
    expect(returned).toBe(replied);
  });

  test('kept: a refusal of the backend is relayed with its Upgrade and its version', async () => {
    const route = await startRoute(server.port);
    const peer = await dial(route.port, request({ 'Sec-WebSocket-Version': '8' }));
    const { reply: head, ended } = await receiveReply(peer);
    expect({ status: head?.status, ended }).toEqual({ status: 426, ended: true });
    expect(head?.fields.slice(0, 4)).toMatchObject([
      { name: 'Date', value: expect.stringMatching(/ GMT$/) },
      { name: 'Upgrade', value: 'websocket' },
      { name: 'Sec-WebSocket-Version', value: '13' },
      { name: 'Connection', value: 'Upgrade, close' },
    ]);
    expect(route.passage()).toMatchObject(seen());
  });

  test.each([
    ['no key', request({ 'Sec-WebSocket-Key': null }), 400],
    ['POST with a body', `${request({ 'Content-Length': '5' }, 'POST /chat HTTP/1.1')}hello`, 405],
  ])('kept: a refusal for %s, and no tunnel opens', async (_, octets, status) => {
    const route = await startRoute(server.port);
    const peer = await dial(route.port, octets);
    const { reply: head, ended } = await receiveReply(peer);
    expect({ status: head?.status, ended }).toEqual({ status, ended: true });
    expect(route.passage()).toMatchObject(seen());
  });

  test('broken: the accept value is lost, and the client closes', async () => {
    expect(await throughHop(behaviours.mutilatesReply)).toMatchObject({
      ...seen('acceptIsAltered'),
      error: { state: 'closed', clause: 'rfc6455/4.1/accept-present', status: 101 },
    });
  });

  test('broken: the reply is one from a cache, and the client closes', async () => {
    const caches: Behaviour = {
      ...behaviours.passes,
      reply: (due) => onFields(due, (fields) => withField(fields, 'Sec-WebSocket-Accept', sampleAccept)),
    };
    expect(await throughHop(caches)).toMatchObject({
      ...seen('acceptIsAltered'),
      error: { state: 'closed', clause: 'rfc6455/4.1/accept-value', status: 101 },
    });
  });

  test('broken: the status is another', async () => {
    expect(await throughHop(behaviours.changesStatus)).toMatchObject({
      ...seen('statusIsChanged'),
      error: { state: 'failed', clause: 'rfc6455/4.1/status-101', status: 200 },
    });
  });

  test('broken: the subprotocol that the server chose is lost', async () => {
    const route = await startRoute(server.port, behaviours.stripsSubprotocol);
    const { connection } = await connectTo(route.port, { subprotocols: ['chat'] });
    expect(connection?.subprotocol).toBeNull();
    expect(route.passage()).toMatchObject(seen('chosenSubprotocolIsAltered'));
  });

  test('broken: an extension is agreed that the server knows nothing of', async () => {
    expect(await throughHop(behaviours.addsExtension)).toMatchObject({
      ...seen('agreedExtensionsAreAltered'),
      error: { state: 'closed', clause: 'rfc6455/4.1/extension-offered', status: 101 },
    });
  });
});

describe(clause('service/7/proxy-idle-timeout'), () => {
  test.each([
    ['kept: pings every 30 seconds, and a timeout of 60', 30_000, 60_000, true, seen()],
    ['kept: pings every 90 seconds, and a timeout of 3,600', 90_000, 3_600_000, true, seen()],
    [
      'broken: pings every 90 seconds, and a timeout of 60',
      90_000,
      60_000,
      false,
      seen('idleTimeIsTooShort'),
    ],
  ])('%s', async (_, interval, idleTimeout, lives, verdict) => {
    const clock = new HandClock();
    const route = await startRoute(server.port, behaviours.passes, { clock, idleTimeout });
    const { connection } = await connectTo(route.port);
    if (!connection) throw new Error('the connection did not open');
    const webSocket = toWebSocket(connection);
    const closed = once(webSocket, 'close').then(() => false);
    const pong = once(webSocket, 'pong').then(() => true);
    clock.advance(interval);
    webSocket.on('error', () => {}).ping();
    const outlived = await Promise.race([pong, closed]);
    expect(outlived).toBe(lives);
    expect(route.passage(outlived)).toMatchObject(verdict);
  });
});

describe(clause('service/7/proxy-passes'), () => {
  test('both directions are relayed', async () => {
    const { connection } = await throughHop(behaviours.passes);
    if (!connection) throw new Error('the connection did not open');
    const webSocket = toWebSocket(connection);
    webSocket.send('echo');
    expect(String((await once(webSocket, 'message'))[0])).toBe('echo');
  });

  test('a frame in one segment with the opening is delivered behind it', async () => {
    const hop = await startHop({ backendPort: server.port });
    onTestFinished(() => hop.close());
    const peer = await dial(hop.port, `${request()}\x89\x80\x01\x02\x03\x04`);
    await peer.until(({ text }) => text.endsWith('\r\n\r\n\x8a\x00'), 'a pong');
    expect(peer.octets.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
    expect(await ping(peer)).toBe('8a00');
  });

  test('a frame in one segment with the reply is delivered behind it', async () => {
    const backend = await startAnswering(`${reply()}\x81\x05first`);
    const route = await startRoute(backend.port);
    const { connection } = await connectTo(route.port);
    if (!connection) throw new Error('the connection did not open');
    expect(String((await once(toWebSocket(connection), 'message'))[0])).toBe('first');
  });

  test('the end of the client reaches the server, whose end reaches the client', async () => {
    const hop = await startHop({ backendPort: server.port });
    onTestFinished(() => hop.close());
    const peer = await dial(hop.port, request());
    await receiveReply(peer);
    peer.socket.end();
    expect(await peer.ended()).toBe('ended');
  });

  test('the abrupt end of the client ends the connection of the server', async () => {
    const hop = await startHop({ backendPort: server.port });
    onTestFinished(() => hop.close());
    const peer = await dial(hop.port, request());
    await receiveReply(peer);
    const connection = [...server.connections.values()].at(-1);
    const gone = new Promise((resolve) => connection?.socket.once('close', resolve));
    peer.socket.resetAndDestroy();
    await gone;
    expect(connection?.socket.destroyed).toBe(true);
  });

  test.each([
    ['Upgrade', behaviours.stripsUpgrade],
    ['Connection', behaviours.stripsConnection],
  ])('a hop that strips %s keeps client and server from opening it', async (_, behaviour) => {
    expect(await throughHop(behaviour)).toMatchObject({ connection: null, error: { state: 'failed' } });
  });
});
