import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, refused, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc2616/2.1/null-elements'), () => {
  test.each([',chat', 'chat,', ',, chat ,,', 'mqtt, ,\t,chat', ['', 'chat'], ['chat', ',']])(
    'accepted: Sec-WebSocket-Protocol: %j',
    async (value) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Protocol': value }))).toMatchObject({
        ...accepted,
        fields: { 'sec-websocket-protocol': ['chat'] },
      });
    },
  );

  test.each([',foo', 'foo,', ',, foo ,,', 'foo; a, ,\t,bar', ['', 'foo'], ['foo', ',']])(
    'accepted: Sec-WebSocket-Extensions: %j',
    async (value) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject({
        ...accepted,
        facts: { extensions: 'declined' },
      });
    },
  );

  test.each(['', ',', ' , ,', ['', ''], [',', '']])(
    'refused: no element but null ones: %j',
    async (value) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Protocol': value }))).toMatchObject(
        refused(400, 'rfc6455/4.3/subprotocol-offer-grammar', 'subprotocolsAreMalformed'),
      );
      expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(
        refused(400, 'rfc6455/9.1/extension-grammar', 'extensionsAreMalformed'),
      );
    },
  );
});

describe(clause('rfc2616/2.1/implied-space'), () => {
  test.each([
    'foo ; bar',
    'foo;\tbar',
    'foo; a = 1',
    'foo ;a=\t"b" , bar',
    ' foo\t,\tbar ',
    'foo ; a ; b = c',
  ])('accepted: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(accepted);
  });

  test.each(['fo o', 'foo; a b', 'foo; a=1 2'])('refused: white space within a word: %j', async (value) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Extensions': value }))).toMatchObject(
      refused(400, 'rfc6455/9.1/extension-grammar', 'extensionsAreMalformed'),
    );
  });
});
