import fc from 'fast-check';
import { clientRows } from '../../../models/client-decision.ts';
import {
  type AgreementGuard,
  agreementDeviations,
  deviatedMessage,
  fragmentation,
  type ReplyMessage,
  type ReplyTransform,
  replyDeviations,
  replyMessage,
  replyTransforms,
  setField,
  type WrittenReplyGuard,
  writeReplyMessage,
} from '../../arbitraries/index.ts';
import { replyDefaults } from '../../client/reply-reader.ts';
import { type Case, observe } from '../judge/observation.ts';
import { checkRequest } from '../judge/request-check.ts';
import { turns } from '../peer/event-loop.ts';
import { startScripted } from '../peer/scripted-server.ts';
import type { ServedConnection } from '../peer/served-connection.ts';
import { judgeConnection, judgeTold } from './client-judgement.ts';
import {
  browser,
  compressing,
  frames,
  type Guard,
  listenTo,
  type Profile,
  plain,
  subprotocols,
} from './client-profile.ts';
import type { Sampling } from './server-case.ts';

const limits = { headOctets: replyDefaults.headLimit, fields: replyDefaults.fieldLimit };

/** Variants of every row of the client's table, and pairs of faults, played to the reference client. */
export function clientCases({ seed, runs }: Sampling): readonly Case[] {
  const offer = { accept: '', subprotocols };
  const names = Object.keys(replyDeviations(offer, limits)) as WrittenReplyGuard[]; // the keys of this record
  const one = names.flatMap((guard, row) =>
    Array.from({ length: runs }, (_, run) => toCase([guard], seed + row * 10_000 + run)),
  );
  const agreed = Object.keys(agreementDeviations()) as AgreementGuard[]; // the keys of this record
  const some = Math.ceil(runs / 2);
  const profiled = [compressing, browser].flatMap((profile, at) =>
    [...agreed.filter((guard) => concerns(guard, profile)), null].flatMap((guard, row) =>
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
  const transforms = fc.sample(fc.oneof(...replyTransforms(subprotocols)), { seed, numRuns: runs * 6 });
  const unchanged = transforms.map((transform, run) => toCase([], seed + 3_000_000 + run, transform));
  return [...one, ...valid, ...several, ...unchanged, ...profiled];
}

/** Deviations of an agreement are from the one offer that they are made for. */
function concerns(guard: AgreementGuard, profile: Profile): boolean {
  return guard === 'subprotocolIsNotChosen' ? profile === browser : profile === compressing;
}

/** A reply with a deviation of the guard, or with several of the guards, or with none but a transform. */
function toCase(
  guards: readonly Guard[],
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
      let expected: readonly Guard[] = [];
      let seen: ServedConnection | undefined;
      let final: ReplyMessage | undefined;
      let early = 0;
      const server = await startScripted((connection) => {
        seen = connection;
        const { message, guards: holding } = sampleReply(guards, connection.accept, seed, profile);
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
            early = connection.behind().length;
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
            ...(seen?.request ? checkRequest(seen.request, wanted) : []),
            observe('rfc6455/4.1/wait-for-reply', 0, early),
            ...(told.error
              ? (['rfc6455/7.1.7/no-close-frame', 'rfc6455/7.1.7/no-further-data'] as const).map((clause) =>
                  observe(clause, 0, server.connections[0]?.behind().length ?? 0),
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

function sampleReply(guards: readonly Guard[], accept: string, seed: number, profile: Profile) {
  const offer = { accept, subprotocols, deflate: profile === compressing };
  const deviations = { ...replyDeviations(offer, limits), ...agreementDeviations() };
  const valid = replyMessage(offer).map((message) =>
    // Browsers demand that one is chosen.
    profile === browser ? setField(message, 'Sec-WebSocket-Protocol', 'chat') : message,
  );
  const count = { min: Math.min(guards.length, 2), max: Math.min(guards.length, 4) };
  const some = guards.map((guard) => deviations[guard]);
  const replies =
    some.length === 0
      ? deviatedMessage(valid, Object.values(deviations), { min: 0, max: 0 })
      : deviatedMessage(valid, some, count);
  const [reply] = fc.sample(replies, { seed, numRuns: 1 });
  if (!reply) throw new Error('one run gives one reply');
  return reply;
}
