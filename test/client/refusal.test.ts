import { describe, expect, test } from 'vitest';
import type { HandshakeError } from '../../src/client/index.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { answer } from './start.ts';

/** The error that a reply leads to. */
async function refusedBy(reply: string) {
  return (await answer(reply)).failure;
}

/** The error that a reply leads to whose server then ends its side. */
async function endedBy(reply: string) {
  const { failure, peer } = await answer(reply);
  peer.end();
  return failure;
}

const bodyOf = ({ body }: HandshakeError) => Buffer.from(body).toString('latin1');

describe('a final status other than 101 is reported with its fields and its content', () => {
  test.each([
    [
      '401 with Content-Length',
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="a"\r\nContent-Length: 5\r\n\r\nlogin',
      401,
      'Unauthorized',
      [
        ['WWW-Authenticate', 'Basic realm="a"'],
        ['Content-Length', '5'],
      ],
      'login',
    ],
    [
      '403 in chunks',
      'HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfor\r\n6;a=b\r\nbidden\r\n0\r\nT: t\r\n\r\n',
      403,
      'Forbidden',
      [['Transfer-Encoding', 'chunked']],
      'forbidden',
    ],
    [
      '503 with two fields of one name',
      'HTTP/1.1 503 \r\nRetry-After: 5\r\nA: 1\r\nA: 2\r\nContent-Length: 1\r\n\r\n!',
      503,
      '',
      [
        ['Retry-After', '5'],
        ['A', '1'],
        ['A', '2'],
        ['Content-Length', '1'],
      ],
      '!',
    ],
    [
      '403 behind an interim reply',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno',
      403,
      'No',
      [['Content-Length', '2']],
      'no',
    ],
    ['204, which has no content', 'HTTP/1.1 204 No Content\r\n\r\n', 204, 'No Content', [], ''],
  ])('%s', async (_, reply, status, reason, headers, body) => {
    const error = await refusedBy(reply);
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/status-101',
      guard: 'statusIsNot101',
      phase: 'upgrade',
      state: 'failed',
      status,
      reason,
      headers,
      bodyTruncated: false,
    });
    expect(bodyOf(error)).toBe(body);
  });

  test.each([
    ['a length that is no number', 'Content-Length', 'x'],
    ['a coding that is no token', 'Transfer-Encoding', 'a b'],
  ])('%s, so that no content can be told', async (_, ...field) => {
    const error = await refusedBy(`HTTP/1.1 400 Bad Request\r\n${field.join(': ')}\r\n\r\nwhat`);
    expect(error).toMatchObject({
      clause: 'rfc6455/4.1/status-101',
      guard: 'statusIsNot101',
      phase: 'upgrade',
      state: 'failed',
      status: 400,
      reason: 'Bad Request',
      headers: [field],
      bodyTruncated: true,
    });
    expect(error.body).toHaveLength(0);
  });

  test.each([
    ['HTTP/2.0 403 Forbidden', 'rfc9112/2.3/reply-version', 'httpMajorIsNot1', expect.any(String)],
    [
      'HTTP/1.0 404 Not Found',
      'rfc6455/4.1/status-101',
      'statusIsNot101',
      'the server answered 404 Not Found, where 101 was expected (RFC 6455 §4.1)',
    ],
  ])('%s: unfit by its version or its status, its content is kept', async (line, clause, guard, message) => {
    const [, status, reason] = /^\S+ (\d+) (.*)$/.exec(line) ?? [];
    const error = await refusedBy(`${line}\r\nContent-Length: 2\r\n\r\nno`);
    const told = {
      clause,
      guard,
      state: 'failed',
      status: Number(status),
      reason,
      bodyTruncated: false,
      message,
    };
    expect(error).toMatchObject(told);
    expect(bodyOf(error)).toBe('no');
  });

  test('a malformed field line: the status is told at once, no field, and the content that came with it', async () => {
    const { failure, events } = await answer('HTTP/1.1 403 Forbidden\r\nContent-Length: 12\r\nA b\r\n\r\nno');
    const error = await failure;
    expect(error).toMatchObject({
      clause: 'rfc9112/5/reply-field-lines',
      guard: 'fieldLinesAreMalformed',
      phase: 'upgrade',
      state: 'failed',
      status: 403,
      reason: 'Forbidden',
      bodyTruncated: true,
      message: expect.stringMatching(/^the reply cannot be read: /),
    });
    expect(error.headers).toEqual([]);
    expect(bodyOf(error)).toBe('no');
    expect(events).toEqual(['error', 'close']);
  });

  test('content until the end of the connection', async () => {
    const { failure, events, peer } = await answer('HTTP/1.1 500 Oops\r\n\r\nfirst');
    await exchangeElsewhere();
    expect(events).toEqual([]);
    peer.socket.end(' second');
    const error = await failure;
    expect(error).toMatchObject({ status: 500, bodyTruncated: false });
    expect(bodyOf(error)).toBe('first second');
  });

  test.each([
    ['5 of 100 octets', 'Content-Length: 100\r\n\r\nfirst', 'first', true],
    ['a chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\nfir', 'fir', true],
    ['chunks before the last', 'Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n', 'first', true],
    ['the trailer section', 'Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\nA: b\r\n', 'first', true],
    ['content until the end', 'A: b\r\n\r\nfirst', 'first', false],
    ['no content', 'A: b\r\n\r\n', '', false],
  ])('the end of the connection behind %s', async (_, behind, body, bodyTruncated) => {
    const error = await endedBy(`HTTP/1.1 403 No\r\n${behind}`);
    expect(error).toMatchObject({ status: 403, bodyTruncated });
    expect(bodyOf(error)).toBe(body);
  });

  test.each([
    ['a size that is none', '5\r\nfirst\r\nx\r\n'],
    ['more data than its size', '5\r\nfirst!\r\n'],
  ])('a broken chunk, of %s, ends the content before it is complete', async (_, chunks) => {
    const error = await refusedBy(`HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect(error).toMatchObject({ clause: 'rfc6455/4.1/status-101', status: 403, bodyTruncated: true });
    expect(bodyOf(error)).toBe('first');
  });

  test.each([
    ['of a length', 'Content-Length: 10\r\n'],
    ['until close', ''],
  ])('content %s that a reset cuts short is reported as far as it came', async (_, field) => {
    const { failure, peer } = await answer(`HTTP/1.1 403 No\r\n${field}\r\nfirst`);
    await exchangeElsewhere();
    peer.reset();
    const error = await failure;
    expect(error).toMatchObject({ status: 403, bodyTruncated: true });
    expect(bodyOf(error)).toBe('first');
  });

  test('content that never ends is reported at the deadline as far as it came', async () => {
    const { failure, clock, events } = await answer(
      'HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n5\r\nsec',
    );
    await exchangeElsewhere();
    clock.advance(9_999);
    expect(events).toEqual([]);
    clock.advance(1);
    const error = await failure;
    expect(error).toMatchObject({ clause: 'rfc6455/4.1/status-101', status: 403, bodyTruncated: true });
    expect(bodyOf(error)).toBe('firstsec');
    expect(events).toEqual(['error', 'close']);
  });

  test('content until the end of a connection that does not end by the deadline is not complete', async () => {
    const { failure, clock } = await answer('HTTP/1.1 403 No\r\n\r\nfirst');
    await exchangeElsewhere();
    clock.advance(10_000);
    const error = await failure;
    expect(error).toMatchObject({ clause: 'rfc6455/4.1/status-101', status: 403, bodyTruncated: true });
    expect(bodyOf(error)).toBe('first');
  });
});

describe('of the content 64 KiB are kept', () => {
  test.each([
    ['65,536 octets', `Content-Length: 65536\r\n\r\n${'a'.repeat(65_536)}`, false],
    ['65,537 octets', `Content-Length: 65537\r\n\r\n${'a'.repeat(65_537)}`, true],
    [
      'a chunk of as many',
      `Transfer-Encoding: chunked\r\n\r\n10000\r\n${'a'.repeat(65_536)}\r\n0\r\n\r\n`,
      false,
    ],
    [
      'a chunk of one more',
      `Transfer-Encoding: chunked\r\n\r\n10001\r\n${'a'.repeat(65_537)}\r\n0\r\n\r\n`,
      true,
    ],
    ['content without an end', `\r\n${'a'.repeat(200_000)}`, true],
  ])('%s', async (_, behind, bodyTruncated) => {
    const error = await refusedBy(`HTTP/1.1 403 No\r\n${behind}`);
    expect(error.body).toHaveLength(65_536);
    expect(error.bodyTruncated).toBe(bodyTruncated);
  });
});

describe('the connection ends before a final reply', () => {
  test.each([
    ['at once', '', 'the connection was closed without a reply (service §7)'],
    [
      'in the middle of a head',
      'HTTP/1.1 101 Yes\r\nUp',
      'the connection was closed after 20 octets of a reply (service §7)',
    ],
    [
      'one octet before the end of the head',
      'HTTP/1.1 101 Yes\r\n\r',
      'the connection was closed after 19 octets of a reply (service §7)',
    ],
    [
      'behind an interim reply',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'the connection was closed without a reply (service §7)',
    ],
  ])('%s', async (_, reply, message) => {
    const { failure, events, peer } = await answer(reply);
    peer.end();
    expect(await failure).toMatchObject({
      clause: 'service/7/closed-without-response',
      phase: 'upgrade',
      state: 'failed',
      guard: null,
      status: null,
      message,
    });
    expect(events).toEqual(['error', 'close']);
  });

  test('the octets of the unfinished head are kept', async () => {
    const { failure, peer } = await answer('HTTP/1.1 1');
    peer.end();
    expect(Buffer.from((await failure).head).toString('latin1')).toBe('HTTP/1.1 1');
  });
});
