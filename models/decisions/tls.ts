import { createDecision, type RuleTable } from '../decision.ts';
import type { TlsFacts } from '../facts/tls.ts';
import type { Guards } from '../match.ts';
import type { Row, TlsVerdict } from './row.ts';

export const tlsGuards = {
  plainHttpIsSpoken: { handshake: 'plainHttp' },
  protocolIsRefused: { handshake: 'protocolRefused' },
  handshakeIsCut: { handshake: 'cut' },
  handshakeFailed: { handshake: 'failed' },
  certificateIsExpired: { certificate: 'expired' },
  certificateIsNotYetValid: { certificate: 'notYetValid' },
  certificateNamesAnotherHost: { certificate: 'wrongName' },
  certificateIsSelfSigned: { certificate: 'selfSigned' },
  certificateIssuerIsUnknown: { certificate: 'unknownIssuer' },
  certificateIsUnacceptable: { certificate: 'other' },
  protocolIsNotHttp11: { protocol: 'other' },
  otherwise: {},
} as const satisfies Guards<TlsFacts>;

export type TlsGuard = keyof typeof tlsGuards;
export type TlsRow<Guard extends string = string> = Row<Guard, TlsVerdict>;

const broken = { clause: 'rfc6455/4.1/tls-failure', verdict: 'failed' } as const;
const unverified = { clause: 'rfc6455/4.1/certificate-verified', verdict: 'failed' } as const;

/** The client's decision on a TLS handshake: nothing is sent unless it is secured. */
export const tlsRows = [
  { guard: 'plainHttpIsSpoken', about: 'tls', ...broken },
  { guard: 'protocolIsRefused', about: 'tls', clause: 'rfc7301/3.2/protocol-refused', verdict: 'failed' },
  { guard: 'handshakeIsCut', about: 'tls', ...broken },
  { guard: 'handshakeFailed', about: 'tls', ...broken },
  { guard: 'certificateIsExpired', about: 'certificate', ...unverified },
  { guard: 'certificateIsNotYetValid', about: 'certificate', ...unverified },
  { guard: 'certificateNamesAnotherHost', about: 'certificate', ...unverified },
  { guard: 'certificateIsSelfSigned', about: 'certificate', ...unverified },
  { guard: 'certificateIssuerIsUnknown', about: 'certificate', ...unverified },
  { guard: 'certificateIsUnacceptable', about: 'certificate', ...unverified },
  { guard: 'protocolIsNotHttp11', about: 'tls', clause: 'rfc7301/3.2/protocol-offered', verdict: 'failed' },
  { guard: 'otherwise', about: 'tls', clause: 'rfc6455/4.1/tls-before-handshake', verdict: 'secured' },
] as const satisfies readonly TlsRow<TlsGuard>[];

export const tlsTable: RuleTable<TlsFacts, object, TlsRow<TlsGuard>> = {
  id: 'tlsDecision',
  guards: tlsGuards,
  rows: tlsRows,
  faultless: ['secured'],
  defaults: {},
};

export const tlsDecision = createDecision(tlsTable);
