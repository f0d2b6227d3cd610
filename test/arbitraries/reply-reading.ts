import fc from 'fast-check';
import { judge } from '../../models/decide.ts';
import { clientTable } from '../../models/decisions/client.ts';
import type { ClientChoices } from '../../models/facts/reply.ts';
import { type Offer, type ReplyMessage, writeReplyMessage } from '../../src/arbitraries/index.ts';
import { readReplyHead } from '../../src/facts/reply-facts.ts';
import { type Extension, HeadReader } from '../../src/wire/index.ts';

export const limits = { headOctets: 65_536, fields: 200, interims: 5 };

/** The guards that hold for a reply, in the order of the rows; interim replies before it are passed over. */
export function guardsOf(
  message: ReplyMessage,
  offer: Offer,
  rules: ClientChoices['rules'] = 'whatwg',
): readonly string[] {
  let octets = writeReplyMessage(message);
  for (let interims = 0; ; interims += 1) {
    const progress = new HeadReader('reply', limits.headOctets).push(octets);
    if (progress.state === 'incomplete') return ['headIsUnfinished'];
    const bounds = { fieldLimit: limits.fields, interimLimit: limits.interims, interims };
    const { facts } = readReplyHead(progress, offer, bounds);
    const guards = judge(clientTable, facts, { rules }).map(({ guard }) => guard);
    const isPassed = guards.join() === 'statusIsInterim' && progress.state === 'complete';
    if (!isPassed || progress.rest.length === 0) return guards;
    octets = progress.rest;
  }
}

const token = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,8}$/);
const bits = fc.integer({ min: 8, max: 15 }).map(String);
const flag = fc.constant(null);

/** Parameters of permessage-deflate that may be offered, in any order. */
const legal = fc
  .record(
    {
      server_no_context_takeover: flag,
      client_no_context_takeover: flag,
      server_max_window_bits: bits,
      client_max_window_bits: fc.oneof(flag, bits),
    },
    { requiredKeys: [] },
  )
  .chain((parameters) =>
    fc.shuffledSubarray(Object.entries(parameters), { minLength: Object.keys(parameters).length }),
  )
  .map((entries) => entries.map(([name, value]) => ({ name, value: value ?? null })));

/** Parameters for which permessage-deflate must be declined. */
const illegal = fc.constantFrom(
  [{ name: 'unknown', value: null }],
  [{ name: 'server_max_window_bits', value: null }],
  [{ name: 'server_max_window_bits', value: '16' }],
  [
    { name: 'client_no_context_takeover', value: null },
    { name: 'client_no_context_takeover', value: null },
  ],
);

const deflate = (parameters: fc.Arbitrary<Extension['parameters']>): fc.Arbitrary<Extension> =>
  parameters.map((some) => ({ name: 'permessage-deflate', parameters: some }));

const unknown: fc.Arbitrary<Extension> = fc.record({
  name: fc.oneof(token, fc.constant('x-webkit-deflate-frame'), fc.constant('__proto__')),
  parameters: fc.array(fc.record({ name: token, value: fc.option(token) }), { maxLength: 2 }),
});

/** What any client may offer: nothing, known and unknown names, several alternatives, some that are of no use. */
export const anyOffer: fc.Arbitrary<Offer> = fc.record({
  accept: fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((octets) => btoa(String.fromCharCode(...octets))),
  subprotocols: fc.uniqueArray(fc.oneof(token, fc.constantFrom('chat', 'x', 'unoffered')), { maxLength: 3 }),
  extensions: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: deflate(legal) },
      { weight: 1, arbitrary: deflate(illegal) },
      { weight: 2, arbitrary: unknown },
    ),
    { maxLength: 3 },
  ),
});
