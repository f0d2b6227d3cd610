import type { ClauseId } from '../../../models/clauses.ts';
import { type ClientRow, clientRows } from '../../../models/decisions/client.ts';
import type { ClientChoices } from '../../../models/facts/reply.ts';
import type { ReplyMessage } from '../../arbitraries/index.ts';
import { buildExtensionList, fieldValues, parseExtensionList, type RequestHead } from '../../wire/index.ts';
import { established, frames, type ReplyCase } from '../client/reply/reply-case.ts';
import { makeReply, shrinking } from '../client/reply/reply-octets.ts';
import { reduceReply } from '../explain/reduction.ts';
import { applyChanges } from '../judge/change.ts';
import { expectRow } from '../judge/expected-row.ts';
import type { Judgement } from '../judge/judgement.ts';
import { checkRequest } from '../judge/obligation.ts';
import { type ClauseObservation, judgeObservations, observe } from '../judge/observation.ts';
import type { Exchange } from '../peer/connection/exchange.ts';
import { turns } from '../peer/event-loop.ts';
import type { ScriptedServer } from '../peer/scripted/scripted-server.ts';
import type { Reaction, Subject } from '../run/subject.ts';
import { type ClientSetUp, followHandshake, type UserView } from './client-set-up.ts';

/** What the server's end saw of the reference client, and what the client's user saw. */
export interface ReferenceClientExchange extends Exchange {
  /** Null where it sent none that can be read. */
  readonly request: RequestHead | null;
  /** The octets of the reply. */
  readonly reply: Uint8Array;
  /** Number of octets after the request that came before the reply was sent, and of all that came after it. */
  readonly early: number;
  readonly behind: number;
  readonly word: UserView;
}

export type ReferenceSubject = Subject<ReplyCase, ReferenceClientExchange>;

/**
 * The reference client, which a scripted server answers: each case is a reply on a route of its own.
 *
 * @param timeout milliseconds that one case may take
 */
export function createClientSubject(
  setUp: ClientSetUp,
  server: ScriptedServer,
  timeout: number,
): ReferenceSubject {
  const play = (current: ReplyCase, patience = 1) => playReply(current, setUp, server, patience * timeout);
  return {
    acceptance: established,
    timeout,
    play,
    isAlive: async () => true, // it lives in this process
    judge: (current, exchange) => judgeClient(current, exchange, setUp, server.port),
    reactionOf,
    ...shrinking,
    reductionsOf: (message) => reduceReply(message, setUp.canonical),
    likenessOf: (_, { word }, { severity }) => `${severity} ${word.events.join()} ${word.error?.guard}`,
    signsOf: () => [],
  };
}

function reactionOf({ word }: ReferenceClientExchange): Reaction {
  const isOpen = word.connection !== null;
  return {
    answer: isOpen ? 'opened' : (word.error?.guard ?? 'failed'),
    hasSpoken: true,
    isOpen,
    isReset: false,
    isLate: false,
    isUnfinished: false,
    isBusy: false,
  };
}

async function playReply(
  current: ReplyCase,
  setUp: ClientSetUp,
  server: ScriptedServer,
  timeout: number,
): Promise<ReferenceClientExchange> {
  const signal = AbortSignal.timeout(timeout);
  let reply = new Uint8Array();
  let early = 0;
  const route = server.route(async (connection, request) => {
    const { pieces } = makeReply(current, request);
    reply = new Uint8Array(Buffer.concat(pieces));
    try {
      // Octets that the client sends without waiting for the reply have come by then.
      await turns(3, signal);
      early = connection.behind().length;
      await connection.send(...pieces);
    } catch (error) {
      if (!signal.aborted) throw error; // else it has come too late for its case
    }
    connection.end();
  });
  try {
    const handshake = followHandshake(`${route.url}/chat?case=${current.number}`, signal, setUp);
    const word = await Promise.race([handshake, sayNothingAt(signal)]);
    // A client that keeps its connection is seen by that: the wait is given up, and the connection with it.
    await route.quiet(timeout).catch(() => {});
    const [connection] = route.connections;
    return {
      nonce: route.nonce ?? '',
      client: null,
      server: connection ?? null,
      request: connection?.request ?? null,
      reply,
      early,
      word,
      behind: connection?.behind().length ?? 0,
    };
  } finally {
    await route.close();
  }
}

/** What a client has told that has not ended its handshake in time, or keeps a connection that its server has ended. */
function sayNothingAt(signal: AbortSignal): Promise<UserView> {
  const word = { events: ['nothing in time'], connection: null, frames: Buffer.alloc(0), error: null };
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(word), { once: true }));
}

function judgeClient(
  current: ReplyCase,
  exchange: ReferenceClientExchange,
  setUp: ClientSetUp,
  port: number,
) {
  const { request, word, early, behind, nonce } = exchange;
  const message = applyChanges(current.base, current.changes);
  const guards = current.changes.flatMap(({ guard }) => guard ?? []);
  const [only, ...others] = current.changes;
  // A change that must make no difference shows its clause by whether the handshake opens.
  const own = only && others.length === 0 && only.guard === null ? only.clause : null;
  const silent: readonly ClauseId[] = ['rfc6455/7.1.7/no-close-frame', 'rfc6455/7.1.7/no-further-data'];
  // What fails because of it is a refusal that is charged to it.
  const opening = judgeObservations(own ? [observe(own, ['open'], word.events)] : []);
  const refusals = opening.faults.map((fault) => ({ ...fault, kind: 'refused' as const }));
  const rest = judgeObservations([
    ...observeRow(word, guards, setUp.choices),
    ...observeConnection(word, message, own ?? established),
    observe('rfc6455/4.1/wait-for-reply', 0, early),
    ...(word.error ? silent.map((clause) => observe(clause, 0, behind)) : []),
  ]);
  const seen = { shown: [...opening.shown, ...rest.shown], faults: [...refusals, ...rest.faults] };
  if (!request) return exchange.server ? joinJudgements(seen, unreadable) : seen;
  const owed = checkRequest(
    request,
    {
      authority: `127.0.0.1:${port}`,
      resourceName: `/${nonce}/chat?case=${current.number}`,
      subprotocols: setUp.subprotocols,
      extensions: setUp.offered,
    },
    Buffer.concat((exchange.server?.received ?? []).map(({ octets }) => octets)),
  );
  const broken = judgeObservations(owed.faults.map((fault) => ({ ...fault, ok: false })));
  return joinJudgements(seen, { shown: owed.shown, faults: broken.faults });
}

function joinJudgements(one: Judgement, other: Judgement): Judgement {
  return { shown: [...one.shown, ...other.shown], faults: [...one.faults, ...other.faults] };
}

/** What a client shows that sends what is no request. */
const unreadable = judgeObservations([
  observe('rfc6455/4.1/valid-http-request', 'a request', 'octets that are none'),
]);

/** Rows of the table for which part 3 of the service specification has clauses of its own. */
const consequences: ReadonlyMap<string, ClauseId> = new Map([
  ['statusIsNot101', 'service/3/not-101-failed'],
  ['acceptIsWrong', 'service/3/accept-mismatch-closed'],
  ['subprotocolIsUnoffered', 'service/3/subprotocol-unoffered-closed'],
]);

/** Compares what the client's user saw with the row that must have decided. */
function observeRow(
  { error, events }: UserView,
  guards: readonly string[],
  choices: ClientChoices,
): readonly ClauseObservation[] {
  const row = expectRow<ClientChoices, ClientRow>(clientRows, guards, choices);
  if (row.verdict === 'interim') {
    // Only an interim reply came: the client goes on waiting until the connection is closed.
    return [
      observe('rfc9110/15.2/interim-replies', 'service/7/closed-without-response', error?.clause),
      observe('service/7/closed-without-response', 'failed', error?.state),
    ];
  }
  const isOpen = row.verdict === 'established';
  const part3 = consequences.get(row.guard);
  const wanted = isOpen ? {} : { clause: row.clause, state: row.verdict };
  return [
    ...(part3 ? [observe(part3, row.verdict, error?.state)] : []),
    observe(row.clause, wanted, error ? { clause: error.clause, state: error.state } : {}),
    isOpen
      ? observe('service/6/open-event', ['open'], events)
      : observe('service/6/error-then-close', ['error', 'close'], events),
  ];
}

/** Compares what the client hands over with an open connection to what the reply says. */
function observeConnection(
  { connection, frames: seen }: UserView,
  { lines }: ReplyMessage,
  clause: ClauseId,
): readonly ClauseObservation[] {
  if (!connection) return [];
  const [chosen] = fieldValues(lines, 'sec-websocket-protocol').map((value) => value.trim());
  const answered = parseExtensionList(fieldValues(lines, 'sec-websocket-extensions').join(','));
  const inUse = buildExtensionList(connection.extensions);
  return [
    observe('rfc6455/4.1/subprotocol-in-use', chosen ?? null, connection.subprotocol),
    observe('rfc6455/4.1/extensions-in-use', answered.ok ? buildExtensionList(answered.value) : '', inUse),
    observe(clause, frames, seen.toString('latin1')),
  ];
}
