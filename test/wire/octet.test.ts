import { describe, expect, test, vi } from 'vitest';
import { decodeLatin1, encodeLatin1, isSameOctets } from '../../src/wire/octet.ts';

describe('octets and characters are one to one', () => {
  test.each([
    ['octets', Uint8Array.of(0x00, 0x41, 0x80, 0x9f, 0xff)],
    ['octets of Node', Buffer.of(0x00, 0x41, 0x80, 0x9f, 0xff)],
  ])('0x80 to 0x9F are not windows-1252 (%s)', (_, octets) => {
    expect(decodeLatin1(octets)).toBe('\0A\u0080\u009f\u00ff');
  });

  test('nor are they where there is no Buffer', async () => {
    vi.stubGlobal('Buffer', undefined);
    vi.resetModules();
    try {
      const elsewhere = await import('../../src/wire/octet.ts');
      expect(elsewhere.decodeLatin1).not.toBe(decodeLatin1);
      expect(elsewhere.decodeLatin1(Uint8Array.of(0x00, 0x41, 0x80, 0x9f, 0xff))).toBe(
        '\0A\u0080\u009f\u00ff',
      );
      expect(elsewhere.encodeLatin1('\0A\u0080\u009f\u00ff')).toEqual(
        Uint8Array.of(0x00, 0x41, 0x80, 0x9f, 0xff),
      );
      expect(elsewhere.isSameOctets(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
      expect(elsewhere.isSameOctets(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
      expect(elsewhere.isSameOctets(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
    } finally {
      vi.unstubAllGlobals();
      vi.resetModules();
    }
  });

  test('and back', () => {
    expect(encodeLatin1('\0A\u0080\u009f\u00ff')).toEqual(Uint8Array.of(0x00, 0x41, 0x80, 0x9f, 0xff));
  });

  test('more octets than one call takes arguments', () => {
    expect(decodeLatin1(new Uint8Array(1_000_001).fill(0x61))).toBe('a'.repeat(1_000_001));
  });

  test('none of them in US-ASCII', () => {
    expect(decodeLatin1(Uint8Array.of(0x80, 0x9f))).toBe('\u0080\u009f');
    expect(decodeLatin1(new Uint8Array(20_000).fill(0xe9))).toBe('\u00e9'.repeat(20_000));
    expect(encodeLatin1('\u0080\u009f')).toEqual(Uint8Array.of(0x80, 0x9f));
  });

  test('none at all', () => {
    expect(decodeLatin1(new Uint8Array(0))).toBe('');
    expect(encodeLatin1('')).toEqual(new Uint8Array(0));
  });

  test.each([
    [[], [], true],
    [[1, 2], [1, 2], true],
    [[1, 2], [1, 3], false],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
  ])('%j and %j are the same: %s', (one, other, isSame) => {
    expect(isSameOctets(Uint8Array.from(one), Uint8Array.from(other))).toBe(isSame);
  });
});
