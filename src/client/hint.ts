import type { HandshakeError } from './handshake-error.ts';

/** A cause that makes a handshake fail, and what speaks for it. */
interface Cause {
  readonly speaks: (error: HandshakeError) => boolean;
  readonly hint: string;
}

const statusIs =
  (...statuses: readonly number[]) =>
  ({ status }: HandshakeError) =>
    status !== null && statuses.includes(status);

/** Typical causes of failure, the most frequent first, as part 7 of the service specification orders them. */
const causes: readonly Cause[] = [
  {
    speaks: (error) =>
      statusIs(200, 400, 404, 426, 502)(error) ||
      /^(upgrade|connection)/.test(error.guard ?? '') ||
      error.guard === 'httpVersionIs10' ||
      error.clause === 'service/7/closed-without-response',
    hint:
      'An intermediary may have stripped Upgrade or Connection, or may not know them: it must speak HTTP/1.1 to ' +
      'the backend and set both fields for each hop.',
  },
  {
    speaks: statusIs(401, 407),
    hint: 'A credential is missing, wrong or expired; see WWW-Authenticate in the reply.',
  },
  {
    speaks: statusIs(403),
    hint: 'The server may not allow the Origin that was sent, or one may have to be sent.',
  },
  { speaks: statusIs(400), hint: 'The server takes the request for malformed; its content may say why.' },
  {
    speaks: statusIs(426),
    hint: 'The server may want another version; see Sec-WebSocket-Version in the reply.',
  },
  { speaks: statusIs(404), hint: 'No WebSocket endpoint may be at this path.' },
  {
    speaks: ({ status }) => status !== null && status >= 300 && status < 400,
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
    speaks: ({ guard }) => guard === 'acceptIsWrong',
    hint: 'The reply may belong to another request: a cache, or a server that does not hash the key as it was sent.',
  },
];

/** What may have caused a failure, the most frequent cause first. */
export function hintsFor(error: HandshakeError): readonly string[] {
  return causes.filter(({ speaks }) => speaks(error)).map(({ hint }) => hint);
}
