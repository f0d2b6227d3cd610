import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findInProfile } from '../../src/cli/given.ts';
import { Vault } from '../../src/cli/vault.ts';

test.each<[string, (text: string) => Buffer, boolean]>([
  ['gzip', gzipSync, true],
  ['br', brotliCompressSync, true],
  ['deflate', deflateSync, true],
  ['zstd', (text) => Buffer.from(`any octets ${text.length}`), false],
])('a secret in content of the coding %s leaves with nobody', (coding, encode, isRead) => {
  const vault = new Vault(['doctor', 'ws://a/', '--header', 'X-Api-Key: zQ9c0ffee1234'], {});
  const message = (content: string, isChunked: boolean) => {
    const coded = encode(content);
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${coded.length}`;
    const chunk = [Buffer.from(`${coded.length.toString(16)}\r\n`), coded, Buffer.from('\r\n0\r\n\r\n')];
    const head = `HTTP/1.1 403 No\r\nContent-Encoding: ${coding}\r\n${framing}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), ...(isChunked ? chunk : [coded])]);
  };
  const hide = (octets: Buffer) => {
    const { response } = vault.hideAll({ response: octets.toString('base64') }) as { response: string }; // a value of the same kind
    return Buffer.from(response, 'base64');
  };
  for (const isChunked of [false, true]) {
    const [open, secret] = [
      message('a page', isChunked),
      message('{"said":"zQ9c0ffee1234"}'.repeat(20), isChunked),
    ];
    const [head, content] = hide(secret).toString('latin1').split('\r\n\r\n');
    expect(head).toContain('403 No');
    expect(content).toMatch(/^\*+$/);
    expect(hide(open).equals(open)).toBe(isRead);
  }
});

test.each([
  'Content-Encoding: gzip, identity',
  'Content-Encoding: identity\r\nContent-Encoding: gzip',
  'Content-Encoding : gzip',
  'Content-Encoding:\r\n gzip',
  'Transfer-Encoding: gzip',
  'Content-Encoding: gzip, gzip',
])('and it does not matter how its coding is written: %j', (field) => {
  const vault = new Vault(['doctor', 'ws://a/', '--header', 'X-Api-Key: zQ9c0ffee1234'], {});
  const content = gzipSync('you sent zQ9c0ffee1234');
  for (const end of ['\r\n', '\n']) {
    const head = `HTTP/1.1 403 No\r\n${field}\r\n\r\n`.replaceAll('\r\n', end);
    const octets = Buffer.concat([Buffer.from(head), content]).toString('base64');
    expect(Buffer.from(String(vault.hideAll(octets)), 'base64').includes(content)).toBe(false);
  }
});

test('content in chunks that are malformed cannot be looked into, and leaves with nobody', () => {
  const vault = new Vault(['doctor', 'ws://a/', '--header', 'X-Api-Key: zQ9c0ffee1234'], {});
  const [open, secret] = [gzipSync('a page'), gzipSync('you sent zQ9c0ffee1234')];
  const head = 'HTTP/1.1 403 No\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = (octets: Buffer, end: string) =>
    [`${octets.length.toString(16)}\r\n`, octets, end].map((part) => Buffer.from(part));
  const octets = Buffer.concat([
    Buffer.from(head),
    ...chunk(open, '\r\nz'),
    ...chunk(secret, '\r\n0\r\n\r\n'),
  ]);
  const hidden = Buffer.from(String(vault.hideAll(octets.toString('base64'))), 'base64').toString('latin1');
  expect(hidden).toMatch(/chunked\r\n\r\n\*+$/);
});

test.each([
  [['verify', 'client', '--', 'node', 'cl.cjs', 'sk-proj-Ab12Cd34Ef56Gh78'], 'sk-proj-Ab12Cd34Ef56Gh78'],
  [['verify', 'client', '--', 'node', 'cl.cjs', 'abcdEFGHijklMNOPqrst'], 'abcdEFGHijklMNOPqrst'],
])('a key among the words of a client is hidden in what is told: %j', (argv, key) => {
  expect(new Vault(argv, {}).hide(`node cl.cjs ${key}`)).toBe('node cl.cjs [argument of the client]');
});

test('a key among the subprotocols of a profile is hidden as one on the command line', () => {
  const vault = new Vault(['verify', 'server', 'ws://a/'], {});
  vault.keep(findInProfile({ subprotocol: ['realtime', 'openai-insecure-api-key.sk-proj-Ab12'] }));
  expect(vault.hide('offers openai-insecure-api-key.sk-proj-Ab12')).not.toContain('sk-proj-Ab12');
  expect(vault.hide('offers realtime')).toBe('offers realtime');
});

test('a key that looks like base64, or like a URL as well, is hidden as a whole value', () => {
  const key = Buffer.alloc(32, 255).toString('base64');
  const vault = new Vault(['connect', 'ws://a/', '--header', `X-A: ${key}`], {});
  expect(vault.hideAll([key, 'AKIAIOSFODNN7EXAMPLE'])).toEqual(['[--header X-A]', '***']);
});
