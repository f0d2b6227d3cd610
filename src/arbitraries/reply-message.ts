import fc from 'fast-check';
import { deflateAnswer } from './asked-deflate.ts';
import { line, type ReplyMessage } from './message.ts';
import { randomCase } from './near-miss.ts';

/** What a client has sent that its reply must fit. */
export interface Expectation {
  /** The accept value for its key. */
  readonly accept: string;
  /** Names that it offered, `chat` for example; empty for none. */
  readonly subprotocols: readonly string[];
  /** Whether it has offered `askedDeflate`; left out, it offered no extension. */
  readonly deflate?: boolean;
}

/** Replies that a client must take as the acceptance of its handshake. */
export function replyMessage({
  accept,
  subprotocols,
  deflate = false,
}: Expectation): fc.Arbitrary<ReplyMessage> {
  return fc
    .record({
      reason: fc.constantFrom(' Switching Protocols', ' Web Socket Protocol Handshake', ' ', ''),
      upgrade: randomCase('websocket'),
      connection: fc.constantFrom('Upgrade', 'upgrade', 'keep-alive, Upgrade', 'Upgrade, keep-alive'),
      subprotocol: fc.constantFrom(undefined, ...subprotocols),
      extensions: deflate ? fc.option(deflateAnswer(), { nil: undefined }) : fc.constant(undefined),
      others: fc.subarray([
        line('Server', 'any'),
        line('Date', 'Sat, 21 Nov 2026 08:00:00 GMT'),
        line('Set-Cookie', 'a=b'),
      ]),
    })
    .map((parts) => ({
      prefix: '',
      statusLine: `HTTP/1.1 101${parts.reason}`,
      lines: [
        line('Upgrade', parts.upgrade),
        line('Connection', parts.connection),
        line('Sec-WebSocket-Accept', accept),
        ...(parts.subprotocol === undefined ? [] : [line('Sec-WebSocket-Protocol', parts.subprotocol)]),
        ...(parts.extensions === undefined ? [] : [line('Sec-WebSocket-Extensions', parts.extensions)]),
        ...parts.others,
      ],
      content: '',
    }));
}
