import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { line, type ReplyMessage, replaceLines, setField } from './message.ts';
import { randomCase } from './near-miss.ts';

/** A change to a valid reply that must change nothing in what comes of it. */
export interface ReplyTransform {
  /** The clause that says so. */
  readonly clause: ClauseId;
  readonly apply: (message: ReplyMessage) => ReplyMessage;
}

const changeLines =
  (change: (l: ReplyMessage['lines'][number]) => ReplyMessage['lines'][number]) => (m: ReplyMessage) => ({
    ...m,
    lines: m.lines.map(change),
  });

/** Changes to a reply that a client must not mind, each under the clause that says so. */
export function replyTransforms(subprotocols: readonly string[]): readonly fc.Arbitrary<ReplyTransform>[] {
  return [
    fc.constantFrom(String.prototype.toLowerCase, String.prototype.toUpperCase).map((change) => ({
      clause: 'rfc6455/4.1/reply-field-name-case',
      apply: changeLines((l) => ({ ...l, name: change.call(l.name) })),
    })),
    fc.constant({
      clause: 'rfc9110/5.3/reply-field-order',
      apply: (m) => ({ ...m, lines: m.lines.toReversed() }),
    }),
    randomCase('websocket').map((text) => ({
      clause: 'rfc6455/4.1/reply-upgrade-case',
      apply: (m) => setField(m, 'Upgrade', text),
    })),
    randomCase('upgrade').map((text) => ({
      clause: 'rfc6455/4.1/reply-connection-case',
      apply: (m) => setField(m, 'Connection', text),
    })),
    fc.constantFrom(['keep-alive', 'Upgrade'], [', ,Upgrade,'], ['keep-alive,, upgrade']).map((values) => ({
      clause: 'rfc9110/5.6.1/reply-empty-elements',
      apply: (m) => setField(m, 'Connection', ...values),
    })),
    fc.constantFrom(['', ''], [' ', ' '], ['\t ', '\t'], ['  ', '']).map(([before, after]) => ({
      clause: 'rfc6455/4.1/accept-surrounding-space',
      apply: changeLines((l) => ({ ...l, colon: `:${before}`, value: `${l.value}${after}` })),
    })),
    fc.constantFrom('', ' ', ' OK', ' Web Socket Protocol Handshake', ' \xe4\xf6').map((reason) => ({
      clause: 'rfc9112/4/reason-ignored',
      apply: (m) => ({ ...m, statusLine: `HTTP/1.1 101${reason}` }),
    })),
    fc.constantFrom('a\r\n b', '\r\n\tfolded', 'x \r\n  y\r\n z').map((value) => ({
      clause: 'rfc9112/5.2/reply-folding',
      apply: (m) => ({ ...m, lines: [...m.lines, line('X-Folded', value)] }),
    })),
    fc.constantFrom(line('Content-Length', '5'), line('Transfer-Encoding', 'chunked')).map((announced) => ({
      clause: 'rfc9112/6.3/reply-without-body',
      apply: (m) => ({ ...m, lines: [...m.lines, announced] }),
    })),
    fc.constantFrom('100 Continue', '102 Processing', '103 Early Hints').map((status) => ({
      clause: 'rfc9110/15.2/interim-replies',
      apply: (m) => ({ ...m, prefix: `HTTP/1.1 ${status}\r\nX: y\r\n\r\n` }),
    })),
    fc.constant({
      clause: 'rfc6455/4.1/subprotocol-none-chosen',
      apply: (m) => replaceLines(m, 'Sec-WebSocket-Protocol', []),
    }),
    fc.constantFrom(...subprotocols).map((name) => ({
      clause: 'rfc6455/4.1/subprotocol-in-use',
      apply: (m) => setField(m, 'Sec-WebSocket-Protocol', name),
    })),
  ];
}
