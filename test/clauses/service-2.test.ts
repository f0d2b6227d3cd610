import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import {
  accepted,
  badInput,
  connectTo,
  hear,
  inputError,
  opened,
  refused,
  reply,
  request,
  shareServer,
} from './peer.ts';

const server = shareServer();
const application = createServer((_, response) => response.end('plain'));
const beside = shareServer({ application });
const broker = shareServer({ subprotocols: ['mqtt'] });

describe(clause('service/2.1/no-body'), () => {
  test('accepted: a Content-Length of 0', async () => {
    expect(await server.ask(request({ 'Content-Length': '0' }))).toMatchObject(accepted);
  });

  test.each([
    ['a Content-Length over 0', { 'Content-Length': '6' }, '\x89\x80\x01\x02\x03\x04'],
    ['a length, twice', { 'Content-Length': ['6', '6'] }, '\x89\x80\x01\x02\x03\x04'],
    ['an opening as content', { 'Content-Length': `${request().length}` }, request()],
    ['chunks', { 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n'],
    ['a coding before chunked', { 'Transfer-Encoding': 'gzip, chunked' }, ''],
    ['a body that never comes', { 'Content-Length': '5' }, ''],
  ])('refused: %s, and nothing of it is read as frames', async (_, fields, body) => {
    expect(await server.ask(request(fields) + body)).toMatchObject({
      ...refused(400, 'service/2.1/no-body', 'contentIsAnnounced'),
      body: '400 Bad Request\n',
    });
  });
});

describe(clause('service/2.1/upgrade-absent-plain-http'), () => {
  test.each([
    ['without Upgrade', { Upgrade: null }, 'rfc6455/4.2.1/upgrade-present', 'upgradeIsAbsent'],
    ['without Connection', { Connection: null }, 'rfc6455/4.2.1/connection-token', 'connectionLacksUpgrade'],
    [
      'stripped of both',
      { Upgrade: null, Connection: null },
      'rfc6455/4.2.1/upgrade-present',
      'upgradeIsAbsent',
    ],
  ])('served by the application: an opening %s', async (_, fields, decided, guard) => {
    expect(await beside.ask(request(fields))).toMatchObject({
      ...{ type: 'passed', status: 200, body: 'plain', clause: decided, guard, connection: null },
    });
  });

  test('accepted beside it: an opening with both', async () => {
    expect(await beside.ask(request())).toMatchObject(accepted);
  });
});

describe(clause('service/2.4/mqtt-offered'), () => {
  test('opened: a client that offers mqtt', async () => {
    const told = await hear(reply({ 'Sec-WebSocket-Protocol': 'mqtt' }), { subprotocols: ['mqtt'] });
    expect(told).toMatchObject({ ...opened, connection: { subprotocol: 'mqtt' } });
    expect(told.sent).toContain('\r\nSec-WebSocket-Protocol: mqtt\r\n');
    const { connection } = await connectTo(broker.port, { subprotocols: ['mqtt'] });
    expect(connection?.subprotocol).toBe('mqtt');
  });

  test('failed: a client that offers nothing to a broker', async () => {
    const { error } = await connectTo(broker.port);
    expect(error).toMatchObject({ state: 'failed', clause: 'rfc6455/4.1/status-101', status: 400 });
  });
});

describe(clause('service/2.6/sec-fields-guarded'), () => {
  test('sent: a field of the user whose name starts otherwise', async () => {
    const { sent } = await hear(reply(), { headers: [['X-Sec-WebSocket-Key', 'a']] });
    expect(sent).toContain('\r\nX-Sec-WebSocket-Key: a\r\n');
  });

  test.each([
    ['Sec-WebSocket-Key', 'rfc6455/11.3.1/key-sent-once'],
    ['SEC-WEBSOCKET-VERSION', 'rfc6455/11.3.5/version-sent-once'],
    ['sec-websocket-protocol', 'rfc6455/4.1/subprotocols-offered'],
    ['Sec-WebSocket-Extensions', 'rfc6455/9/extensions-requested'],
    ['Sec-WebSocket-Accept', 'rfc6455/4.1/valid-http-request'],
  ] as const)('refused: a field %s of the user', (name, broken) => {
    expect(inputError('ws://a/', { headers: [[name, 'a']] })).toMatchObject(badInput(broken));
  });
});
