import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, hear, opened, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();
let asked = 0;
const beside = shareServer({
  application: createServer((_, response) => {
    asked += 1;
    response.end('plain');
  }),
});
const malformed = refused(400, 'rfc9112/6.3/content-length-valid', 'contentLengthIsMalformed');
const framedTwice = refused(400, 'rfc9112/6.1/closed-after-both', 'contentIsFramedTwice');
const badCoding = refused(400, 'rfc9112/6.3/transfer-encoding-chunked', 'transferCodingIsMalformed');

describe(clause('rfc9112/6.1/no-transfer-encoding-in-1xx'), () => {
  test.each([
    ['a 101', request()],
    ['a 101 behind a 100', request({ Expect: '100-continue', TE: 'trailers, chunked' })],
  ])('not sent with %s', async (_, octets) => {
    const answer = await server.ask(octets);
    expect(answer).toMatchObject(accepted);
    expect(answer.octets).not.toMatch(/transfer-encoding/i);
  });
});

describe(clause('rfc9112/6.1/closed-after-both'), () => {
  test.each([
    ['Content-Length first', { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }],
    ['Transfer-Encoding first', { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' }],
    ['a Content-Length of 0', { 'Content-Length': '0', 'Transfer-Encoding': 'chunked' }],
  ])('refused and closed, and nothing behind it is answered: %s', async (_, fields) => {
    const answer = await server.ask(`${request(fields)}0\r\n\r\n${request()}`);
    expect(answer).toMatchObject({ ...framedTwice, fields: { connection: ['close'] } });
    expect(answer.octets.match(/HTTP\//g)).toHaveLength(1);
  });
});

describe(clause('rfc9112/6.3/content-read-as-content'), () => {
  const ping = '\x89\x83\x00\x00\x00\x00abc';

  test.each([
    ['with its length', { 'Content-Length': `${ping.length}` }, ping],
    ['in a chunk', { 'Transfer-Encoding': 'chunked' }, `9\r\n${ping}\r\n0\r\n\r\n`],
  ])('refused, and a frame in the content is not answered: %s', async (_, fields, content) => {
    const answer = await server.ask(`${request(fields)}${content}`);
    expect(answer).toMatchObject(refused(400, 'service/2.1/no-body', 'contentIsAnnounced'));
    expect(answer.octets).not.toContain('abc');
  });
});

describe(clause('rfc9112/6.3/content-length-valid'), () => {
  test.each([
    ['0', '0'],
    ['0 with more digits', '000'],
    ['0 twice in a list', '0, 0'],
    ['0 on two lines', ['0', '0']],
  ])('accepted: %s', async (_, value) => {
    expect(await server.ask(request({ 'Content-Length': value }))).toMatchObject(accepted);
  });

  test.each([
    ...['', 'abc', '-1', '-0', '+0', '0.0', '0x0', '0 0', '0;', '1, 2', '0, 1', '1e1', '"0"', '\xb2'],
    ...['99999999999999999999999', '9007199254740992'],
  ])('refused: %j', async (value) => {
    expect(await server.ask(request({ 'Content-Length': value }))).toMatchObject({
      ...malformed,
      fields: { connection: ['close'] },
    });
  });

  test('refused: two lines that differ', async () => {
    expect(await server.ask(request({ 'Content-Length': ['0', '5'] }))).toMatchObject(malformed);
  });

  test.each(['POST', 'HEAD', 'BREW'])('refused for it and not for the method: %s', async (method) => {
    expect(await server.ask(request({ 'Content-Length': 'abc' }, `${method} /chat HTTP/1.1`))).toMatchObject(
      malformed,
    );
  });

  test.each(['GET / HTTP/1.1', 'POST / HTTP/1.1', 'GET / HTTP/1.0'])(
    'refused, and the application is not asked: %s',
    async (line) => {
      const octets = `${line}\r\nHost: a\r\nContent-Length: abc\r\n\r\n`;
      expect(await beside.ask(octets)).toMatchObject(malformed);
      expect(await server.ask(octets)).toMatchObject(malformed);
      expect(asked).toBe(0);
    },
  );
});

describe(clause('rfc9112/6.3/transfer-encoding-chunked'), () => {
  test.each([
    'gzip',
    'identity',
    '',
    'chunked, gzip',
    'chunked, chunked',
    'chunked;q=1',
    '"chunked"',
    'xchunked',
    'a b',
  ])('refused and closed: %j', async (value) => {
    expect(await server.ask(request({ 'Transfer-Encoding': value }))).toMatchObject({
      ...badCoding,
      fields: { connection: ['close'] },
    });
  });

  test.each([
    ['POST to an opening', request({ 'Transfer-Encoding': 'gzip' }, 'POST /chat HTTP/1.1')],
    ['POST', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n'],
    [
      'GET with a length besides',
      'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nContent-Length: 5\r\n\r\n',
    ],
  ])('refused, and the application is not asked: %s', async (_, octets) => {
    expect(await beside.ask(octets)).toMatchObject(badCoding);
    expect(await server.ask(octets)).toMatchObject(badCoding);
    expect(asked).toBe(0);
  });

  test.each([
    ['chunked', 'chunked'],
    ['chunked in other letter case', 'Chunked'],
    ['chunked at the end of a list', 'gzip, chunked'],
    ['chunked on the second line', ['gzip', 'chunked']],
  ])('refused for the body alone: %s', async (_, value) => {
    expect(await server.ask(request({ 'Transfer-Encoding': value }))).toMatchObject(
      refused(400, 'service/2.1/no-body', 'contentIsAnnounced'),
    );
  });
});

describe(clause('rfc9112/6.3/reply-without-body'), () => {
  test.each([
    ['Content-Length', { 'Content-Length': '5' }],
    ['a Content-Length that is none', { 'Content-Length': 'x' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['Content-Encoding', { 'Content-Encoding': 'gzip' }],
  ])('opened, and the octets behind the head are frames: %s', async (_, fields) => {
    const told = await hear(`${reply(fields)}\x81\x05first`);
    expect(told).toMatchObject(opened);
    expect(told.connection?.head.toString('latin1')).toBe('\x81\x05first');
  });
});
