import { describe, expect, test } from 'vitest';
import { isHostValue } from '../../src/wire/host.ts';

describe('Host = uri-host [ ":" port ]', () => {
  test.each([
    'example.com',
    'example.com:80',
    'example.com:',
    'a:70000',
    'EXAMPLE_com.',
    '127.0.0.1:8080',
    '%41b',
    "!$&'()*+,;=",
    '[::1]',
    '[::1]:80',
    '[2001:DB8::192.0.2.1]',
    '[v1f.a:b]:1',
  ])('%j', (value) => {
    expect(isHostValue(value)).toBe(true);
  });

  test.each([
    '',
    ':80',
    'user@host',
    'host/path',
    'host?x',
    'host#x',
    'host:abc',
    'host:80:80',
    'host :80',
    'a b',
    'a%4',
    'a%zz',
    'h\xf6st',
    '::1',
    '[]',
    '[::1',
    '[::1]80',
    '[:::1]',
    '[::1%25lo]',
    '[1.2.3.4]',
    '[v.x]',
    '[[v1.x]',
    '[vg.x]',
    'http://host',
    '\0',
  ])('%j is refused', (value) => {
    expect(isHostValue(value)).toBe(false);
  });
});
