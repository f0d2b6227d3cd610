import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { type ClientRow, clientRows } from '../../models/client-decision.ts';
import {
  deviatedMessage,
  fragmentation,
  type ReplyMessage,
  type ReplyTransform,
  replyDeviations,
  replyMessage,
  replyTransforms,
  type WrittenReplyGuard,
  writeReplyMessage,
} from '../arbitraries/index.ts';
import { startHandshake } from '../client/handshake.ts';
import type { HandshakeError } from '../client/handshake-error.ts';
import type { ClientConnection } from '../client/option.ts';
import { replyDefaults } from '../client/reply-reader.ts';
import { fieldValues } from '../wire/index.ts';
import { turns } from './event-loop.ts';
import { expectRow } from './expected-row.ts';
import { type Case, type Observation, observe } from './observation.ts';
import { checkRequest } from './request-check.ts';
import { type ScriptedConnection, startScripted } from './scripted-server.ts';
import type { Sampling } from './server-case.ts';

const limits = { headOctets: replyDefaults.headLimit, fields: replyDefaults.fieldLimit };
const subprotocols = ['chat', 'superchat'];
/** An unmasked text message: what a server may send at once. */
const frames = '\x81\x02hi';

/** What came of one handshake of the reference client, as its user sees it. */
interface Told {
  readonly events: readonly string[];
  readonly connection: ClientConnection | null;
  /** Octets behind the 101, those that came with it and those that came later. */
  readonly frames: Buffer;
  readonly error: HandshakeError | null;
}

/** Variants of every row of the client's table, and pairs of faults, played to the reference client. */
export function clientCases({ seed, runs }: Sampling): readonly Case[] {
  const offer = { accept: '', subprotocols };
  const names = Object.keys(replyDeviations(offer, limits)) as WrittenReplyGuard[]; // the keys of this record
  const one = names.flatMap((guard, row) =>
    Array.from({ length: runs }, (_, run) => toCase([guard], seed + row * 10_000 + run)),
  );
  const valid = Array.from({ length: runs * 4 }, (_, run) => toCase([], seed + 1_000_000 + run));
  // What is wrong with an earlier head, or with a status line, keeps the client from seeing what is behind it.
  const visible = names.filter(
    (guard) => guard !== 'interimsAreTooMany' && guard !== 'statusLineIsMalformed',
  );
  const several = Array.from({ length: runs * 4 }, (_, run) => toCase(visible, seed + 2_000_000 + run));
  const transforms = fc.sample(fc.oneof(...replyTransforms(subprotocols)), { seed, numRuns: runs * 6 });
  const unchanged = transforms.map((transform, run) => toCase([], seed + 3_000_000 + run, transform));
  return [...one, ...valid, ...several, ...unchanged];
}

/** A reply with a deviation of the guard, or with several of the guards, or with none but a transform. */
function toCase(guards: readonly WrittenReplyGuard[], seed: number, transform?: ReplyTransform): Case {
  const row = clientRows.find(({ guard }) => guard === guards[0] && guards.length === 1);
  return {
    clause: transform?.clause ?? row?.clause ?? 'rfc6455/4.1/established',
    title: guards.length > 1 ? `several faults (${seed})` : (guards[0] ?? 'a valid reply'),
    async play(signal) {
      let sent = new Uint8Array();
      let expected: readonly WrittenReplyGuard[] = [];
      let seen: ScriptedConnection | undefined;
      let final: ReplyMessage | undefined;
      let early = 0;
      const server = await startScripted((connection) => {
        seen = connection;
        const { message, guards: holding } = sampleReply(guards, connection.accept, seed);
        expected = holding;
        // Behind an interim reply comes another one, and not frames.
        const content = holding.includes('statusIsInterim') ? '' : frames;
        final = { ...(transform ? transform.apply(message) : message), content };
        sent = new Uint8Array(writeReplyMessage(final));
        const pieces =
          seed % 4 === 0 && sent.length < 2_000
            ? fc.sample(fragmentation(sent), { seed, numRuns: 1 })[0]
            : [sent];
        // Whatever the client sends without waiting for the reply has come by then.
        turns(3, signal).then(
          () => {
            early = server.extras[0]?.length ?? 0;
            for (const piece of pieces ?? []) connection.socket.write(piece);
            connection.socket.end();
          },
          () => {}, // given up
        );
      });
      try {
        const told = await listenTo(`${server.url}/chat?seed=${seed}`, signal);
        await server.quiet();
        const wanted = {
          authority: `127.0.0.1:${server.port}`,
          resourceName: `/chat?seed=${seed}`,
          subprotocols,
        };
        return {
          response: sent,
          ...(seen ? { request: seen.head } : {}),
          observations: [
            ...judgeTold(told, expected),
            ...(transform ? [observe(transform.clause, ['open'], told.events)] : []),
            ...(final ? judgeConnection(told, final, transform?.clause) : []),
            ...(seen ? checkRequest(seen.request, wanted) : []),
            observe('rfc6455/4.1/wait-for-reply', 0, early),
            ...(told.error
              ? (['rfc6455/7.1.7/no-close-frame', 'rfc6455/7.1.7/no-further-data'] as const).map((clause) =>
                  observe(clause, 0, Buffer.concat(server.extras[0] ?? []).length),
                )
              : []),
          ],
        };
      } finally {
        await server.close();
      }
    },
  };
}

function sampleReply(guards: readonly WrittenReplyGuard[], accept: string, seed: number) {
  const offer = { accept, subprotocols };
  const deviations = replyDeviations(offer, limits);
  const count = { min: Math.min(guards.length, 2), max: Math.min(guards.length, 4) };
  const some = guards.map((guard) => deviations[guard]);
  const replies =
    some.length === 0
      ? deviatedMessage(replyMessage(offer), Object.values(deviations), { min: 0, max: 0 })
      : deviatedMessage(replyMessage(offer), some, count);
  const [reply] = fc.sample(replies, { seed, numRuns: 1 });
  if (!reply) throw new Error('one run gives one reply');
  return reply;
}

/** Runs one handshake to its end and notes what its events told. */
function listenTo(url: string, signal: AbortSignal): Promise<Told> {
  return new Promise((resolve) => {
    const events: string[] = [];
    let error: HandshakeError | null = null;
    const handshake = startHandshake(url, { subprotocols, signal });
    handshake.on('open', (connection) => {
      const chunks = [connection.head];
      connection.socket.on('data', (chunk) => chunks.push(chunk));
      connection.socket.once('close', () =>
        resolve({ events: [...events, 'open'], connection, frames: Buffer.concat(chunks), error }),
      );
    });
    handshake.on('error', (failure) => {
      events.push('error');
      error = failure;
    });
    handshake.on('close', () =>
      resolve({ events: [...events, 'close'], connection: null, frames: Buffer.alloc(0), error }),
    );
  });
}

/** Compares what an open connection was handed over with, with what the reply said. */
function judgeConnection(
  { connection, frames: seen }: Told,
  reply: ReplyMessage,
  clause: ClauseId = 'rfc6455/4.1/established',
): readonly Observation[] {
  if (!connection) return [];
  const chosen = fieldValues(reply.lines, 'sec-websocket-protocol').map((value) => value.trim());
  return [
    observe('rfc6455/4.1/subprotocol-in-use', chosen[0] ?? null, connection.subprotocol),
    observe('rfc6455/4.1/extensions-in-use', [], connection.extensions),
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
function judgeTold(told: Told, guards: readonly WrittenReplyGuard[]): readonly Observation[] {
  const interim =
    guards.includes('statusIsInterim') && !guards.some((guard) => isEarlier(guard, 'statusIsInterim'));
  if (interim) {
    // Nothing but an interim reply came: the client goes on waiting, and then the connection is closed.
    return [
      observe('rfc9110/15.2/interim-replies', 'service/7/closed-without-response', told.error?.clause),
      observe('service/7/closed-without-response', 'failed', told.error?.state),
    ];
  }
  const row = expectRow<object, ClientRow>(clientRows, guards, {});
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
