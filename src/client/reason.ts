import { type ClauseId, clauses } from '../../models/clauses.ts';
import { fieldsOf } from '../facts/evidence.ts';
import type { Offer, ReplyReading } from '../facts/reply-facts.ts';
import { fieldValues } from '../wire/index.ts';
import type { Failure } from './handshake-error.ts';
import type { JudgedReply } from './reply-reader.ts';

/** Everything that is known of a reply which did not establish the connection. */
export function describeFailure({ row, reading, body, bodyTruncated }: JudgedReply, offer: Offer): Failure {
  const { reply, head } = reading;
  return {
    clause: row.clause,
    phase: 'upgrade',
    message: explainReply(row, reading, offer),
    state: row.verdict === 'closed' ? 'closed' : 'failed',
    guard: row.guard,
    status: reply?.status ?? null,
    reason: reply?.reason ?? null,
    headers: reply?.fields.map(({ name, value }) => [name, value] as const) ?? [],
    body,
    bodyTruncated,
    head,
  };
}

/** Says in one sentence what was received and what was expected instead. */
export function explainReply(
  row: { readonly guard: string; readonly clause: ClauseId },
  { reply, fault }: ReplyReading,
  offer: Offer,
): string {
  if (row.guard === 'statusIsNot101') {
    const statusLine = `${reply?.status} ${reply?.reason}`.trimEnd();
    return `the server answered ${statusLine}, where 101 was expected`;
  }
  const summary = clauses[row.clause].summary;
  if (fault) return `the reply cannot be read: ${fault.problem}`;
  const [field] = fieldsOf(row.guard);
  if (!reply || !field) return `${summary.replace(/\.$/, '')}; this reply breaks that`;
  const seen = fieldValues(reply.fields, field.toLowerCase()).map((value) => JSON.stringify(value));
  const received = seen.length === 0 ? `the reply has no ${field}` : `${field} is ${seen.join(' and ')}`;
  return `${received}, where ${expectation(field, offer)} was expected`;
}

function expectation(field: string, offer: Offer): string {
  if (field === 'Upgrade') return '"websocket"';
  if (field === 'Connection') return 'a list with the token "Upgrade"';
  if (field === 'Sec-WebSocket-Accept') return `one ${JSON.stringify(offer.accept)}`;
  const offered = field === 'Sec-WebSocket-Protocol' ? offer.subprotocols : offer.extensions;
  return offered.length === 0 ? 'none (none was offered)' : `one of those offered (${offered.join(', ')})`;
}
