import type { ClauseId } from '../../../models/clauses.ts';
import { type ClientRow, clientRows } from '../../../models/client-decision.ts';
import type { ClientChoices } from '../../../models/vocabulary.ts';
import type { ReplyFault, ReplyMessage } from '../../arbitraries/index.ts';
import { buildExtensionList, fieldValues, parseExtensionList } from '../../wire/index.ts';
import { expectRow } from '../judge/expected-row.ts';
import { type Observation, observe } from '../judge/observation.ts';
import { frames, type Profile, type Told } from './client-profile.ts';

/** Compares what an open connection was handed over with, with what the reply said. */
export function judgeConnection(
  { connection, frames: seen }: Told,
  reply: ReplyMessage,
  clause: ClauseId = 'rfc6455/4.1/established',
): readonly Observation[] {
  if (!connection) return [];
  const chosen = fieldValues(reply.lines, 'sec-websocket-protocol').map((value) => value.trim());
  const answered = parseExtensionList(fieldValues(reply.lines, 'sec-websocket-extensions').join(','));
  const inUse = buildExtensionList(connection.extensions);
  return [
    observe('rfc6455/4.1/subprotocol-in-use', chosen[0] ?? null, connection.subprotocol),
    observe('rfc6455/4.1/extensions-in-use', answered.ok ? buildExtensionList(answered.value) : '', inUse),
    observe(clause, frames, seen.toString('latin1')),
  ];
}

/** Rows of the table that part 3 of the service specification settles in words of its own. */
const consequences: ReadonlyMap<string, ClauseId> = new Map([
  ['statusIsNot101', 'service/3/not-101-failed'],
  ['acceptIsWrong', 'service/3/accept-mismatch-closed'],
  ['subprotocolIsUnoffered', 'service/3/subprotocol-unoffered-closed'],
]);

/** Compares what the client told with the earliest row, in the table's order, of the guards that hold. */
export function judgeTold(
  told: Told,
  guards: readonly ReplyFault[],
  { choices }: Profile,
): readonly Observation[] {
  const interim =
    guards.includes('statusIsInterim') && !guards.some((guard) => isEarlier(guard, 'statusIsInterim'));
  if (interim) {
    // Nothing but an interim reply came: the client goes on waiting, and then the connection is closed.
    return [
      observe('rfc9110/15.2/interim-replies', 'service/7/closed-without-response', told.error?.clause),
      observe('service/7/closed-without-response', 'failed', told.error?.state),
    ];
  }
  const row = expectRow<ClientChoices, ClientRow>(clientRows, guards, choices);
  const events: readonly [ClauseId, readonly string[]] =
    row.verdict === 'established'
      ? ['service/6/open-event', ['open']]
      : ['service/6/error-then-close', ['error', 'close']];
  const state = row.verdict === 'established' ? undefined : row.verdict;
  const part3 = consequences.get(row.guard);
  return [
    ...(part3 ? [observe(part3, row.verdict, told.error?.state)] : []),
    observe(
      row.clause,
      { clause: row.verdict === 'established' ? undefined : row.clause, state },
      { clause: told.error?.clause, state: told.error?.state },
    ),
    observe(events[0], events[1], told.events),
  ];
}

function isEarlier(guard: string, other: string): boolean {
  const order = clientRows.map((row): string => row.guard);
  return order.indexOf(guard) < order.indexOf(other);
}
