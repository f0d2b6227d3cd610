import type { ClauseId } from './clauses.ts';
import type { ClientRow, ReplyGuard } from './client-decision.ts';
import { holds } from './match.ts';
import type { RequestGuard } from './server-decision.ts';
import type { ClientOutcome, ReplyDetails, ReplyFacts } from './vocabulary.ts';

/** Statuses by which a server says that it was asked too much: it may, whatever it was asked. */
export const busyStatuses: readonly number[] = [429, 503];

/** What a server was declared to do, as far as that excuses it. */
export interface DeclaredFacts {
  /** How thoroughly it looks at the key. */
  readonly keyCheck: 'strict' | 'length' | 'presence';
  /** Whether the version that is asked for is one that it was declared to speak. */
  readonly version: 'declared' | 'undeclared';
}

/** One fault of a request that a server need not find, by what was declared of it. It may still refuse the fault. */
export interface ExemptionRow {
  readonly guard: RequestGuard;
  readonly declared: Partial<DeclaredFacts>;
  readonly reason: string;
}

export const exemptionRows: readonly ExemptionRow[] = [
  {
    guard: 'keyIsMalformed',
    declared: { keyCheck: 'length' },
    reason: 'A server that decodes a key leniently, and counts its octets, does not see how it is written.',
  },
  {
    guard: 'keyIsMalformed',
    declared: { keyCheck: 'presence' },
    reason: 'A server that wants any key at all does not look at how it is written.',
  },
  {
    guard: 'keyIsNot16Octets',
    declared: { keyCheck: 'presence' },
    reason: 'A server that wants any key at all does not count its octets.',
  },
  {
    guard: 'keyIsRepeated',
    declared: { keyCheck: 'presence' },
    reason: 'A server that wants any key at all does not count them.',
  },
  {
    guard: 'versionIsNot13',
    declared: { version: 'declared' },
    reason: 'A server may speak several versions, and was declared to speak this one.',
  },
];

export function isExempt(rows: readonly ExemptionRow[], guard: string, facts: DeclaredFacts): boolean {
  return rows.some((row) => row.guard === guard && holds(row.declared, facts));
}

/** One outcome for which no client is blamed, though the row that decides does not permit it. */
export interface AllowanceRow {
  /** The guard of that row. */
  readonly guard: ReplyGuard;
  readonly facts?: Partial<ReplyFacts>;
  readonly came?: Partial<ReplyDetails>;
  readonly outcome: ClientOutcome;
  /** The clause that leaves it open, or that says who else may be wrong. */
  readonly clause: ClauseId;
  readonly reason: string;
  /** Whether a client is told of it all the same, without blame: by the weight that its breach has besides. */
  readonly isWarned?: true;
}

export const allowanceRows: readonly AllowanceRow[] = [
  {
    guard: 'otherwise',
    facts: { subprotocol: 'noneChosen' },
    outcome: 'fails',
    clause: 'rfc6455/4.1/subprotocol-none-chosen',
    reason: 'A client that needs a subprotocol may do without a connection that has none.',
  },
  {
    guard: 'otherwise',
    came: { fieldLines: 'folded' },
    outcome: 'fails',
    clause: 'rfc9112/5.2/reply-folding',
    reason: 'Folding is obsolete, and to refuse it is the safer choice.',
  },
  {
    guard: 'otherwise',
    came: { statusLine: 'unspaced' },
    outcome: 'fails',
    clause: 'rfc9112/4/status-line',
    reason: 'The grammar has a space behind the status, where no reason follows either.',
  },
  {
    guard: 'upgradeIsNotWebsocket',
    came: { upgrade: 'websocketAgain' },
    outcome: 'opens',
    clause: 'rfc6455/4.1/reply-upgrade-websocket',
    reason: 'RFC 9110 §7.8 has a list there: a client that reads the list finds nothing but websocket in it.',
  },
  {
    guard: 'statusLineIsMalformed',
    came: { statusLine: 'oddlySpaced' },
    outcome: 'opens',
    clause: 'rfc9112/4/status-line',
    reason: 'A recipient may part the status line at any white space, and skip what stands around it.',
  },
  {
    guard: 'fieldLinesAreMalformed',
    outcome: 'opens',
    clause: 'rfc9112/5/reply-field-lines',
    reason:
      'RFC 9112 says what servers and proxies do with such a line, and nothing of clients; control octets may be ' +
      'replaced by spaces, or kept (RFC 9110 §5.5).',
  },
  {
    guard: 'acceptIsRepeated',
    outcome: 'opens',
    clause: 'rfc6455/11.3.3/accept-once',
    reason: 'The text forbids the server to repeat it; no text has the client look for two equal values.',
    isWarned: true,
  },
  {
    guard: 'extensionsAreMalformed',
    came: { extensions: 'emptyElements' },
    outcome: 'opens',
    clause: 'rfc6455/9.1/reply-extension-grammar',
    reason: 'A list of nothing but empty elements may be read as an empty one (RFC 9110 §5.6.1.2).',
    isWarned: true,
  },
];

/** Whether a client may do this with a reply. */
export function permitsOutcome(
  rows: readonly AllowanceRow[],
  { guard, permits }: Pick<ClientRow, 'guard' | 'permits'>,
  outcome: ClientOutcome,
  facts: ReplyFacts,
  came: ReplyDetails,
): boolean {
  const fits = (row: AllowanceRow) =>
    row.guard === guard && holds(row.facts ?? {}, facts) && holds(row.came ?? {}, came);
  return permits.includes(outcome) || rows.some((row) => row.outcome === outcome && fits(row));
}
