// Compiled from ../decisions/tls.ts by `npm run compile`.
import { type TlsGuard, type TlsRow, tlsRows } from '../decisions/tls.ts';
import type { TlsFacts } from '../facts/tls.ts';

/** The client's decision on a TLS handshake: the first of `tlsRows` that holds. */
export function decideTls(facts: TlsFacts): TlsRow<TlsGuard> {
  // plainHttpIsSpoken: rfc6455/4.1/tls-failure
  if (facts.handshake === 'plainHttp') return tlsRows[0];
  // protocolIsRefused: rfc7301/3.2/protocol-refused
  if (facts.handshake === 'protocolRefused') return tlsRows[1];
  // handshakeIsCut: rfc6455/4.1/tls-failure
  if (facts.handshake === 'cut') return tlsRows[2];
  // handshakeFailed: rfc6455/4.1/tls-failure
  if (facts.handshake === 'failed') return tlsRows[3];
  // certificateIsExpired: rfc6455/4.1/certificate-verified
  if (facts.certificate === 'expired') return tlsRows[4];
  // certificateIsNotYetValid: rfc6455/4.1/certificate-verified
  if (facts.certificate === 'notYetValid') return tlsRows[5];
  // certificateNamesAnotherHost: rfc6455/4.1/certificate-verified
  if (facts.certificate === 'wrongName') return tlsRows[6];
  // certificateIsSelfSigned: rfc6455/4.1/certificate-verified
  if (facts.certificate === 'selfSigned') return tlsRows[7];
  // certificateIssuerIsUnknown: rfc6455/4.1/certificate-verified
  if (facts.certificate === 'unknownIssuer') return tlsRows[8];
  // certificateIsUnacceptable: rfc6455/4.1/certificate-verified
  if (facts.certificate === 'other') return tlsRows[9];
  // protocolIsNotHttp11: rfc7301/3.2/protocol-offered
  if (facts.protocol === 'other') return tlsRows[10];
  // otherwise: rfc6455/4.1/tls-before-handshake
  return tlsRows[11];
}
