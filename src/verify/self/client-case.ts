import fc from 'fast-check';
import { type ClientRow, clientRows } from '../../../models/client-decision.ts';
import { agrees } from '../../../models/decision.ts';
import type { ClientChoices } from '../../../models/vocabulary.ts';
import {
  applyEdits,
  deviatedMessage,
  fragmentation,
  type Offer,
  offerOf,
  type ReplyFault,
  type ReplyMessage,
  type ReplyTransform,
  replyDeviations,
  replyMessage,
  replyTransforms,
  writeReplyMessage,
} from '../../arbitraries/index.ts';
import { replyDefaults } from '../../client/reply-reader.ts';
import { sha1 } from '../../sha1.ts';
import { checkRequest } from '../judge/obligation.ts';
import { type Case, observe } from '../judge/observation.ts';
import { turns } from '../peer/event-loop.ts';
import { type ScriptedConnection, startScripted } from '../peer/scripted-server.ts';
import { judgeConnection, judgeTold } from './client-judgement.ts';
import {
  browser,
  compressing,
  frames,
  listenTo,
  offerBy,
  type Profile,
  plain,
  subprotocols,
} from './client-profile.ts';
import type { Sampling } from './sampling.ts';

const limits = {
  headOctets: replyDefaults.headLimit,
  fields: replyDefaults.fieldLimit,
  interims: replyDefaults.interimLimit,
};

/** Variants of every row of the client's table, and pairs of faults, played to the reference client. */
export function clientCases({ seed, runs }: Sampling): readonly Case[] {
  const names = faultsOf(plain);
  const one = names.flatMap((guard, row) =>
    Array.from({ length: runs }, (_, run) => toCase([guard], seed + row * 10_000 + run)),
  );
  const some = Math.ceil(runs / 2);
  const profiled = [compressing, browser].flatMap((profile, at) =>
    // What is a fault whatever is offered needs no profile.
    [...faultsOf(profile).filter((guard) => !names.includes(guard)), null].flatMap((guard, row) =>
      Array.from({ length: some }, (_, run) =>
        toCase(
          guard ? [guard] : [],
          seed + 4_000_000 + at * 500_000 + row * 10_000 + run,
          undefined,
          profile,
        ),
      ),
    ),
  );
  const valid = Array.from({ length: runs * 4 }, (_, run) => toCase([], seed + 1_000_000 + run));
  // What is wrong with an earlier head, or with a status line, keeps the client from seeing what is behind it.
  const visible = names.filter(
    (guard) => guard !== 'interimsAreTooMany' && guard !== 'statusLineIsMalformed',
  );
  const several = Array.from({ length: runs * 4 }, (_, run) => toCase(visible, seed + 2_000_000 + run));
  const transforms = fc.sample(fc.oneof(...replyTransforms(offerBy(plain))), { seed, numRuns: runs * 6 });
  const unchanged = transforms.map((transform, run) => toCase([], seed + 3_000_000 + run, transform));
  return [...one, ...valid, ...several, ...unchanged, ...profiled];
}

/** The faults that a reply to a client of the profile can have, and that have a row by its rules. */
function faultsOf(profile: Profile): readonly ReplyFault[] {
  const possible = replyDeviations(offerBy(profile), limits);
  const rows: readonly ClientRow[] = clientRows.filter((row) => row.guard in possible);
  const guards = rows.filter(({ when = {} }) => agrees<ClientChoices>(profile.choices, when));
  return [...new Set(guards.map(({ guard }) => guard as ReplyFault))]; // a key of the deviations
}

/** A reply with a deviation of the guard, or with several of the guards, or with none but a transform. */
function toCase(
  guards: readonly ReplyFault[],
  seed: number,
  transform?: ReplyTransform,
  profile: Profile = plain,
): Case {
  const row = clientRows.find(({ guard }) => guard === guards[0] && guards.length === 1);
  return {
    clause: transform?.clause ?? row?.clause ?? 'rfc6455/4.1/established',
    title: guards.length > 1 ? `several faults (${seed})` : (guards[0] ?? 'a valid reply'),
    async play(signal) {
      let sent = new Uint8Array();
      let expected: readonly ReplyFault[] = [];
      let seen: ScriptedConnection | undefined;
      let final: ReplyMessage | undefined;
      let early = 0;
      const server = await startScripted((connection) => {
        seen = connection;
        const { message, guards: holding } = sampleReply(
          guards,
          offerOf(connection.request, sha1),
          seed,
          profile,
        );
        expected = holding;
        // Behind an interim reply comes another one, and not frames.
        const content = holding.includes('statusIsInterim') ? '' : frames;
        final = { ...(transform ? applyEdits(message, transform.edits) : message), content };
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
        const told = await listenTo(`${server.url}/chat?seed=${seed}`, signal, profile);
        await server.quiet();
        const wanted = {
          authority: `127.0.0.1:${server.port}`,
          resourceName: `/chat?seed=${seed}`,
          subprotocols,
          extensions: profile.offered,
        };
        return {
          response: sent,
          ...(seen ? { request: seen.head } : {}),
          observations: [
            ...judgeTold(told, expected, profile),
            ...(transform ? [observe(transform.clause, ['open'], told.events)] : []),
            ...(final ? judgeConnection(told, final, transform?.clause) : []),
            ...(seen ? observeOwed(checkRequest(seen.request, wanted)) : []),
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

function observeOwed({ shown, faults }: ReturnType<typeof checkRequest>) {
  const kept = shown.filter((clause) => faults.every((fault) => fault.clause !== clause));
  return [
    ...kept.map((clause) => observe(clause, true, true)),
    ...faults.map(({ clause, expected, observed }) => ({ clause, expected, observed, ok: false })),
  ];
}

function sampleReply(guards: readonly ReplyFault[], offer: Offer, seed: number, profile: Profile) {
  const possible = replyDeviations(offer, limits);
  const some = guards.flatMap((guard) => possible[guard] ?? []);
  const count = { min: Math.min(some.length, 2), max: Math.min(some.length, 4) };
  const valid = replyMessage(offer, profile.choices.rules);
  const replies =
    some.length === 0
      ? deviatedMessage(valid, Object.values(possible), { min: 0, max: 0 })
      : deviatedMessage(valid, some, count);
  const [reply] = fc.sample(replies, { seed, numRuns: 1 });
  if (!reply) throw new Error('one run gives one reply');
  return reply;
}
