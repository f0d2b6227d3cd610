import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { agrees } from '../../models/decision.ts';
import { serverRows } from '../../models/server-decision.ts';
import type { ServerChoices, ServerRow } from '../../models/vocabulary.ts';
import {
  deviatedMessage,
  fragmentation,
  type RequestMessage,
  requestDeviations,
  requestMessage,
  transforms,
  type WrittenGuard,
  writeRequestMessage,
} from '../arbitraries/index.ts';
import { sha1 } from '../server/reply.ts';
import { computeAccept, fieldValues, parseTokenList } from '../wire/index.ts';
import { endpoint, type ServedBench } from './bench.ts';
import { type Exchanged, RawPeer } from './exchange.ts';
import { type Case, type Observation, observe } from './observation.ts';
import { type Asked, checkReply } from './reply-check.ts';

export interface Sampling {
  readonly seed: number;
  /** Variants for each row. */
  readonly runs: number;
}

/** A request, the guards that hold for it, and the clauses that it is about. */
interface Variant {
  readonly message: RequestMessage;
  readonly guards: readonly string[];
  readonly clauses: readonly ClauseId[];
}

/** Variants of every row, pairs of faults, and transforms that change nothing, against one reference server. */
export function serverCases(bench: ServedBench, { seed, runs }: Sampling): readonly Case[] {
  const target = { ...endpoint, host: `127.0.0.1:${bench.port}` };
  const valid = requestMessage(target);
  const deviations = requestDeviations(target);
  const names = Object.keys(deviations) as WrittenGuard[]; // the keys of this very record
  const sample = (variants: fc.Arbitrary<Variant>, numRuns: number, salt: number) =>
    fc.sample(variants, { seed: seed + salt, numRuns });
  const one = names.flatMap((guard, salt) => {
    const variants = sample(deviatedMessage(valid, [deviations[guard]], { min: 1, max: 1 }), runs, salt);
    const decides = expectedRow([guard], bench.choices).guard === guard;
    // What no row refuses by this server's choices is a valid request, and no case of the guard's clause.
    return decides ? variants : variants.map((variant) => ({ ...variant, clauses: [] }));
  });
  const none = fc.tuple(valid, fc.oneof(...transforms(target.host))).map(([message, transform]) => ({
    message: transform.apply(message),
    guards: [],
    clauses: [transform.clause],
  }));
  // A request line that cannot be read hides what else is wrong with it.
  const visible = names
    .filter((guard) => guard !== 'requestLineIsMalformed')
    .map((guard) => deviations[guard]);
  const several = deviatedMessage(valid, visible, { min: 2, max: 4 });
  // Plain HTTP is answered by Node's own server, which has rules of its own for a request with other faults.
  const mixed = bench.choices.plainHttp === 'application' ? [] : sample(several, runs * 4, 1_000);
  const variants = [...one, ...sample(none, runs * 8, 2_000), ...mixed];
  return variants.map((variant, index) => toCase(variant, bench, seed + index));
}

/** The row that decides, told from the guards alone: the earliest of them in the table. */
export function expectedRow(guards: readonly string[], choices: ServerChoices): ServerRow {
  const rows: readonly ServerRow[] = serverRows;
  const deciding = rows.find(
    (row) => (guards.includes(row.guard) || row.guard === 'otherwise') && agrees(choices, row.when ?? {}),
  );
  if (!deciding) throw new Error('a table ends with a row that always holds');
  return deciding;
}

function toCase({ message, guards, clauses }: Variant, bench: ServedBench, seed: number): Case {
  const row = expectedRow(guards, bench.choices);
  const octets = writeRequestMessage(message);
  const [pieces = [octets]] =
    seed % 4 === 0 ? fc.sample(fragmentation(octets), { seed, numRuns: 1 }) : [[octets]];
  return {
    clause: clauses[0] ?? row.clause,
    title: guards.length === 0 ? 'a valid request' : guards.join(', '),
    async play(signal) {
      const peer = await RawPeer.open(bench.port, signal);
      try {
        await peer.send(...pieces);
        const exchanged = await peer.receive();
        const outcome = await bench.outcomeOf(peer.localPort);
        const decided = judgeExchange(row, exchanged, { clause: outcome.clause, guard: outcome.guard });
        const own = clauses.filter((clause) => clause !== row.clause && clauses.length === 1);
        return {
          request: octets,
          response: exchanged.octets,
          observations: [
            decided,
            ...own.map((clause) => ({ ...decided, clause })),
            ...checkReply(exchanged, askedBy(message, row)),
            ...(exchanged.reply?.status === 101 ? [await proveSwitch(peer)] : []),
            ...(row.verdict === 'accept' ? [observe(acceptance, 101, exchanged.reply?.status)] : []),
          ],
        };
      } finally {
        peer.socket.destroy();
      }
    },
  };
}

const acceptance = 'service/1/valid-request-accepted';

/** Compares a reply, and what the server told its observer, with the row that should have decided. */
export function judgeExchange(
  row: ServerRow,
  { reply, body }: Exchanged,
  told: { readonly clause: string; readonly guard: string | null },
): Observation {
  const { status, clause, guard } = row;
  const names = row.headers.map(([name]) => name);
  const fields = (name: string) => (reply ? fieldValues(reply.fields, name).join(', ') : 'nothing');
  return observe(
    clause,
    {
      status: status === 'fromApplication' ? 200 : status,
      headers: row.headers,
      length: true,
      clause,
      guard,
    },
    {
      status: reply?.status ?? 'none',
      headers: names.map((name) => [name, fields(name)]),
      length:
        status === 101 || Number(fields('Content-Length')) === body.length || fields('Content-Length') === '',
      ...told,
    },
  );
}

/** A masked ping gets its pong: whoever answers it speaks frames and no HTTP. */
async function proveSwitch(peer: RawPeer): Promise<Observation> {
  const before = peer.octets.length;
  await peer.send(Uint8Array.of(0x89, 0x80, 1, 2, 3, 4));
  await peer.until((octets) => octets.length >= before + 2);
  return observe('service/1/frames-after-101', [0x8a, 0x00], [...peer.octets.subarray(before)]);
}

function askedBy(message: RequestMessage, row: ServerRow): Asked {
  const values = (name: string) => fieldValues(message.lines, name).map((value) => value.trim());
  return {
    accept: computeAccept(values('sec-websocket-key')[0] ?? '', sha1),
    offered: parseTokenList(values('sec-websocket-protocol').join(',')) ?? [],
    refusedFor: row.guard,
    asksForWebSocket: /(^|,) *websocket *(,|$)/i.test(values('upgrade').join(',')),
    isHttp10: message.version === 'HTTP/1.0',
    mustFail: row.verdict === 'refuse',
    expectsContinue: values('expect').some((value) => value.toLowerCase() === '100-continue'),
  };
}
