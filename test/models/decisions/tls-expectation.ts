import type { ClauseId } from '../../../models/clauses.ts';
import type { TlsVerdict } from '../../../models/decisions/row.ts';
import { type TlsGuard, type TlsRow, tlsTable } from '../../../models/decisions/tls.ts';
import type { TlsFacts } from '../../../models/facts/tls.ts';
import type { Expectation, Suite, Values } from '../expectation.ts';

type TlsExpectation = Expectation<TlsFacts, object, TlsRow<TlsGuard>>;

const faultlessTls: TlsFacts = { handshake: 'done', certificate: 'ok', protocol: 'http/1.1' };

const tlsValues = {
  handshake: {
    done: null,
    plainHttp: 'plainHttpIsSpoken',
    protocolRefused: 'protocolIsRefused',
    cut: 'handshakeIsCut',
    failed: 'handshakeFailed',
  },
  certificate: {
    unread: null,
    ok: null,
    expired: 'certificateIsExpired',
    notYetValid: 'certificateIsNotYetValid',
    wrongName: 'certificateNamesAnotherHost',
    selfSigned: 'certificateIsSelfSigned',
    unknownIssuer: 'certificateIssuerIsUnknown',
    other: 'certificateIsUnacceptable',
  },
  protocol: { unread: null, 'http/1.1': null, none: null, other: 'protocolIsNotHttp11' },
} as const satisfies Values<TlsFacts, TlsGuard>;

function answered(
  facts: Partial<TlsFacts>,
  guard: TlsGuard,
  clause: ClauseId,
  verdict: TlsVerdict,
): TlsExpectation {
  return { facts, choices: {}, answer: { guard, clause, verdict } };
}

// biome-ignore format: a fault is a line
const tlsFaults: readonly TlsExpectation[] = [
  answered({ handshake: 'plainHttp' }, 'plainHttpIsSpoken', 'rfc6455/4.1/tls-failure', 'failed'),
  answered({ handshake: 'protocolRefused' }, 'protocolIsRefused', 'rfc7301/3.2/protocol-refused', 'failed'),
  answered({ handshake: 'cut' }, 'handshakeIsCut', 'rfc6455/4.1/tls-failure', 'failed'),
  answered({ handshake: 'failed' }, 'handshakeFailed', 'rfc6455/4.1/tls-failure', 'failed'),
  answered({ certificate: 'expired' }, 'certificateIsExpired', 'rfc6455/4.1/certificate-verified', 'failed'),
  answered({ certificate: 'notYetValid' }, 'certificateIsNotYetValid', 'rfc6455/4.1/certificate-verified', 'failed'),
  answered({ certificate: 'wrongName' }, 'certificateNamesAnotherHost', 'rfc6455/4.1/certificate-verified', 'failed'),
  answered({ certificate: 'selfSigned' }, 'certificateIsSelfSigned', 'rfc6455/4.1/certificate-verified', 'failed'),
  answered({ certificate: 'unknownIssuer' }, 'certificateIssuerIsUnknown', 'rfc6455/4.1/certificate-verified', 'failed'),
  answered({ certificate: 'other' }, 'certificateIsUnacceptable', 'rfc6455/4.1/certificate-verified', 'failed'),
  answered({ protocol: 'other' }, 'protocolIsNotHttp11', 'rfc7301/3.2/protocol-offered', 'failed'),
];

const secured = ['otherwise', 'rfc6455/4.1/tls-before-handshake', 'secured'] as const;

const faultlessTlsHandshakes: readonly TlsExpectation[] = [
  answered({}, ...secured),
  answered({ protocol: 'none' }, ...secured),
];

export const tlsSuite: Suite<TlsFacts, object, TlsRow<TlsGuard>> = {
  table: tlsTable,
  faultless: faultlessTls,
  choices: {},
  values: tlsValues,
  faults: tlsFaults,
  faultlessOnes: faultlessTlsHandshakes,
};
