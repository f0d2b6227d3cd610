import { describe, expect, test } from 'vitest';
import { type Behaviour, behaviours } from '../../src/intermediary/behaviour.ts';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { clause } from './clause.ts';
import {
  accepted,
  dial,
  failed,
  hear,
  opened,
  refused,
  reply,
  request,
  seen,
  shareServer,
  startRoute,
  withLine,
} from './peer.ts';

const server = shareServer();
const badLine = refused(400, 'rfc9112/3/request-line', 'requestLineIsMalformed');
const badField = refused(400, 'rfc9112/5/field-lines', 'fieldLinesAreMalformed');

describe(clause('rfc9112/2.2/lone-line-feed'), () => {
  test.each([
    ['every line ends in one', request().replaceAll('\r\n', '\n')],
    ['the request line ends in one', request().replace('\r\n', '\n')],
  ])('refused by this server: %s', async (_, octets) => {
    expect(await server.ask(octets)).toMatchObject(badLine);
  });

  test.each([
    ['a field line ends in one', request().replace('websocket\r\n', 'websocket\n')],
    ['the empty line is one', `${request().slice(0, -2)}\n`],
    ['one stands within a value', request({ 'Sec-WebSocket-Version': '1\n3' })],
  ])('refused by this server: %s', async (_, octets) => {
    expect(await server.ask(octets)).toMatchObject(badField);
  });
});

describe(clause('rfc9112/2.2/bare-cr'), () => {
  test.each([
    ['in a value', withLine('X: a\rb', request())],
    ['at the end of a value', withLine('X: a\r', request())],
    ['in the version', request({ 'Sec-WebSocket-Version': '1\r3' })],
    ['in a name', withLine('X\rY: a', request())],
  ])('refused: %s', async (_, octets) => {
    expect(await server.ask(octets)).toMatchObject(badField);
  });

  test('refused: in the request line', async () => {
    expect(await server.ask(request({}, 'GET /chat\rHTTP/1.1'))).toMatchObject(badLine);
  });

  test('refused when the peer ends: every line ends in one, so that the head never does', async () => {
    const peer = await server.dial();
    peer.socket.end(request().replaceAll('\r\n', '\r'));
    await peer.ended();
    expect(peer.octets.toString()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(await server.told(peer)).toMatchObject({ type: 'refused', status: 400 });
  });
});

describe(clause('rfc9112/2.2/leading-empty-line'), () => {
  test.each([1, 2, 3])('accepted: %i of them', async (count) => {
    expect(await server.ask('\r\n'.repeat(count) + request())).toMatchObject(accepted);
  });

  test('refused: one of white space', async () => {
    expect(await server.ask(` \r\n${request()}`)).toMatchObject(badLine);
  });
});

describe(clause('rfc9112/2.2/no-extra-line'), () => {
  test('sent: no line before the request line, one empty line at the end, nothing behind it', async () => {
    const { sent, behind } = await hear(reply());
    expect(sent).toMatch(/^GET /);
    expect(sent.match(/\r\n\r\n/g)).toHaveLength(1);
    expect(sent.endsWith('\r\n\r\n')).toBe(true);
    expect(behind).toBe('');
  });
});

describe(clause('rfc9112/2.2/no-space-before-fields'), () => {
  test('sent: Host at the start of the second line', async () => {
    expect((await hear(reply())).sent.split('\r\n')[1]).toMatch(/^Host: /);
  });
});

describe(clause('rfc9112/2.2/space-before-fields'), () => {
  test.each([' X: a', '\tX: a', ' ', ' \t'])('refused: %j in front of the first field', async (line) => {
    expect(await server.ask(withLine(line, request()))).toMatchObject(badField);
  });
});

describe(clause('rfc9112/2.2/malformed-closed'), () => {
  test.each(['garbage\n', '\x16\x03\x01', ' GET / HTTP/1.1\r\n', 'GET\r\n\r\n', 'GET / HTTP/1.1 x\r\n\r\n'])(
    'refused, and the connection is closed: %j',
    async (octets) => {
      expect(await server.ask(octets)).toMatchObject({
        ...badLine,
        fields: { connection: ['close'] },
      });
    },
  );
});

describe(clause('rfc9112/2.3/version-case'), () => {
  test.each(['http/1.1', 'Http/1.1', 'hTTP/1.1', 'HTTp/1.1'])('refused: %s', async (version) => {
    expect(await server.ask(request({}, `GET /chat ${version}`))).toMatchObject(badLine);
  });
});

describe(clause('rfc9112/2.3/reply-version'), () => {
  test.each(['HTTP/1.1', 'HTTP/1.2', 'HTTP/1.9'])('opened: %s', async (version) => {
    expect(await hear(reply({}, `${version} 101 Switching Protocols`))).toMatchObject(opened);
  });

  test.each(['HTTP/0.9', 'HTTP/2.0', 'HTTP/3.0', 'HTTP/9.9'])('failed: %s', async (version) => {
    expect(await hear(reply({}, `${version} 101 Switching Protocols`))).toMatchObject(
      failed('rfc9112/2.3/reply-version', 'httpMajorIsNot1'),
    );
  });

  test.each(['http/1.1', 'HTTP/1', 'HTTP/1.10', 'HTTP/11', 'HTTP1.1', 'HTTPS/1.1', 'ICY'])(
    'failed: %s',
    async (version) => {
      expect(await hear(reply({}, `${version} 101 Switching Protocols`))).toMatchObject(
        failed('rfc9112/4/status-line', 'statusLineIsMalformed', null),
      );
    },
  );
});

describe(clause('rfc9112/2.3/own-version'), () => {
  async function pass(behaviour: Behaviour, line = 'GET /chat HTTP/1.1') {
    const route = await startRoute(server.port, behaviour);
    const peer = await dial(route.port, request({}, line));
    const { reply: head } = await receiveReply(peer);
    return { head, ...route.passage() };
  }

  test('kept: HTTP/1.1 for HTTP/1.2, both ways', async () => {
    const { head, arrived, forwarded, guards } = await pass(behaviours.passes, 'GET /chat HTTP/1.2');
    expect(head).toMatchObject({ status: 101, version: { major: 1, minor: 1 } });
    expect(arrived).toMatch(/^GET \/chat HTTP\/1\.2\r\n/);
    expect(forwarded).toMatch(/^GET \/chat HTTP\/1\.1\r\n/);
    expect(guards).toEqual(['otherwise']);
  });

  test('broken: the request goes on in a version that is not its own', async () => {
    expect(await pass(behaviours.inventsVersion)).toMatchObject(seen('requestHttpIsNotOwn'));
  });

  test('broken: so does a 101 in HTTP/1.0', async () => {
    const { head, ...passage } = await pass(behaviours.downgradesReply);
    expect(passage).toMatchObject(seen('replyHttpIsNotOwn'));
    expect(head).toMatchObject({ status: 101, version: { major: 1, minor: 0 } });
  });

  test('a refusal in HTTP/1.0 may be meant', async () => {
    expect(await pass(behaviours.downgradesReply, 'GET /other HTTP/1.1')).toMatchObject({
      ...seen(),
      head: { status: 404, version: { major: 1, minor: 0 } },
    });
  });
});
