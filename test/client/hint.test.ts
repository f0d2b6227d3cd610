import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/client/handshake-error.ts';
import { HandshakeError } from '../../src/client/handshake-error.ts';
import { hintsFor } from '../../src/client/hint.ts';

const timeline = { dns: 1, tcp: 2, proxy: null, tls: null, upgrade: null, open: null };

/** The hints for a refusal in the clear with something else of it. */
function hintsOf(failure: Partial<Failure>): readonly string[] {
  const refusal: Failure = { clause: 'rfc6455/4.1/status-101', phase: 'upgrade', message: '', timeline };
  return hintsFor(new HandshakeError({ ...refusal, ...failure }));
}

const octets = (text: string) => new TextEncoder().encode(text);
const coded = (code: string) => Object.assign(new Error(code), { code });

const hints = {
  intermediary:
    'An intermediary may have stripped Upgrade or Connection, or may not know them: it must speak HTTP/1.1 to the backend and set both fields for each hop.',
  cut: 'An intermediary, or the server, may not let this host be spoken to, or not by TLS of this version.',
  unreachable: 'The proxy may not reach the server, or may not know its name.',
  credential: 'A credential is missing, wrong or expired; see WWW-Authenticate in the reply.',
  proxyCredential:
    'The proxy wants credentials, which its URL can have; see Proxy-Authenticate in its reply.',
  clientCertificate: 'The server may want a certificate of the client.',
  origin: 'The server may not allow the Origin that was sent, or one may have to be sent.',
  forbidden: 'The proxy may not allow CONNECT to this host or port; many allow port 443 alone.',
  malformed: 'The server takes the request for malformed; its content may say why.',
  redirect: 'The server redirects; see Location in the reply. Redirects are not followed.',
  name: 'The host name may be misspelt, or not known to this resolver.',
  nobody: 'Nothing may listen at this address, or a firewall may be in between.',
  noProxy: 'What listens there may be no HTTP proxy, or one that is spoken to in another way.',
  time: 'The certificate may have to be renewed, or the clock of this machine is wrong.',
  otherHost:
    'The host may be reached by another name, or the server may not know the name that was asked for.',
  authority:
    'The authority of the certificate may have to be made known, or the server leaves out those in between.',
  http2: 'The port may be for HTTP/2 alone: this handshake needs HTTP/1.1.',
  ws: 'The port may be one for ws, not for wss.',
  wss: 'The port may speak TLS: wss was expected.',
};

describe('a proxy', () => {
  test.each<[string, Partial<Failure>, string[]]>([
    ['407', { status: 407, guard: 'statusIs407' }, [hints.proxyCredential]],
    ['403', { status: 403, guard: 'statusIsNot2xx' }, [hints.forbidden]],
    ['405', { status: 405, guard: 'statusIsNot2xx' }, [hints.forbidden]],
    ['502', { status: 502, guard: 'statusIsNot2xx' }, [hints.unreachable]],
    ['504', { status: 504, guard: 'statusIsNot2xx' }, [hints.unreachable]],
    ['400', { status: 400, guard: 'statusIsNot2xx' }, [hints.noProxy]],
    ['404', { status: 404, guard: 'statusIsNot2xx' }, [hints.noProxy]],
    ['401', { status: 401, guard: 'statusIsNot2xx' }, []],
    ['302', { status: 302, guard: 'statusIsNot2xx' }, []],
    ['what is no HTTP', { guard: 'statusLineIsMalformed', head: octets('\x15') }, [hints.noProxy]],
    ['no reply', { clause: 'rfc6455/4.1/connection-failed' }, [hints.noProxy]],
    ['plain HTTP for TLS', { guard: 'plainHttpIsSpoken', clause: 'rfc6455/4.1/tls-failure' }, []],
    ['its certificate', { guard: 'certificateIsSelfSigned' }, [hints.authority]],
    ['the deadline', { clause: 'service/3/no-response' }, []],
    ['an abort', { clause: 'rfc6455/7.1.7/no-close-frame' }, []],
  ])('%s', (_, failure, expected) => {
    expect(hintsOf({ phase: 'proxy', ...failure })).toEqual(expected);
  });
});

describe('TLS', () => {
  test.each<[string, Partial<Failure>, string[]]>([
    ['expired', { guard: 'certificateIsExpired' }, [hints.time]],
    ['not yet valid', { guard: 'certificateIsNotYetValid' }, [hints.time]],
    ['another name', { guard: 'certificateNamesAnotherHost' }, [hints.otherHost]],
    ['signed by itself', { guard: 'certificateIsSelfSigned' }, [hints.authority]],
    ['an unknown issuer', { guard: 'certificateIssuerIsUnknown' }, [hints.authority]],
    ['HTTP/2 alone', { guard: 'protocolIsRefused' }, [hints.http2]],
    ['another protocol', { guard: 'protocolIsNotHttp11' }, [hints.http2]],
    ['plain HTTP', { guard: 'plainHttpIsSpoken' }, [hints.ws]],
    ['cut', { guard: 'handshakeIsCut' }, [hints.cut]],
    [
      'an alert',
      { guard: 'handshakeFailed', cause: coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE') },
      [hints.clientCertificate],
    ],
    [
      'another failure',
      { guard: 'handshakeFailed', cause: coded('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION') },
      [],
    ],
  ])('%s', (_, failure, expected) => {
    expect(hintsOf({ phase: 'tls', ...failure })).toEqual(expected);
  });

  test('a certificate of the client that is wanted later', () => {
    const failure = {
      clause: 'service/7/closed-without-response',
      timeline: { ...timeline, tls: 3 },
      cause: coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
    } as const;
    expect(hintsOf(failure)).toEqual([hints.intermediary, hints.clientCertificate]);
  });
});

describe('ws to a port that may speak TLS', () => {
  const https = octets('Client sent an HTTP request to an HTTPS server.\n');

  test.each<[string, Partial<Failure>, string[]]>([
    ['a TLS alert', { guard: 'statusLineIsMalformed', head: octets('\x15') }, [hints.wss]],
    ['another octet', { guard: 'statusLineIsMalformed', head: octets('\x16') }, []],
    ['no reply', { clause: 'service/7/closed-without-response' }, [hints.intermediary, hints.wss]],
    ['a 400 that says so', { status: 400, body: https }, [hints.intermediary, hints.malformed, hints.wss]],
    ['a 400 that does not', { status: 400 }, [hints.intermediary, hints.malformed]],
    ['a 403 that names HTTPS', { status: 403, body: https }, [hints.origin]],
    ['a TLS alert inside TLS', { head: octets('\x15'), timeline: { ...timeline, tls: 3 } }, []],
  ])('%s', (_, failure, expected) => {
    expect(hintsOf(failure)).toEqual(expected);
  });
});

test.each<[string, Partial<Failure>, string[]]>([
  ['407 of the server', { status: 407 }, [hints.credential]],
  ['307', { status: 307 }, [hints.redirect]],
  ['no name', { phase: 'dns', clause: 'rfc6455/4.1/connection-failed' }, [hints.name]],
  ['no connection', { phase: 'tcp', clause: 'rfc6455/4.1/connection-failed' }, [hints.nobody]],
])('%s', (_, failure, expected) => {
  expect(hintsOf(failure)).toEqual(expected);
});
