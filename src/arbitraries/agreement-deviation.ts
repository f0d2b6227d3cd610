import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { clientRows } from '../../models/client-decision.ts';
import { type ReplyMessage, setField } from './message.ts';
import type { AgreementGuard, ReplyDeviation } from './reply-deviation.ts';

function clauseOf(guard: AgreementGuard): ClauseId {
  return clientRows.find((row) => row.guard === guard)?.clause ?? 'rfc6455/10.7/client-input-validated';
}

/** For each fault of an answer to `askedDeflate`, and for no subprotocol chosen, deviations that bring it about. */
export function agreementDeviations(): Readonly<Record<AgreementGuard, fc.Arbitrary<ReplyDeviation>>> {
  const name = 'Sec-WebSocket-Extensions';
  const field = (guard: AgreementGuard, values: readonly (readonly string[])[]) =>
    fc.constantFrom(...values).map((list) => ({
      part: name,
      guard,
      clause: clauseOf(guard),
      apply: (m: ReplyMessage) => setField(m, name, ...list),
    }));
  const answer = (guard: AgreementGuard, ...parameters: readonly string[]) =>
    field(
      guard,
      parameters.map((some) => [`permessage-deflate; ${some}`]),
    );
  const fitting = 'server_no_context_takeover; server_max_window_bits=12';
  const whole = `permessage-deflate; ${fitting}`;
  return {
    extensionIsRepeated: field('extensionIsRepeated', [
      [`${whole}, ${whole}`],
      [whole, whole],
      [whole, 'permessage-deflate'],
    ]),
    extensionParameterIsUndefined: answer(
      'extensionParameterIsUndefined',
      `${fitting}; foo`,
      `${fitting}; window=12`,
      `${fitting}; constructor`,
      `${fitting}; Client_No_Context_Takeover`,
    ),
    extensionParameterIsRepeated: answer(
      'extensionParameterIsRepeated',
      `${fitting}; server_no_context_takeover`,
      `${fitting}; server_max_window_bits=12`,
      `client_no_context_takeover; ${fitting}; client_no_context_takeover`,
    ),
    extensionParameterIsInvalid: answer(
      'extensionParameterIsInvalid',
      ...['16', '7', '0', '012', '12.0', '0xc', '1e1', '+9', '"08"'].map(
        (bits) => `server_no_context_takeover; server_max_window_bits=${bits}`,
      ),
      'server_no_context_takeover; server_max_window_bits',
      'server_no_context_takeover=1; server_max_window_bits=12',
      `${fitting}; client_no_context_takeover=true`,
    ),
    extensionServerTakeoverIsMissing: answer(
      'extensionServerTakeoverIsMissing',
      'server_max_window_bits=12',
      'client_no_context_takeover; server_max_window_bits=9',
    ),
    extensionServerBitsAreMissing: answer(
      'extensionServerBitsAreMissing',
      'server_no_context_takeover',
      'server_no_context_takeover; client_no_context_takeover',
    ),
    extensionServerBitsAreLarger: answer(
      'extensionServerBitsAreLarger',
      ...['13', '14', '15', '"13"'].map(
        (bits) => `server_no_context_takeover; server_max_window_bits=${bits}`,
      ),
    ),
    extensionClientBitsAreUnoffered: answer(
      'extensionClientBitsAreUnoffered',
      `${fitting}; client_max_window_bits=12`,
      `client_max_window_bits=8; ${fitting}`,
    ),
    subprotocolIsNotChosen: fc.constant({
      part: 'Sec-WebSocket-Protocol',
      guard: 'subprotocolIsNotChosen',
      clause: clauseOf('subprotocolIsNotChosen'),
      apply: (m: ReplyMessage) => setField(m, 'Sec-WebSocket-Protocol'),
    }),
  };
}
