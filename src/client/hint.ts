import type { HandshakeError, Phase } from './handshake-error.ts';
import { codeOf } from './secure.ts';

/** A cause that makes a handshake fail, and what speaks for it. */
interface Cause {
  readonly speaks: (error: HandshakeError) => boolean;
  readonly hint: string;
}

/** The status that the server has answered; the proxy, where the phase says so. */
const statusIs =
  (statuses: readonly number[], from: Phase = 'upgrade') =>
  ({ status, phase }: HandshakeError) =>
    phase === from && status !== null && statuses.includes(status);

const guardIs =
  (...guards: readonly string[]) =>
  ({ guard }: HandshakeError) =>
    guard !== null && guards.includes(guard);

const contentOf = ({ body }: HandshakeError) => new TextDecoder().decode(body);

/** Typical causes of failure, the most frequent first, as part 7 of the service specification orders them. */
const causes: readonly Cause[] = [
  {
    speaks: (error) =>
      statusIs([200, 400, 404, 426, 502])(error) ||
      /^(upgrade|connection)/.test(error.guard ?? '') ||
      error.guard === 'httpVersionIs10' ||
      error.clause === 'service/7/closed-without-response',
    hint:
      'An intermediary may have stripped Upgrade or Connection, or may not know them: it must speak HTTP/1.1 to ' +
      'the backend and set both fields for each hop.',
  },
  {
    speaks: guardIs('handshakeIsCut'),
    hint: 'An intermediary, or the server, may not let this host be spoken to, or not by TLS of this version.',
  },
  {
    speaks: statusIs([502, 503, 504], 'proxy'),
    hint: 'The proxy may not reach the server, or may not know its name.',
  },
  {
    speaks: statusIs([401, 407]),
    hint: 'A credential is missing, wrong or expired; see WWW-Authenticate in the reply.',
  },
  {
    speaks: guardIs('statusIs407'),
    hint: 'The proxy wants credentials, which its URL can have; see Proxy-Authenticate in its reply.',
  },
  {
    speaks: ({ cause }) => /_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE)$/.test(codeOf(cause)),
    hint: 'The server may want a certificate of the client.',
  },
  {
    speaks: statusIs([403]),
    hint: 'The server may not allow the Origin that was sent, or one may have to be sent.',
  },
  {
    speaks: statusIs([403, 405], 'proxy'),
    hint: 'The proxy may not allow CONNECT to this host or port; many allow port 443 alone.',
  },
  { speaks: statusIs([400]), hint: 'The server takes the request for malformed; its content may say why.' },
  {
    speaks: statusIs([426]),
    hint: 'The server may want another version; see Sec-WebSocket-Version in the reply.',
  },
  { speaks: statusIs([404]), hint: 'No WebSocket endpoint may be at this path.' },
  {
    speaks: ({ status, phase }) => phase === 'upgrade' && status !== null && status >= 300 && status < 400,
    hint: 'The server redirects; see Location in the reply. Redirects are not followed.',
  },
  {
    speaks: ({ phase }) => phase === 'dns',
    hint: 'The host name may be misspelt, or not known to this resolver.',
  },
  {
    speaks: ({ phase }) => phase === 'tcp',
    hint: 'Nothing may listen at this address, or a firewall may be in between.',
  },
  {
    speaks: (error) =>
      statusIs([400, 404, 501], 'proxy')(error) ||
      (error.phase === 'proxy' &&
        (error.guard === 'statusLineIsMalformed' || error.clause === 'rfc6455/4.1/connection-failed')),
    hint: 'What listens there may be no HTTP proxy, or one that is spoken to in another way.',
  },
  {
    speaks: guardIs('certificateIsExpired', 'certificateIsNotYetValid'),
    hint: 'The certificate may have to be renewed, or the clock of this machine is wrong.',
  },
  {
    speaks: guardIs('certificateNamesAnotherHost'),
    hint: 'The host may be reached by another name, or the server may not know the name that was asked for.',
  },
  {
    speaks: guardIs('certificateIsSelfSigned', 'certificateIssuerIsUnknown'),
    hint: 'The authority of the certificate may have to be made known, or the server leaves out those in between.',
  },
  {
    speaks: guardIs('protocolIsRefused', 'protocolIsNotHttp11'),
    hint: 'The port may be for HTTP/2 alone: this handshake needs HTTP/1.1.',
  },
  {
    speaks: (error) => error.phase === 'tls' && guardIs('plainHttpIsSpoken')(error),
    hint: 'The port may be one for ws, not for wss.',
  },
  {
    speaks: (error) =>
      isInTheClear(error) &&
      (startsTlsAlert(error) ||
        error.clause === 'service/7/closed-without-response' ||
        (error.status === 400 && /\bHTTPS\b|\bSSL\b/.test(contentOf(error)))),
    hint: 'The port may speak TLS: wss was expected.',
  },
  {
    speaks: guardIs('acceptIsWrong'),
    hint: 'The reply may belong to another request: a cache, or a server that does not hash the key as it was sent.',
  },
];

/** What may have caused a failure, the most frequent cause first. */
export function hintsFor(error: HandshakeError): readonly string[] {
  return causes.filter(({ speaks }) => speaks(error)).map(({ hint }) => hint);
}

function isInTheClear({ phase, timeline }: HandshakeError): boolean {
  return phase === 'upgrade' && timeline?.tls === null;
}

/** The first octet of a record of the type alert (RFC 8446 §5.1). */
function startsTlsAlert({ head }: HandshakeError): boolean {
  return head[0] === 21;
}
