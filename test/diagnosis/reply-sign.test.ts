import { describe, expect, test } from 'vitest';
import { readReplySigns, readSentKey } from '../../src/diagnosis/index.ts';
import { hashes } from '../../src/sha1.ts';
import { computeAccept, encodeLatin1, parseReply, parseRequest } from '../../src/wire/index.ts';

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const right = computeAccept(key, hashes.sha1);

/** The signs of a reply to an opening, but for recipes that fail. */
function signsOf(lines: readonly string[], reply: readonly string[], status = '101 Switching Protocols') {
  const octets = encodeLatin1(['GET / HTTP/1.1', ...lines, '', ''].join('\r\n'));
  const [request, read] = [
    parseRequest(octets),
    parseReply(encodeLatin1([`HTTP/1.1 ${status}`, ...reply, '', ''].join('\r\n'))),
  ];
  if (!request.ok || !read.ok) throw new Error('no message');
  const signs = readReplySigns(
    readSentKey(octets, request.value.fields),
    request.value.fields,
    read.value,
    hashes,
  );
  return signs.filter((sign) => !sign.endsWith('fails') || sign.startsWith('space'));
}

const accept = (value: string) => [`Sec-WebSocket-Accept: ${value}`];

describe('white space around the key', () => {
  const hash = (text: string) => computeAccept(text, hashes.sha1);
  test.each([
    ['that is usual and left out', ` ${key}`, right, ['acceptIsRight']],
    ['that is usual and hashed', ` ${key}`, hash(` ${key}`), ['spaceBeforeIsHashed holds']],
    [
      'that is odd and left out',
      `\t ${key} `,
      right,
      ['acceptIsRight', 'spaceBeforeIsHashed fails', 'spaceBehindIsHashed fails'],
    ],
    [
      'that is odd and hashed',
      `\t ${key} \t`,
      hash(`\t ${key} \t`),
      ['spaceBeforeIsHashed holds', 'spaceBehindIsHashed holds'],
    ],
    ['that is hashed but for its first octet', `  ${key}`, hash(` ${key}`), ['spaceBeforeIsHashed holds']],
    [
      'that is hashed behind it alone',
      `  ${key} `,
      hash(`${key} `),
      ['spaceBeforeIsHashed fails', 'spaceBehindIsHashed holds'],
    ],
  ])('%s', (_, value, sent, signs) => {
    expect(signsOf([`Sec-WebSocket-Key:${value}`], accept(sent))).toEqual(signs);
  });
});

test.each([
  ['two keys', [`Sec-WebSocket-Key: ${key}`, `Sec-WebSocket-Key: ${key}`], accept(right), '101 Yes'],
  ['a malformed key', ['Sec-WebSocket-Key: x'], accept(right), '101 Yes'],
  ['no accept value', [`Sec-WebSocket-Key: ${key}`], [], '101 Yes'],
  ['two accept values', [`Sec-WebSocket-Key: ${key}`], [...accept(right), ...accept(right)], '101 Yes'],
  ['another status', [`Sec-WebSocket-Key: ${key}`], accept(right), '200 OK'],
])('%s: nothing is told of it', (_, lines, reply, status) => {
  expect(signsOf(lines, reply, status)).toEqual([]);
});

test('a right value in which the alphabets differ is not in base64url', () => {
  const reply = { status: 101, reason: '', fields: [{ name: 'Sec-WebSocket-Accept', value: right }] };
  const sent = { value: key, before: ' ', behind: '' };
  expect(right).toMatch(/[+/]/);
  expect(readReplySigns(sent, [], reply, hashes)).toEqual(['acceptIsRight', 'valueIsBase64Url fails']);
});

test.each([
  ['its phrase', [], '101 WebSocket Protocol Handshake'],
  ['its fields', ['Sec-WebSocket-Location: ws://example.com/'], '101 Switching Protocols'],
])('hixie-76 is known by %s', (_, reply, status) => {
  expect(signsOf([], reply, status)).toEqual(['replyIsHixie76']);
  expect(signsOf([], [...reply, ...accept(right)], status)).toEqual([]);
});

test('what is chosen is told from what was never offered', () => {
  const offer = ['Sec-WebSocket-Protocol: chat', 'Sec-WebSocket-Extensions: x'];
  expect(signsOf(offer, offer)).toEqual(['subprotocolIsChosen', 'extensionsAreAnswered']);
  expect(signsOf([], offer)).toEqual(['subprotocolIsUnoffered', 'extensionsAreUnoffered']);
  expect(signsOf(offer, [])).toEqual([]);
});
