import { isIP } from 'node:net';
import type { PeerCertificate } from 'node:tls';
import type { TlsGuard } from '../../models/decisions/tls.ts';

/** What is known of a TLS handshake that led nowhere. */
export interface TlsEvidence {
  readonly peer: 'server' | 'proxy';
  /** The name, or the address, that the certificate has to be for. */
  readonly name: string;
  /** Null where the handshake was not completed. */
  readonly certificate: PeerCertificate | null;
  readonly protocol: string | null;
  /** In the words of OpenSSL or Node. */
  readonly problem: string;
}

/** Says in one sentence what was found and what was expected instead. */
export function explainTls(guard: TlsGuard, evidence: TlsEvidence): string {
  return reasons[guard](evidence);
}

const reasons: Readonly<Record<TlsGuard, (evidence: TlsEvidence) => string>> = {
  plainHttpIsSpoken: ({ peer }) =>
    `the port of the ${peer} does not speak TLS, it may speak plain HTTP: ` +
    `${peer === 'server' ? 'ws, not wss,' : 'http, not https,'} was expected`,
  protocolIsRefused: ({ peer }) => `the ${peer} refused the protocol that was offered by ALPN, http/1.1`,
  handshakeIsCut: ({ peer, problem }) =>
    `the ${peer} closed the connection during the TLS handshake: ${problem}`,
  handshakeFailed: ({ peer, problem }) => `the TLS handshake with the ${peer} failed: ${problem}`,
  certificateIsExpired: ({ peer, certificate }) =>
    `the certificate of the ${peer}, or one above it, has expired: that of the ${peer} itself ${describeTime(certificate)}`,
  certificateIsNotYetValid: ({ peer, certificate }) =>
    `the certificate of the ${peer}, or one above it, is not valid yet: that of the ${peer} itself ${describeTime(certificate)}`,
  certificateNamesAnotherHost: ({ peer, name, certificate }) =>
    `the certificate of the ${peer} is for ${listNames(certificate)}, where one for ${name} was expected${
      isIP(name) && !certificate?.subjectaltname?.includes('IP Address:')
        ? ': an address counts only as an IP address of subjectAltName'
        : ''
    }`,
  certificateIsSelfSigned: ({ peer, certificate }) =>
    `the certificate of the ${peer}, of ${nameParty(certificate?.subject)}, is self-signed, where one from a ` +
    'trusted authority was expected',
  certificateIssuerIsUnknown: ({ peer, certificate }) =>
    `the certificate of the ${peer} was issued by ${nameParty(certificate?.issuer)}, where a trusted authority ` +
    'was expected',
  certificateIsUnacceptable: ({ peer, problem }) =>
    `the certificate of the ${peer} is unacceptable: ${problem}`,
  protocolIsNotHttp11: ({ peer, protocol }) =>
    `the ${peer} chose ${protocol} by ALPN, where http/1.1 was expected`,
  otherwise: ({ peer }) => `the TLS handshake with the ${peer} is done`,
};

function describeTime(certificate: PeerCertificate | null): string {
  return `is valid from ${writeTime(certificate?.valid_from)} to ${writeTime(certificate?.valid_to)}`;
}

/** `Jan  1 00:00:00 2030 GMT` as `2030-01-01T00:00:00Z`. */
function writeTime(text = ''): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 'an unknown time' : new Date(time).toISOString().replace('.000', '');
}

/** The names that a certificate is for, as many as a sentence bears. */
function listNames(certificate: PeerCertificate | null): string {
  const names = certificate?.subjectaltname?.split(', ') ?? [nameParty(certificate?.subject)];
  const more = names.length > 8 ? [`${names.length - 8} more`] : [];
  return [...names.slice(0, 8), ...more].join(', ');
}

function nameParty(party: PeerCertificate['subject'] | undefined): string {
  const name = [party?.CN ?? party?.O ?? []].flat().join(', ');
  return name === '' ? 'an unnamed party' : JSON.stringify(name);
}
