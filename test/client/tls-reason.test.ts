import type { PeerCertificate } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { explainTls } from '../../src/client/tls-reason.ts';

/** A certificate with these parts alone. */
const certificateOf = (parts: Partial<PeerCertificate>) => parts as PeerCertificate; // no other part is looked at

const evidence = {
  peer: 'server',
  name: 'a.example',
  certificate: null,
  protocol: null,
  problem: '',
} as const;

describe('a certificate for other names', () => {
  test.each<[string, Partial<PeerCertificate>, string]>([
    [
      'its alternative names, eight of them at the most',
      { subjectaltname: Array.from({ length: 10 }, (_, index) => `DNS:${index}.example`).join(', ') },
      'DNS:0.example, DNS:1.example, DNS:2.example, DNS:3.example, DNS:4.example, DNS:5.example, DNS:6.example, DNS:7.example, 2 more',
    ],
    ['its subject, where it has none', { subject: { CN: 'b.example', O: 'B' } }, '"b.example"'],
    ['its organisation, where that has no name', { subject: { O: ['B', 'C'] } }, '"B, C"'],
    ['nobody', { subject: {} }, 'an unnamed party'],
    ['control characters as escapes', { subject: { CN: 'b\x1b[31m' } }, '"b\\u001b[31m"'],
  ])('%s', (_, parts, names) => {
    const certificate = certificateOf(parts);
    expect(explainTls('certificateNamesAnotherHost', { ...evidence, certificate })).toBe(
      `the certificate of the server is for ${names}, where one for a.example was expected`,
    );
  });
});

test('the times of a certificate are written as RFC 3339 has them', () => {
  const certificate = certificateOf({ valid_from: 'Jan  2 03:04:05 2021 GMT', valid_to: 'never' });
  expect(explainTls('certificateIsExpired', { ...evidence, certificate })).toBe(
    'the certificate of the server, or one above it, has expired: that of the server itself is valid from 2021-01-02T03:04:05Z to an unknown time',
  );
});

test('a protocol that was not offered', () => {
  expect(explainTls('protocolIsNotHttp11', { ...evidence, peer: 'proxy', protocol: 'h2' })).toBe(
    'the proxy chose h2 by ALPN, where http/1.1 was expected',
  );
});

test('a handshake that is done', () => {
  expect(explainTls('otherwise', evidence)).toBe('the TLS handshake with the server is done');
});
