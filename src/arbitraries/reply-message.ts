import fc from 'fast-check';
import type { ClientChoices } from '../../models/facts/reply.ts';
import { sortAnswers, writeAnswer, writeParameters } from './deflate-answer.ts';
import { line, type ReplyMessage } from './message.ts';
import { randomCase } from './near-miss.ts';
import type { Offer } from './offer.ts';

/** What differs from one acceptance of an offer to another. */
interface AcceptanceParts {
  readonly reason: string;
  readonly upgrade: string;
  readonly connection: string;
  readonly subprotocol: string | undefined;
  readonly extensions: string | undefined;
  readonly others: ReplyMessage['lines'];
}

function writeAcceptance(accept: string, parts: AcceptanceParts): ReplyMessage {
  return {
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
  };
}

/** The acceptance with nothing in it that need not be; of the subprotocols it has the first. */
export function canonicalReply({ accept, subprotocols }: Offer): ReplyMessage {
  return writeAcceptance(accept, {
    reason: ' Switching Protocols',
    upgrade: 'websocket',
    connection: 'Upgrade',
    subprotocol: subprotocols[0],
    extensions: undefined,
    others: [],
  });
}

/**
 * Replies that a client must take as the acceptance of its handshake. They agree to permessage-deflate, to one of
 * the offers, or to no extension: nobody knows what answers fit the others.
 *
 * @param rules those that bind the client; by `whatwg` one of the subprotocols has to be chosen
 */
export function replyMessage(
  { accept, subprotocols, extensions }: Offer,
  rules: ClientChoices['rules'] = 'rfc6455',
): fc.Arbitrary<ReplyMessage> {
  const { fitting } = sortAnswers(extensions);
  const isFree = rules === 'rfc6455' || subprotocols.length === 0;
  return fc
    .record({
      reason: fc.constantFrom(' Switching Protocols', ' Web Socket Protocol Handshake', ' ', ''),
      upgrade: randomCase('websocket'),
      connection: fc.constantFrom('Upgrade', 'upgrade', 'keep-alive, Upgrade', 'Upgrade, keep-alive'),
      subprotocol: fc.constantFrom(...(isFree ? [undefined] : []), ...subprotocols),
      extensions:
        fitting.length > 0 ? fc.option(deflateAnswer(fitting), { nil: undefined }) : fc.constant(undefined),
      others: fc.subarray([
        line('Server', 'any'),
        line('Date', 'Sat, 21 Nov 2026 08:00:00 GMT'),
        line('Set-Cookie', 'a=b'),
      ]),
    })
    .map((parts) => writeAcceptance(accept, parts));
}

type Answers = ReturnType<typeof sortAnswers>['fitting'];

/** Values may stand in quotes, and parameters in any order. */
function deflateAnswer(fitting: Answers): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...fitting), fc.boolean(), fc.boolean())
    .map(([values, isQuoted, isReversed]) => {
      const parameters = writeParameters(values);
      const text = writeAnswer(isReversed ? parameters.toReversed() : parameters);
      return isQuoted ? text.replace(/=(\d+)/g, '="$1"') : text;
    });
}
