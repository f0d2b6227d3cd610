import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, hear, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();
const stations = shareServer({ subprotocols: ['ocpp1.6', 'wamp.2.json'] });

describe(clause('service/9/version-426'), () => {
  test('accepted: 13', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': '13' }))).toMatchObject(accepted);
  });

  test.each(['0', '9', '10', '11', '12', '14', '25', '255'])('refused: %s', async (version) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': version }))).toMatchObject({
      ...refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
      fields: { 'sec-websocket-version': ['13'] },
      body: '426 Upgrade Required\n',
    });
  });
});

describe(clause('service/9/version-13-only'), () => {
  test.each([
    ['another version', { 'Sec-WebSocket-Version': '14' }],
    ['no version', { 'Sec-WebSocket-Version': null }],
    ['no Upgrade', { Upgrade: null }],
  ])('advertised to who is refused for %s: 13', async (_, fields) => {
    const { octets } = await server.ask(request(fields));
    expect(octets.match(/^Sec-WebSocket-Version:.*$/gim)).toEqual(['Sec-WebSocket-Version: 13']);
  });
});

describe(clause('service/9/drafts-refused'), () => {
  test.each(['0', '1', '2', '3', '4', '5', '6', '7', '8'])('refused: %s', async (version) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': version }))).toMatchObject(
      refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
    );
  });
});

describe(clause('service/9/http2-other-mechanism'), () => {
  test('the first octets of the client are a request line of HTTP/1.1, and it offers no HTTP/2', async () => {
    const { sent } = await hear(reply());
    expect(sent).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
    expect(sent).not.toMatch(/^(HTTP2-Settings:|PRI )|h2c/im);
  });
});

describe(clause('service/9/subprotocol-name-whole'), () => {
  test.each(['ocpp1.6', 'wamp.2.json'])('chosen: %s', async (name) => {
    expect(await stations.ask(request({ 'Sec-WebSocket-Protocol': name }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-protocol': [name] },
    });
  });

  test.each([
    'ocpp1.5',
    'ocpp',
    'ocpp1.60',
    'OCPP1.6',
    'ocpp1.6.1',
    'wamp.2',
    'wamp.2.msgpack',
    'wampx2xjson',
  ])('not chosen: %s', async (name) => {
    const answer = await stations.ask(request({ 'Sec-WebSocket-Protocol': name }));
    expect(answer).toMatchObject({ ...accepted, facts: { subprotocol: 'mismatched' } });
    expect(answer.fields).not.toHaveProperty('sec-websocket-protocol');
  });
});
