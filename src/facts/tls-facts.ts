import type { TlsFacts } from '../../models/facts/tls.ts';

/** What came of a TLS handshake, in the words of Node and OpenSSL. */
export type TlsOutcome =
  | {
      readonly done: true;
      /** Code of the first fault of the certificate; null where it has none, or nobody asks. */
      readonly certificateFault: string | null;
      /** Whether the certificate was to be verified at all. */
      readonly isVerified: boolean;
      /** The protocol that ALPN has led to; null for none. */
      readonly protocol: string | null;
    }
  /** `code`: that of the error which ended it. */
  | { readonly done: false; readonly code: string };

/** Octets that are no record of TLS: the first has another type, or the version or the length make no sense. */
const notTls: readonly string[] = [
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  // OpenSSL 3.5, which Node 22 has, and later.
  'ERR_SSL_DATA_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_BAD_RECORD_TYPE',
];

/** The connection below was lost. */
const lost: readonly string[] = [
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_SSL_UNEXPECTED_EOF_WHILE_READING',
];

/** Codes of OpenSSL's verification, and that of Node's comparison of names. */
const certificateFacts: ReadonlyMap<string, TlsFacts['certificate']> = new Map([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'notYetValid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongName'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'selfSigned'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownIssuer'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknownIssuer'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknownIssuer'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownIssuer'],
]);

/**
 * The facts of a TLS handshake, told by codes alone.
 *
 * @see RFC 6455 §4.1, RFC 7301 §3.2
 */
export function readTls(outcome: TlsOutcome): TlsFacts {
  if (!outcome.done)
    return { handshake: failureFact(outcome.code), certificate: 'unread', protocol: 'unread' };
  const { certificateFault, isVerified, protocol } = outcome;
  return {
    handshake: 'done',
    certificate: isVerified ? certificateFact(certificateFault) : 'unread',
    protocol: protocol === null ? 'none' : protocol === 'http/1.1' ? 'http/1.1' : 'other',
  };
}

function failureFact(code: string): TlsFacts['handshake'] {
  if (notTls.includes(code)) return 'plainHttp';
  if (lost.includes(code)) return 'cut';
  return code.endsWith('_NO_APPLICATION_PROTOCOL') ? 'protocolRefused' : 'failed';
}

function certificateFact(fault: string | null): TlsFacts['certificate'] {
  return fault === null ? 'ok' : (certificateFacts.get(fault) ?? 'other');
}
