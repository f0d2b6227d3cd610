import type { ClauseId } from '../../../models/clauses.ts';
import type { ServerRow } from '../../../models/decisions/row.ts';
import { serverRows } from '../../../models/decisions/server.ts';
import type { RequestMessage } from '../../arbitraries/index.ts';
import { selectSubprotocol } from '../../negotiation/subprotocol.ts';
import type { Outcome } from '../../server/outcome.ts';
import { fieldValues, parseTokenList } from '../../wire/index.ts';
import type { RequestCase } from '../judge/case.ts';
import { applyChanges } from '../judge/change.ts';
import { expectRow } from '../judge/expected-row.ts';
import { type ClauseObservation, judgeObservations, observe } from '../judge/observation.ts';
import { readTarget, type Target } from '../judge/target.ts';
import type { Probed } from '../peer/probe.ts';
import type { Subject } from '../run/subject.ts';
import { leastPause } from '../server/pace.ts';
import { createServerSubject } from '../server/subject.ts';
import { endpoint, type HandedOver, lenient, type ServedSetUp, type SetUpPlan } from './set-up.ts';

/** What is seen of a reference server from outside, and what only an insider sees. */
export interface ReferenceExchange extends Probed {
  readonly outcome: Outcome;
  /** What the application was handed over; null where nothing was. */
  readonly handedOver: HandedOver | null;
}

/** The table as a list of its rows. */
const rows: readonly ServerRow[] = serverRows;

/** A reference server as a target of which all is known. */
export function describeReference(plan: SetUpPlan, port: number): Target {
  const scheme = plan.on === 'tls' ? 'wss' : 'ws';
  const { origins, credential } = plan.target ?? {};
  const choices = { ...lenient, ...plan.choices };
  const read = readTarget(`${scheme}://127.0.0.1:${port}${endpoint.path}`, {
    subprotocols: endpoint.subprotocols,
    subprotocolRequired: choices.subprotocolAbsent === 'refuse',
    insecure: true,
    ...(origins ? { origins } : {}),
    ...(credential ? { auth: credential } : {}),
  });
  if (!read.ok) throw new Error(read.problem);
  return { ...read.value, choices };
}

/** A reference server is held against the models like any other, and also against the one row that must decide. */
export function createReferenceSubject(
  setUp: ServedSetUp,
  target: Target,
  timeout: number,
): Subject<RequestCase, ReferenceExchange> {
  const outside = createServerSubject(target, '127.0.0.1', timeout, leastPause);
  return {
    ...outside,
    async play(current, patience) {
      const probed = await outside.play(current, patience);
      const port = Number(probed.nonce);
      return { ...probed, outcome: await setUp.outcomeOf(port), handedOver: setUp.handedOver(port) };
    },
    // The changes tell which row must decide: they stay as they are, and what is around them is made smaller.
    messageOf: ({ base }) => base,
    resend: (current, message) => outside.remake(current, message, current.changes),
    judge(current, exchange) {
      const { shown, faults } = outside.judge(current, exchange);
      const observations = observeInside(current, exchange, setUp);
      const own = judgeObservations(observations);
      return { shown: [...shown, ...own.shown], faults: [...faults, ...own.faults] };
    },
  };
}

function observeInside(
  { base, changes, clause: made }: RequestCase,
  exchange: ReferenceExchange,
  { choices, target }: ServedSetUp,
): readonly ClauseObservation[] {
  const guards = changes.flatMap(({ guard }) => guard ?? []);
  if (hidesOthers(guards)) return [];
  const row = expectRow(rows, guards, choices);
  const decided = observeRow(row, exchange);
  // A change may have a narrower clause than the row that refuses it.
  const [own, ...others] = guards.length === 1 && row.guard === guards[0] ? [made] : [];
  return [
    decided,
    ...(own !== undefined && own !== row.clause && others.length === 0 ? [{ ...decided, clause: own }] : []),
    ...(row.guard === 'originIsForeign' ? considered.map((clause) => ({ ...decided, clause })) : []),
    ...(row.verdict === 'accept' ? observeHandOver(applyChanges(base, changes), exchange.handedOver) : []),
    ...(row.verdict === 'accept' && target.credential
      ? [observe(placeClauses[target.credential.in], 101, exchange.answer.reply?.status)]
      : []),
  ];
}

/** The clauses that a server shows if it refuses an origin that is not on its list. */
const considered = ['rfc6455/10.2/origin-verified', 'rfc6455/4.2.2/origin-considered'] as const;

/** The clauses that a valid credential shows, by the place that it was taken from. */
const placeClauses = {
  query: 'service/5.3/query-token',
  cookie: 'service/5.3/cookie',
  field: 'service/5.3/field',
  authorization: 'service/5.3/field',
  subprotocol: 'service/5.3/subprotocol-token',
} as const;

/** Whether one fault hides another: a malformed request line hides all others, and HTTP/1.0 needs no Host. */
function hidesOthers(guards: readonly string[]): boolean {
  if (guards.length < 2) return false;
  const has = (guard: string) => guards.includes(guard);
  return has('requestLineIsMalformed') || (has('hostIsAbsent') && has('httpVersionIs10'));
}

/** Compares an answer, and the outcome that the server reports, with the row that must have decided. */
function observeRow(row: ServerRow, { answer: { reply }, outcome }: ReferenceExchange): ClauseObservation {
  const { status, clause, guard, headers } = row;
  const fields = (name: string) => (reply ? fieldValues(reply.fields, name).join(', ') : 'nothing');
  return observe(
    clause,
    { status: status === 'fromApplication' ? 200 : status, headers, clause, guard },
    {
      status: reply?.status ?? 'none',
      headers: headers.map(([name]) => [name, fields(name)]),
      clause: outcome.clause,
      guard: outcome.guard,
    },
  );
}

/** Compares what the application was handed over with what was asked for. */
function observeHandOver(
  { target, lines }: RequestMessage,
  handedOver: HandedOver | null,
): readonly ClauseObservation[] {
  const values = fieldValues(lines, 'sec-websocket-protocol').map((value) => value.trim());
  const offered = parseTokenList(values.join(','));
  const chosen = selectSubprotocol(offered ?? [], endpoint.subprotocols);
  const from: ClauseId = 'rfc6455/4.2.2/subprotocol-from-offer';
  return [
    observe('rfc6455/4.2.2/resource-from-request', endpoint.path, handedOver?.path),
    observe('service/4/query-accepted', target, handedOver?.target),
    observe(from, chosen, handedOver?.subprotocol),
  ];
}
