import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileAllowlist, type OriginTest } from '../../src/auth/origin.ts';
import { runs } from '../property.ts';

function allow(...entries: readonly string[]): OriginTest {
  const list = compileAllowlist(entries);
  if (!list.ok) throw new Error(list.problem);
  return list.value;
}

describe('scheme, host and port have to agree', () => {
  test.each([
    ['https://example.com', 'https://example.com', 'allowed'],
    ['https://example.com', 'https://www.example.com', 'foreign'],
    ['https://example.com', 'https://example.org', 'foreign'],
    ['https://example.com', 'https://evilexample.com', 'foreign'],
    ['https://example.com', 'https://example.com.evil.com', 'foreign'],
    ['https://example.com', 'https://example.com.', 'foreign'],
    ['https://example.com', 'http://example.com', 'foreign'],
    ['https://example.com', 'wss://example.com', 'foreign'],
    ['https://example.com', 'https://example.com:8443', 'foreign'],
    ['https://example.com:8443', 'https://example.com:8443', 'allowed'],
    ['https://example.com:8443', 'https://example.com', 'foreign'],
    ['http://localhost:3000', 'http://localhost:3000', 'allowed'],
    ['http://localhost:3000', 'http://127.0.0.1:3000', 'foreign'],
    ['http://127.0.0.1', 'http://127.0.0.1', 'allowed'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef', 'allowed'],
    ['http://under_score.example', 'http://under_score.example', 'allowed'],
    ['http://a:65535', 'http://a:65535', 'allowed'],
  ])('%s, %s: %s', (entry, value, verdict) => {
    expect(allow(entry)(value)).toBe(verdict);
  });

  test('any entry will do', () => {
    const judge = allow('https://a.example', 'https://b.example', 'https://*.c.example');
    expect(
      ['https://a.example', 'https://b.example', 'https://x.c.example', 'https://d.example'].map(judge),
    ).toEqual(['allowed', 'allowed', 'allowed', 'foreign']);
  });

  test('an empty list allows none', () => {
    expect(['https://a.example', 'null'].map(allow())).toEqual(['foreign', 'foreign']);
  });
});

describe('a default port equals none', () => {
  test.each([
    ['http://a', 'http://a:80'],
    ['http://a:80', 'http://a'],
    ['ws://a', 'ws://a:80'],
    ['https://a', 'https://a:443'],
    ['https://a:443', 'https://a'],
    ['wss://a:443', 'wss://a'],
    ['https://*.a:443', 'https://b.a'],
    ['https://*.a', 'https://b.a:443'],
  ])('%s, %s', (entry, value) => {
    expect(allow(entry)(value)).toBe('allowed');
  });

  test.each([
    ['http://a', 'http://a:443'],
    ['https://a', 'https://a:80'],
    ['app://a', 'app://a:80'],
    ['https://*.a', 'https://b.a:80'],
  ])('%s, %s: foreign', (entry, value) => {
    expect(allow(entry)(value)).toBe('foreign');
  });
});

describe('origins are compared in lower case', () => {
  test.each([
    ['https://example.com', 'HTTPS://EXAMPLE.COM'],
    ['https://example.com', 'https://Example.Com:443'],
    ['HTTPS://Example.COM', 'https://example.com'],
    ['https://*.EXAMPLE.com', 'https://A.example.COM'],
    ['http://[2001:DB8::A]', 'http://[2001:db8::a]'],
  ])('%s, %s', (entry, value) => {
    expect(allow(entry)(value)).toBe('allowed');
  });
});

describe('null is allowed when it is listed', () => {
  test.each([
    ['null', 'null', 'allowed'],
    ['https://a', 'null', 'foreign'],
    ['null', 'https://null', 'foreign'],
    ['null', 'Null', 'malformed'],
    ['null', 'NULL', 'malformed'],
    ['null', 'null ', 'malformed'],
  ])('%s, %s: %s', (entry, value, verdict) => {
    expect(allow(entry)(value)).toBe(verdict);
  });
});

describe('scheme://*.domain is whatever is below the domain', () => {
  test.each(['https://a.example.com', 'https://a.b.c.example.com', 'https://xn--bcher-kva.example.com'])(
    '%s',
    (value) => {
      expect(allow('https://*.example.com')(value)).toBe('allowed');
    },
  );

  test.each([
    'https://example.com',
    'https://evilexample.com',
    'https://a.example.com.evil.com',
    'https://a.example.com.',
    'https://a.example.org',
    'http://a.example.com',
    'https://a.example.com:8443',
    'null',
  ])('%s is foreign', (value) => {
    expect(allow('https://*.example.com')(value)).toBe('foreign');
  });

  test.each([
    'https://.example.com',
    'https://a..example.com',
    'https://*.example.com',
    'https://evil.com/.example.com',
    'https://evil.com?.example.com',
    'https://evil.com#.example.com',
    'https://evil.com\\.example.com',
    'https://evil.com@a.example.com',
    'https://evil.com:80.example.com',
    'https://evil.com\0.example.com',
    'https://evil.com .example.com',
    'https://evil.com,https://a.example.com',
  ])('%j is malformed', (value) => {
    expect(allow('https://*.example.com')(value)).toBe('malformed');
  });

  test.each([
    ['http://*.localhost:3000', 'http://a.localhost:3000', 'allowed'],
    ['http://*.localhost:3000', 'http://a.localhost', 'foreign'],
  ])('%s, %s: %s', (entry, value, verdict) => {
    expect(allow(entry)(value)).toBe(verdict);
  });

  test('what is allowed is https, below the domain and nothing more, as URL reads it', () => {
    const judge = allow('https://*.example.com');
    const noise = fc.string({ unit: fc.constantFrom(...'a.:/\\@?#%*[]- \t\n0:443Eé,'), maxLength: 3 });
    const value = fc
      .tuple(noise, noise, noise, noise)
      .map(([a, b, c, d]) => `${a}https${b}://x${c}.example.com${d}`);
    const property = fc.property(
      fc.oneof(
        value,
        value.map((text) => text.slice(1)),
      ),
      (origin) => {
        const { protocol, hostname, port, pathname, search, hash, username } =
          judge(origin) === 'allowed' ? new URL(origin) : new URL('https://x.example.com');
        expect([protocol, port, pathname, search, hash, username]).toEqual(['https:', '', '/', '', '', '']);
        expect(hostname).toMatch(/[^.]\.example\.com$/);
      },
    );
    fc.assert(property, { seed: 20_261_121, numRuns: runs(500, 5_000) });
  });
});

describe('IPv6 addresses stand in brackets', () => {
  test.each([
    ['http://[::1]:3000', 'http://[::1]:3000', 'allowed'],
    ['http://[::1]', 'http://[::1]:80', 'allowed'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]', 'allowed'],
    ['http://[::1]', 'http://[0:0:0:0:0:0:0:1]', 'allowed'],
    ['http://[::1]', 'http://[::2]', 'foreign'],
    ['http://[::1]', 'http://::1', 'malformed'],
    ['http://[::1]', 'http://[::1', 'malformed'],
    ['http://[::1]', 'http://[::1]a', 'malformed'],
    ['http://[::1]', 'http://[:::1]', 'malformed'],
    ['http://[::1]', 'http://[]', 'malformed'],
    ['http://[::1]', 'http://[1.2.3.4]', 'malformed'],
    ['http://[::1]', 'http://[v1.a]', 'malformed'],
    ['http://[::1]', 'http://[fe80::1%25eth0]', 'malformed'],
  ])('%s, %s: %s', (entry, value, verdict) => {
    expect(allow(entry)(value)).toBe(verdict);
  });
});

const noOrigins = [
  '',
  '*',
  'example.com',
  'example.com:443',
  '//example.com',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https:\\\\example.com',
  'https://example.com/',
  'https://example.com/a',
  'https://example.com?',
  'https://example.com?a=b',
  'https://example.com#',
  'https://user@example.com',
  'https://user:password@example.com',
  'https://@example.com',
  'https://',
  'https://:443',
  'https://example.com:',
  'https://example.com:0',
  'https://example.com:0443',
  'HTTPS://EXAMPLE.COM:0443',
  'https://example.com:65536',
  'https://example.com:100000',
  'https://example.com:a',
  'https://example.com:443:443',
  ' https://example.com',
  'https://example.com ',
  'https://example.com\n',
  'https://exam\tple.com',
  'ht\ntps://example.com',
  'https://exam ple.com',
  'https://example.com https://example.org',
  'null null',
  '1https://example.com',
  '://example.com',
  'https://ex%61mple.com',
  'https://example%2ecom',
  'https://b\u00fccher.example',
  'https://\u212a.example',
  'http\u017f://example.com',
  'https://example\u3002com',
  'https://a,b',
  'https://a;b',
  "https://a'b",
  'https://a..b',
  'https://.a',
  'https://a\0',
  'undefined',
];

describe('a value that is no serialized origin is malformed', () => {
  test.each(noOrigins)('%j', (value) => {
    expect(allow('https://example.com', 'null', 'https://*.example')(value)).toBe('malformed');
  });
});

describe('an entry that is no origin is refused', () => {
  test.each([
    ...noOrigins,
    'NULL',
    'https://*',
    'https://*.',
    'https://*.*.example.com',
    'https://a.*.example.com',
    'https://a*.example.com',
    'https://*example.com',
    '*.example.com',
    '*://example.com',
    'https://*.example.com/',
    'https://example.com:*',
    'https://*.[::1]',
    'http://192.168.1.*',
  ])('%j', (entry) => {
    expect(compileAllowlist(['https://a.example', entry])).toEqual({
      ok: false,
      problem: `${JSON.stringify(entry)} is not an origin: scheme://host[:port], scheme://*.domain[:port] or null was expected`,
    });
  });

  test('the first of several is named', () => {
    expect(compileAllowlist(['null', 'a', 'b'])).toMatchObject({
      problem: expect.stringMatching(/^"a" is not an origin/),
    });
  });
});
