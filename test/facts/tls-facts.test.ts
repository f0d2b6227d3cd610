import { describe, expect, test } from 'vitest';
import { readTls, type TlsOutcome } from '../../src/facts/tls-facts.ts';

const done: TlsOutcome = { done: true, certificateFault: null, isVerified: true, protocol: 'http/1.1' };

test('a handshake that is done, with a certificate that is right', () => {
  expect(readTls(done)).toEqual({ handshake: 'done', certificate: 'ok', protocol: 'http/1.1' });
});

describe('the protocol that was chosen', () => {
  test.each([
    ['http/1.1', 'http/1.1'],
    [null, 'none'],
    ['h2', 'other'],
    ['http/1.0', 'other'],
    ['HTTP/1.1', 'other'],
    ['', 'other'],
  ])('%j', (protocol, fact) => {
    expect(readTls({ ...done, protocol })).toEqual({ handshake: 'done', certificate: 'ok', protocol: fact });
  });
});

const faults = [
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'notYetValid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongName'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'selfSigned'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownIssuer'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknownIssuer'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknownIssuer'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownIssuer'],
  ['CERT_REVOKED', 'other'],
  ['INVALID_PURPOSE', 'other'],
  ['', 'other'],
  ['constructor', 'other'],
] as const;

describe('what is wrong with the certificate', () => {
  test.each(faults)('%s', (certificateFault, fact) => {
    const outcome = { ...done, certificateFault };
    expect(readTls(outcome)).toEqual({ handshake: 'done', certificate: fact, protocol: 'http/1.1' });
  });

  test.each(faults)('%s counts for nothing where it is not verified', (certificateFault) => {
    const outcome = { ...done, certificateFault, isVerified: false };
    expect(readTls(outcome)).toEqual({ handshake: 'done', certificate: 'unread', protocol: 'http/1.1' });
  });
});

describe('what has ended the handshake', () => {
  test.each([
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'plainHttp'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'plainHttp'],
    ['ERR_SSL_DATA_LENGTH_TOO_LONG', 'plainHttp'],
    ['ERR_SSL_HTTP_REQUEST', 'plainHttp'],
    ['ERR_SSL_UNKNOWN_PROTOCOL', 'plainHttp'],
    ['ERR_SSL_BAD_RECORD_TYPE', 'plainHttp'],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'protocolRefused'],
    ['ERR_SSL_TLSV13_ALERT_NO_APPLICATION_PROTOCOL', 'protocolRefused'],
    ['ECONNRESET', 'cut'],
    ['ECONNABORTED', 'cut'],
    ['EPIPE', 'cut'],
    ['ETIMEDOUT', 'cut'],
    ['ERR_SSL_UNEXPECTED_EOF_WHILE_READING', 'cut'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'failed'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'failed'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'failed'],
    ['', 'failed'],
    ['constructor', 'failed'],
  ])('%s', (code, handshake) => {
    expect(readTls({ done: false, code })).toEqual({ handshake, certificate: 'unread', protocol: 'unread' });
  });
});
