import { describe, expect, test } from 'vitest';
import type { AddressSeen, InputFault, Observation, TlsSeen } from '../../src/diagnosis/index.ts';
import { accepted, asked, evidenceOf, exchange, idsOf, signsOf } from './seen.ts';

describe('what was typed', () => {
  test.each([
    ['scheme', 'schemeIsHttp', 'input/scheme'],
    ['schemeMissing', 'schemeIsMissing', 'input/scheme'],
    ['fragment', 'fragmentIsGiven', 'input/fragment'],
    ['userInformation', 'userinfoIsGiven', 'input/userinfo'],
    ['syntax', 'urlIsUnusable', 'input/url'],
    ['host', 'urlIsUnusable', 'input/url'],
    ['port', 'urlIsUnusable', 'input/url'],
    ['subprotocol', 'subprotocolIsUnusable', 'input/subprotocol'],
    ['handshakeField', 'handshakeFieldIsGiven', 'client/own-handshake-fields'],
  ] satisfies [InputFault['kind'], string, string][])('%s', (kind, sign, id) => {
    const input = { kind, problem: 'what is wrong' };
    expect(signsOf({ input })).toEqual([sign]);
    expect(evidenceOf({ input })[sign]).toBe('what is wrong');
    expect(idsOf({ input })).toEqual([id]);
  });
});

const v4 = (outcome: AddressSeen['outcome']): AddressSeen => ({ address: '192.0.2.1', family: 4, outcome });
const v6 = (outcome: AddressSeen['outcome']): AddressSeen => ({ address: '2001:db8::1', family: 6, outcome });

describe('names and addresses', () => {
  test('no address', () => {
    expect(idsOf({ unknownName: 'ENOTFOUND' })).toEqual(['network/name-unknown']);
  });

  test.each([
    ['all refuse', [v4('refused'), v6('refused')], ['everyAddressRefuses']],
    ['there is no way', [v4('unreachable')], ['addressIsUnreachable']],
    ['no answer', [v4('unanswered')], ['noAddressAnswers']],
    ['one refuses, the other is not reached', [v4('refused'), v6('unreachable')], ['noAddressAnswers']],
    ['v6 refuses', [v6('refused'), v4('open')], ['oneFamilyRefuses']],
    ['v4 does not answer', [v4('unanswered'), v6('open')], ['oneFamilyRefuses']],
    ['one of two of a family refuses', [v4('refused'), v4('open'), v6('open')], []],
    ['all are open', [v4('open'), v6('open')], []],
    ['there are none', [], []],
  ])('%s', (_what, addresses, expected) => {
    expect(signsOf({ addresses })).toEqual(expected);
  });

  test('each is told', () => {
    expect(evidenceOf({ addresses: [v6('refused'), v4('open')] })['oneFamilyRefuses']).toBe(
      '2001:db8::1: refused; 192.0.2.1: open',
    );
  });
});

test('browsers connect to no port of a list', () => {
  const idAt = (port: number) =>
    idsOf({ asked: asked({}, `ws://a.example:${port}/`), opening: exchange(accepted()) }).join();
  const [blocked, open] = ['client/port-blocked', 'healthy'];
  expect([1, 6666, 10080, 443, 6664].map(idAt)).toEqual([blocked, blocked, blocked, open, open]);
});

describe('a proxy', () => {
  test.each([
    ['formed', 200, ['isTunnelled']],
    ['unreachable', null, ['proxyIsUnreachable']],
    ['silent', null, ['proxyIsUnreachable']],
    ['refused', 407, ['proxyWantsCredentials']],
    ['refused', 403, ['proxyRefuses']],
    ['refused', 502, ['proxyCannotReach']],
    ['refused', 504, ['proxyCannotReach']],
  ] as const)('%s, %s', (outcome, status, expected) => {
    expect(signsOf({ proxy: { outcome, status } })).toEqual(expected);
  });
});

const tls = (code: string, more: Partial<TlsSeen> = {}): Partial<Observation> => ({
  tls: { guard: 'handshakeFailed', problem: 'why', code, ...more },
});

describe('TLS', () => {
  test.each([
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', {}, 'tls/version'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', {}, 'tls/version'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', {}, 'tls/cipher'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', {}, 'tls/cipher'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', { isCertificateAsked: true }, 'tls/client-certificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', {}, 'tls/client-certificate'],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', {}, 'tls/handshake-failed'],
    ['', { isUnanswered: true }, 'tls/silent'],
    ['CERT_REVOKED', { guard: 'certificateIsUnacceptable' }, 'tls/revoked'],
    ['CERT_HAS_EXPIRED', { guard: 'certificateIsExpired' }, 'tls/expired'],
    ['', { guard: 'certificateNamesAnotherHost' }, 'tls/wrong-name'],
    ['', { guard: 'plainHttpIsSpoken' }, 'tls/plain-port'],
    ['', { guard: 'certificateIssuerIsUnknown' }, 'tls/unknown-issuer'],
    ['', { guard: 'certificateIssuerIsUnknown', isChainShort: true }, 'tls/unknown-issuer'],
    [
      '',
      { guard: 'certificateIssuerIsUnknown', isChainShort: true, isIssuerRelated: true },
      'tls/incomplete-chain',
    ],
  ] satisfies [string, Partial<TlsSeen>, string][])('%s with %j is %s', (code, more, id) => {
    expect(idsOf(tls(code, more))).toEqual([id]);
  });

  test('what is secured shows nothing else, but that HTTP/2 was not looked for', () => {
    expect(signsOf(tls('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', { guard: 'otherwise' }))).toEqual([
      ...['tlsIsSecured', 'extendedConnectIsUntried'],
    ]);
  });

  test('HTTP/2', () => {
    const http2 = { isSpoken: true, isConnectAnnounced: true, status: 200, outcome: 'opened' } as const;
    expect(signsOf({ http2 })).toEqual([
      ...['http2IsSpoken', 'http2IsAlone', 'extendedConnectIsAnnounced', 'http2Opens'],
    ]);
    expect(signsOf({ http2: { isSpoken: false, isConnectAnnounced: false, status: 404 } })).toEqual([]);
  });
});
