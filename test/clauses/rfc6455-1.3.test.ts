import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, refused, request, shareServer } from './peer.ts';

const server = shareServer();
const [line, host, upgrade, connection, key, version] = request().split('\r\n');

describe(clause('rfc6455/1.3/field-order'), () => {
  test.each([
    ['reversed', [version, key, connection, upgrade, host]],
    ['the key first', [key, host, upgrade, connection, version]],
    ['Host last', [upgrade, connection, key, version, host]],
    ['Connection before Upgrade', [host, connection, upgrade, version, key]],
  ])('accepted: %s', async (_, fields) => {
    expect(await server.ask([line, ...fields, '\r\n'].join('\r\n'))).toMatchObject(accepted);
  });

  test.each([
    ['first', ['Sec-WebSocket-Key: AAAA', version, host, upgrade, connection]],
    ['last', [host, upgrade, connection, version, 'Sec-WebSocket-Key: AAAA']],
  ])('refused: a fault that stands %s', async (_, fields) => {
    expect(await server.ask([line, ...fields, '\r\n'].join('\r\n'))).toMatchObject(
      refused(400, 'rfc6455/4.2.1/key-16-octets', 'keyIsNot16Octets'),
    );
  });

  test.each([
    ['in this order', ['Sec-WebSocket-Key: AAAA', 'Sec-WebSocket-Version: 8', host, upgrade, connection]],
    ['in the other', ['Sec-WebSocket-Version: 8', host, upgrade, connection, 'Sec-WebSocket-Key: AAAA']],
  ])('refused for the same of two faults: %s', async (_, fields) => {
    expect(await server.ask([line, ...fields, '\r\n'].join('\r\n'))).toMatchObject(
      refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
    );
  });
});
