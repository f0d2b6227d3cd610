import fc from 'fast-check';
import type { ClauseId } from '../../../models/clauses.ts';
import { serverRows } from '../../../models/server-decision.ts';
import type { ServerRow } from '../../../models/vocabulary.ts';
import {
  deviatedMessage,
  fragmentation,
  policyDeviations,
  type RequestMessage,
  requestDeviations,
  requestMessage,
  transforms,
  writeRequestMessage,
} from '../../arbitraries/index.ts';
import { selectSubprotocol } from '../../negotiation/subprotocol.ts';
import { sha1 } from '../../sha1.ts';
import { computeAccept, fieldValues, parseTokenList } from '../../wire/index.ts';
import { expectRow } from '../judge/expected-row.ts';
import { type Case, type Observation, observe } from '../judge/observation.ts';
import { type Asked, checkReply } from '../judge/reply-check.ts';
import { type Exchanged, receiveReply } from '../peer/exchange.ts';
import { openConnection } from '../peer/open-connection.ts';
import type { RawConnection } from '../peer/raw-connection.ts';
import { endpoint, type HandedOver, type ServedBench } from './bench.ts';

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

/** The table as a list of its rows. */
const rows: readonly ServerRow[] = serverRows;

/** Variants of every row, pairs of faults, and transforms that change nothing, against one reference server. */
export function serverCases(bench: ServedBench, { seed, runs }: Sampling): readonly Case[] {
  const { target, guards: wanted } = bench;
  const valid = requestMessage(target);
  const all = { ...requestDeviations(target), ...policyDeviations(target) };
  const deviations = Object.entries(all).filter(([guard]) => wanted?.includes(guard) ?? true);
  const sample = (variants: fc.Arbitrary<Variant>, numRuns: number, salt: number) =>
    fc.sample(variants, { seed: seed + salt, numRuns });
  const one = deviations.flatMap(([guard, some], salt) => {
    const variants = sample(deviatedMessage(valid, [some], { min: 1, max: 1 }), runs, salt);
    // A guard without a row is a gap in the table: its cases are kept, and fail.
    if (!rows.some((row) => row.guard === guard)) return variants;
    const decides = expectRow(rows, [guard], bench.choices).guard === guard;
    // What no row refuses by this server's choices is a valid request, and no case of the guard's clause.
    return decides ? variants : variants.map((variant) => ({ ...variant, clauses: [] }));
  });
  const none = fc.tuple(valid, fc.oneof(...transforms(target.host))).map(([message, transform]) => ({
    message: transform.apply(message),
    guards: [],
    clauses: [transform.clause],
  }));
  const unchanged = valid.map((message) => ({ message, guards: [], clauses: [] }));
  // A request line that cannot be read hides what else is wrong with it.
  const visible = deviations.filter(([guard]) => guard !== 'requestLineIsMalformed').map(([, some]) => some);
  const several = deviatedMessage(valid, visible, { min: 2, max: 4 }).filter(
    // A request of HTTP/1.0 needs no Host.
    ({ guards }) => !(guards.includes('hostIsAbsent') && guards.includes('httpVersionIs10')),
  );
  // Plain HTTP is answered by Node's own server, which has rules of its own for a request with other faults.
  const mixed = bench.choices.plainHttp === 'application' ? [] : sample(several, runs * 4, 1_000);
  // What changes nothing else may take away what a policy demands.
  const hasPolicy = target.origins !== undefined || target.credential !== undefined;
  const same = hasPolicy ? sample(unchanged, runs, 2_000) : sample(none, runs * 8, 2_000);
  const variants = [...one, ...same, ...mixed];
  return variants.map((variant, index) => toCase(variant, bench, seed + index));
}

function toCase({ message, guards, clauses }: Variant, bench: ServedBench, seed: number): Case {
  const octets = writeRequestMessage(message);
  const [pieces = [octets]] =
    seed % 4 === 0 ? fc.sample(fragmentation(octets), { seed, numRuns: 1 }) : [[octets]];
  return {
    clause: clauses[0] ?? acceptance,
    title: guards.length === 0 ? 'a valid request' : guards.join(', '),
    async play(signal) {
      const row = expectRow(rows, guards, bench.choices);
      const tls = bench.authority === null ? undefined : { ca: bench.authority };
      const peer = await openConnection({ port: bench.port, signal, tls });
      try {
        await peer.send(...pieces);
        const exchanged = await receiveReply(peer);
        const outcome = await bench.outcomeOf(peer.localPort);
        const told = { clause: outcome.clause, guard: outcome.guard };
        const decided = judgeExchange(row, exchanged, told, message.method);
        const asked = askedBy(message, row);
        const own = clauses.filter((clause) => clause !== row.clause && clauses.length === 1);
        return {
          request: octets,
          response: exchanged.octets,
          observations: [
            decided,
            ...own.map((clause) => ({ ...decided, clause })),
            ...(row.guard === 'originIsForeign' ? considered.map((clause) => ({ ...decided, clause })) : []),
            // What the application answers is its own.
            ...(row.status === 'fromApplication' ? [] : checkReply(exchanged, asked)),
            ...(exchanged.reply?.status === 101 ? [await proveSwitch(peer)] : []),
            ...(row.verdict === 'accept'
              ? [
                  observe(acceptance, 101, exchanged.reply?.status),
                  ...judgeWelcome(bench, exchanged.reply?.status),
                  ...judgeHandOver(message, asked, bench.handedOver(peer.localPort)),
                ]
              : []),
          ],
        };
      } finally {
        peer.socket.destroy();
      }
    },
  };
}

const acceptance = 'service/1/valid-request-accepted';

/** What a server shows that refuses an origin for not being on its list. */
const considered = ['rfc6455/10.2/origin-verified', 'rfc6455/4.2.2/origin-considered'] as const;

/** Where a valid credential was taken from. */
const methodClauses = {
  query: 'service/5.3/query-token',
  cookie: 'service/5.3/cookie',
  field: 'service/5.3/field',
  authorization: 'service/5.3/field',
  subprotocol: 'service/5.3/subprotocol-token',
} as const;

/** What a server shows that takes the credentials and origins that it asks for, and no other. */
function judgeWelcome({ target }: ServedBench, status: number | undefined): readonly Observation[] {
  const { credential } = target;
  return credential ? [observe(methodClauses[credential.in], 101, status)] : [];
}

/** Compares what the application was handed over, with what was asked for. */
function judgeHandOver(
  { target }: RequestMessage,
  { chosen }: Asked,
  handed: HandedOver | null,
): readonly Observation[] {
  return [
    observe('service/4/query-accepted', target, handed?.target),
    observe('rfc6455/4.2.2/resource-from-request', endpoint.path, handed?.path),
    observe('rfc6455/4.2.2/subprotocol-from-offer', chosen, handed?.subprotocol),
  ];
}

/** Compares a reply, and what the server told its observer, with the row that should have decided. */
function judgeExchange(
  row: ServerRow,
  { reply, body }: Exchanged,
  told: { readonly clause: string; readonly guard: string | null },
  method = 'GET',
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
        method === 'HEAD' ||
        fields('Content-Length') === '' ||
        Number(fields('Content-Length')) === body.length,
      ...told,
    },
  );
}

/** A masked ping gets its pong: whoever answers it speaks frames and no HTTP. */
async function proveSwitch(peer: RawConnection): Promise<Observation> {
  const before = peer.octets.length;
  await peer.send(Uint8Array.of(0x89, 0x80, 1, 2, 3, 4));
  await peer.until(({ octets }) => octets.length >= before + 2, 'a pong');
  return observe('service/1/frames-after-101', [0x8a, 0x00], [...peer.octets.subarray(before)]);
}

function askedBy(message: RequestMessage, row: ServerRow): Asked {
  const values = (name: string) => fieldValues(message.lines, name).map((value) => value.trim());
  const offered = parseTokenList(values('sec-websocket-protocol').join(','));
  return {
    accept: computeAccept(values('sec-websocket-key')[0] ?? '', sha1),
    chosen: selectSubprotocol(offered ?? [], endpoint.subprotocols),
    isHead: message.method === 'HEAD',
    refusedFor: row.guard,
    asksForWebSocket: /(^|,) *websocket *(,|$)/i.test(values('upgrade').join(',')),
    isHttp10: message.version === 'HTTP/1.0',
    mustFail: row.verdict === 'refuse',
    expectsContinue: values('expect').some((value) => value.toLowerCase() === '100-continue'),
  };
}
