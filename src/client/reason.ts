import { type ClauseId, clauses } from '../../models/clauses.ts';
import { fieldsOf, type Topic } from '../../models/topic.ts';
import { redactField } from '../auth/redaction.ts';
import type { OfferedTerms, ReplyReading } from '../facts/reply-facts.ts';
import { buildExtensionList, fieldValues, type ReplyHead } from '../wire/index.ts';
import type { Failure } from './handshake-error.ts';
import type { JudgedReply, JudgedTunnel } from './reply-reader.ts';

/**
 * Everything that is known of a reply which did not establish the connection.
 *
 * @param key value of the Sec-WebSocket-Key that it answers
 */
export function describeFailure(judged: JudgedReply, offer: OfferedTerms, key: string): Failure {
  const { row, reading } = judged;
  return { ...describeReply(judged), key, phase: 'upgrade', message: explainReply(row, reading, offer) };
}

/** Everything that is known of a proxy's reply which formed no tunnel. */
export function describeTunnelFailure(judged: JudgedTunnel): Failure {
  return { ...describeReply(judged), phase: 'proxy', message: explainTunnel(judged) };
}

function explainTunnel({ row, reading: { reply, fault } }: JudgedTunnel): string {
  if (row.guard === 'statusIs407' || row.guard === 'statusIsNot2xx') {
    return `the proxy, not the server, answered CONNECT with ${writeStatus(reply)}, where 2xx was expected`;
  }
  if (fault) return `the proxy's reply to CONNECT cannot be read: ${fault.problem}`;
  return `the client rejects the proxy's reply to CONNECT under this rule: ${nameRule(row.clause)}`;
}

function describeReply({ row, reading, body, bodyTruncated }: JudgedReply | JudgedTunnel) {
  const { reply, head } = reading;
  return {
    clause: row.clause,
    state: row.verdict === 'closed' ? ('closed' as const) : ('failed' as const),
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
  row: { readonly guard: string; readonly clause: ClauseId; readonly about: Topic },
  { reply, fault }: Pick<ReplyReading, 'reply' | 'fault'>,
  offer: OfferedTerms,
): string {
  if (row.guard === 'statusIsNot101') {
    return `the server answered ${writeStatus(reply)}, where 101 was expected`;
  }
  if (fault) return `the reply cannot be read: ${fault.problem}`;
  const [field] = fieldsOf(row.about);
  if (!reply || !field) return `the client rejects the reply under this rule: ${nameRule(row.clause)}`;
  const seen = fieldValues(reply.fields, field.toLowerCase());
  const values = seen.map((value) => JSON.stringify(redactField(field, value)));
  const received = seen.length === 0 ? `the reply has no ${field}` : `${field} is ${values.join(' and ')}`;
  return `${received}, where ${expectation(field, offer)}`;
}

/** Says how a connection ended before there was a reply; TLS may have told why. */
export function explainEnd(head: Uint8Array, cause: unknown): string {
  const alert = cause instanceof Error && 'reason' in cause ? `: ${cause.reason}` : '';
  const what = head.length > 0 ? `after ${head.length} octets of a reply` : 'without a reply';
  return `the connection was closed ${what}${alert}`;
}

function expectation(field: string, offer: OfferedTerms): string {
  if (field === 'Upgrade') return '"websocket" was expected';
  if (field === 'Connection') return 'a list with the token "Upgrade" was expected';
  if (field === 'Sec-WebSocket-Accept') {
    return `the single value ${JSON.stringify(offer.accept)} was expected`;
  }
  const [wanted, offered] =
    field === 'Sec-WebSocket-Protocol'
      ? ['one of the offered subprotocols', redactField(field, offer.subprotocols.join(', '))]
      : ['an answer to the offered extensions', buildExtensionList(offer.extensions)];
  return offered === ''
    ? 'no such field was expected, because the client offered none'
    : `${wanted} was expected: ${offered}`;
}

function nameRule(clause: ClauseId): string {
  return clauses[clause].summary.replace(/\.$/, '');
}

function writeStatus(reply: ReplyHead | null): string {
  return `${reply?.status} ${reply?.reason}`.trimEnd();
}
