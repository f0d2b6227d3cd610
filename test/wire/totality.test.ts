import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as wire from '../../src/wire/index.ts';
import { runs } from '../property.ts';

const field = (name: string, value: string): wire.Field => ({ name, value, span: { start: 0, end: 0 } });

/** Every function that reads text from a peer, as one that takes any text. */
const PARSERS: readonly [name: string, parse: (text: string) => unknown][] = [
  ['parseRequest', (text) => wire.parseRequest(wire.encodeLatin1(text))],
  [
    'parseRequest, fields',
    (text) => wire.parseRequest(wire.encodeLatin1(`GET / HTTP/1.1\r\n${text}\r\n\r\n`)),
  ],
  ['parseReply', (text) => wire.parseReply(wire.encodeLatin1(text))],
  ['parseReply, reason', (text) => wire.parseReply(wire.encodeLatin1(`HTTP/1.1 101 ${text}`))],
  ['parseFieldLines', (text) => wire.parseFieldLines(`${text}\r\n\r\n`, 0)],
  ['parseFieldLines, value', (text) => wire.parseFieldLines(`a:${text}\r\n\r\n`, 0)],
  ['parseRequestLine', wire.parseRequestLine],
  ['parseStatusLine', wire.parseStatusLine],
  ['isToken', wire.isToken],
  ['isFieldValue', wire.isFieldValue],
  ['parseTokenList', wire.parseTokenList],
  ['parseProtocolList', wire.parseProtocolList],
  ['parseExtensionList', wire.parseExtensionList],
  ['parseExtensionList, parameters', (text) => wire.parseExtensionList(`a${text}`)],
  ['readQuotedString', (text) => wire.readQuotedString(`"${text}`, 0)],
  ['classifyKey', wire.classifyKey],
  ['parseVersion', wire.parseVersion],
  ['parseVersionList', wire.parseVersionList],
  ['parseTarget', wire.parseTarget],
  ['parseTarget, path', (text) => wire.parseTarget(`/${text}`)],
  ['parseTarget, authority', (text) => wire.parseTarget(`ws://${text}`)],
  ['isHostValue', wire.isHostValue],
  ['isHostValue, literal', (text) => wire.isHostValue(`[${text}]`)],
  ['parseWebSocketUri', wire.parseWebSocketUri],
  ['parseWebSocketUri, authority', (text) => wire.parseWebSocketUri(`ws://${text}`)],
  ['parseWebSocketUri, path', (text) => wire.parseWebSocketUri(`ws://a/${text}`)],
  ['requestContent, length', (text) => wire.requestContent([field('content-length', text)])],
  ['requestContent, coding', (text) => wire.requestContent([field('transfer-encoding', text)])],
  ['replyContent', (text) => wire.replyContent(200, [field('transfer-encoding', text)])],
  ['computeAccept', (text) => wire.computeAccept(text, (octets) => octets)],
  ['HeadReader', (text) => new wire.HeadReader('request', 2 ** 21).push(wire.encodeLatin1(`G${text}`))],
  ['BodyReader', (text) => new wire.BodyReader({ kind: 'chunked' }, 2 ** 21).push(wire.encodeLatin1(text))],
];

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((octets) => wire.decodeLatin1(octets)),
  fc.string({ unit: fc.constantFrom(...'\r\n\t\0 :;,="\\/?#%[]@*aAfF019.-+\x80\ud800') }),
);

describe('no text makes a parser throw', () => {
  test.each(PARSERS)('%s', (_, parse) => {
    const property = fc.property(text, (any) => void parse(any));
    expect(() => fc.assert(property, { seed: 20260101, numRuns: runs(100, 2_000) })).not.toThrow();
  });

  test.each([-1, 5, 99, Number.NaN, Number.POSITIVE_INFINITY])('nor does an offset of %d', (from) => {
    expect(() => wire.parseFieldLines('A: b\r\n\r\n', from)).not.toThrow();
  });
});

/** Enough for what is quadratic to take too long. */
const LENGTH = runs(2 ** 16, 2 ** 20);
const PATTERNS = [
  ',',
  ';',
  '"',
  '\\',
  '\\"',
  ' ',
  '\t',
  'a',
  'a=',
  ';a=',
  'a,',
  'a, ',
  '/',
  ':',
  '%',
  '1',
  '[',
  'a\r\n',
  'é',
];

describe('a long text of anything is read in linear time', () => {
  test.each(PARSERS)(
    '%s',
    (_, parse) => {
      for (const pattern of PATTERNS) parse(pattern.repeat(LENGTH / pattern.length));
      for (const pattern of PATTERNS) parse(`a${pattern.repeat(LENGTH / pattern.length)}\0`);
      expect(parse).toBeTypeOf('function');
    },
    60_000,
  );

  test('a head that comes one octet at a time', () => {
    const reader = new wire.HeadReader('request', LENGTH);
    const octet = Uint8Array.of(0x61);
    for (let count = 0; count < LENGTH; count += 1) reader.push(octet);
    expect(reader.push(octet).state).toBe('tooLarge');
    expect(reader.received).toBe(LENGTH);
  });

  test('a body that comes one octet at a time', () => {
    const reader = new wire.BodyReader({ kind: 'untilClose' }, LENGTH);
    const octet = Uint8Array.of(0x61);
    for (let count = 0; count < LENGTH; count += 1) reader.push(octet);
    expect(reader.body.length).toBe(LENGTH);
  });
});
