import { tlsGuards } from '../../models/decisions/tls.ts';
import type { HandshakeError } from '../client/handshake-error.ts';
import { codeOf } from '../client/secure.ts';
import type { Asked, Observation } from '../diagnosis/index.ts';
import { encodeLatin1 } from '../wire/index.ts';
import { outcomeOf } from './address.ts';

/** Fields that say how content is framed, which the client has taken off. */
const framing = /^(?:content-length|transfer-encoding)$/i;

/** What one handshake of the client has shown that failed. */
export function observeFailure(error: HandshakeError, asked: Asked): Observation {
  const { phase, status, message, cause } = error;
  if (phase === 'dns') return { asked, unknownName: message };
  if (phase === 'tcp') {
    const address = asked.uri?.host ?? '';
    const outcome = outcomeOf(codeOf(cause));
    return { asked, addresses: [{ address, family: address.includes(':') ? 6 : 4, outcome }] };
  }
  if (phase === 'proxy') return { asked, proxy: { outcome: status === null ? 'silent' : 'refused', status } };
  if (phase === 'tls') return { asked, tls: observeTls(error) };
  return phase === 'upgrade' ? { asked, opening: observeOpening(error, asked) } : { asked };
}

function observeTls({ guard, message, cause, clause }: HandshakeError): NonNullable<Observation['tls']> {
  const known = Object.keys(tlsGuards).find((name): name is keyof typeof tlsGuards => name === guard);
  const isLate = clause === 'service/3/no-response';
  return {
    guard: known ?? 'handshakeFailed',
    problem: message,
    code: codeOf(cause),
    ...(isLate ? { isUnanswered: true } : {}),
  };
}

function observeOpening(error: HandshakeError, { subprotocols }: Asked): NonNullable<Observation['opening']> {
  const { key, status, reason, headers, body, head, cause, clause, guard } = error;
  const offered = subprotocols.length === 0 ? '' : `Sec-WebSocket-Protocol: ${subprotocols.join(', ')}\r\n`;
  const request =
    key === null ? '' : `GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: ${key}\r\n${offered}\r\n`;
  const lines = headers
    .filter(([name]) => !framing.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const isRefusal = status !== null && status !== 101 && status >= 200;
  const rewritten = encodeLatin1(`HTTP/1.1 ${status} ${reason ?? ''}\r\n${lines.join('')}\r\n`);
  const isLate = clause === 'service/3/no-response';
  const end =
    status !== null ? 'replied' : isLate ? 'late' : /RESET|PIPE/.test(codeOf(cause)) ? 'reset' : 'ended';
  return {
    request: encodeLatin1(request),
    end,
    ms: 0,
    unreached: null,
    reply: isRefusal ? Buffer.concat([rewritten, body]) : head,
    ...(guard === 'headIsTooLarge' ? { isCut: true } : {}),
  };
}
