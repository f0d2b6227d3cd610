import type { ClauseId } from '../../../models/clauses.ts';
import { fieldValues } from '../../wire/index.ts';
import { type Place, placeAtRoot, placeOn, respell } from '../connector/place.ts';
import type { PlainPhrase } from '../judge/phrase.ts';
import { seeRequest } from '../judge/seen.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted-server.ts';
import { answerRightly } from './calibration.ts';
import { type Charged, joinCharged, nothing, show } from './charge.ts';
import { type ClientExchange, type PlayOptions, playReply } from './exchange.ts';
import type { ClientTarget } from './reply-case.ts';
import { judgeSent } from './sent.ts';
import type { Trial, Tried } from './trial.ts';

export interface AddressOptions extends Pick<PlayOptions, 'connector' | 'place' | 'signs' | 'timeout'> {
  readonly target: ClientTarget;
}

/** What a client was seen to make of a URL where the texts leave it a choice. */
export interface AddressPolicy {
  fragmentInUrl?: 'URL refused' | 'left out' | 'sent as %23' | 'sent';
  /** Whether Host names a port that is the default. */
  defaultPort?: 'left out' | 'written';
}

const hostSent: ClauseId = 'rfc6455/4.1/host-sent';
const resourceName: ClauseId = 'rfc6455/3/resource-name';
const defaultPort: ClauseId = 'rfc6455/3/default-port';
const noFragment: ClauseId = 'rfc6455/3/no-fragment';

/** The clauses that the trials are made for. */
export const addressClauses: readonly ClauseId[] = [hostSent, resourceName, defaultPort, noFragment];

/** Addresses of this machine at one of which port 80 may be free, and may be had: another run may have the first ones. */
const ordinary = { port: 80, hosts: Array.from({ length: 32 }, (_, nth) => `127.0.0.${80 + nth}`) };

/**
 * Gives a client URLs of other kinds: with an IPv6 address, a query and no path, the default port, a fragment. Trials
 * are left out for which this machine has no address, or lets nobody have the port.
 *
 * @param policy is filled as the trials are played
 * @param use is called with the trials; the servers are there as long as it runs
 */
export async function withAddressTrials<T>(
  options: AddressOptions,
  policy: AddressPolicy,
  use: (trials: readonly Trial[]) => Promise<T>,
): Promise<T> {
  const [six, pathless, plain] = await Promise.all([
    startScriptedServer({ host: '::1' }).catch(() => null),
    startScriptedServer().catch(() => null),
    startOrdinary(),
  ]);
  try {
    const trials = [
      ...(six ? [makeTrial(hostSent, 'a URL with an IPv6 address', options, placeOn(six))] : []),
      ...(pathless
        ? [makeTrial(resourceName, 'a URL with a query and no path', options, placeAtRoot(pathless))]
        : []),
      ...(plain ? [ofDefaultPort(options, placeOn(plain), policy)] : []),
      ofFragment(options, policy),
    ];
    return await use(trials);
  } finally {
    await Promise.all([six, pathless, plain].map((server) => server?.close()));
  }
}

/** A server at the default port, on the first address at which it may be had; null where it may be had at none. */
async function startOrdinary(): Promise<ScriptedServer | null> {
  const { hosts, port } = ordinary;
  for (const host of hosts) {
    const server = await startScriptedServer({ host, port }).catch(() => null);
    if (server) return server;
  }
  return null;
}

type Judge = (exchange: ClientExchange) => Charged;

/** Who makes no connection has refused the URL, or cannot read it, which is nobody's fault. */
function makeTrial(
  clause: ClauseId,
  title: string,
  { target, ...options }: AddressOptions,
  place: Place,
  judge: Judge = (exchange) => judgeAll(clause, exchange, target),
): Trial {
  const resource = clause === resourceName ? '?case=address' : '/chat?case=address';
  return {
    clause,
    title,
    play: async () => {
      const exchange = await playReply(answerRightly, answerRightly, { ...options, place, resource });
      return { ...exchange, ...judge(exchange) };
    },
  };
}

/** What of an opening depends on the URL. */
const ofUrl: ReadonlySet<ClauseId> = new Set([
  hostSent,
  'rfc6455/4.1/request-uri',
  'rfc9112/3.2.1/origin-form-sent',
]);

/** What it sends is judged like any other opening; where nothing of the URL is wrong there, the clause is kept. */
function judgeAll(clause: ClauseId, exchange: ClientExchange, target: ClientTarget): Charged {
  const sent = judgeSent(exchange, target);
  const isBroken = exchange.request === null || sent.charges.some((charge) => ofUrl.has(charge.clause));
  return isBroken ? sent : joinCharged([sent, show(clause, null)]);
}

function ofDefaultPort(options: AddressOptions, place: Place, policy: AddressPolicy): Trial {
  const judge: Judge = (exchange) => {
    const { asked, request } = exchange;
    const host = fieldValues(request?.fields ?? [], 'host').join();
    const isWritten = host === `${asked.authority}:${ordinary.port}`;
    policy.defaultPort = isWritten ? 'written' : 'left out';
    // The authority is the same with its default port (RFC 3986 §6.2.3).
    const named = isWritten ? { ...exchange, asked: { ...asked, authority: host } } : exchange;
    return judgeAll(defaultPort, named, options.target);
  };
  return makeTrial(defaultPort, 'a URL without a port', options, place, judge);
}

function ofFragment(options: AddressOptions, policy: AddressPolicy): Trial {
  const { place } = options;
  const marked = respell(place, (url) => `${url}#fragment`);
  const judge: Judge = (exchange) => {
    const { asked, request } = exchange;
    const resource = request?.target ?? '';
    policy.fragmentInUrl = resource.includes('#')
      ? 'sent'
      : resource === `${asked.resourceName}%23fragment`
        ? 'sent as %23'
        : 'left out';
    return policy.fragmentInUrl === 'sent as %23' ? nothing : judgeSent(exchange, options.target);
  };
  const trial = makeTrial(noFragment, 'a URL with a fragment', options, marked, judge);
  return {
    ...trial,
    play: () =>
      trial.play().catch((error) => {
        const refused = refuse(error, noFragment);
        policy.fragmentInUrl = 'URL refused';
        return refused;
      }),
  };
}

/** Who makes no connection for what nobody may send has kept the clause. */
function refuse(error: unknown, clause: ClauseId): Tried {
  if (!(error instanceof Unreachable)) throw error;
  const none = new Uint8Array();
  return { requested: none, reply: none, behind: none, ...show(clause, null) };
}

interface Offering {
  readonly clause: ClauseId;
  readonly title: string;
  /** What the client is asked to offer. */
  readonly subprotocols: readonly string[];
  readonly expected: PlainPhrase;
  /** Whether an offer, in its elements, breaks the clause. */
  readonly isBroken: (names: readonly string[]) => boolean;
}

const offerings: readonly Offering[] = [
  {
    clause: 'rfc6455/4.1/subprotocol-unique',
    title: 'a name that it is asked to offer twice',
    subprotocols: ['chat', 'chat'],
    expected: 'uniqueNames',
    isBroken: (names) => new Set(names).size < names.length,
  },
  {
    clause: 'rfc6455/4.1/subprotocol-token',
    title: 'a name with a space in it that it is asked to offer',
    subprotocols: ['chat', 'two words'],
    expected: 'tokens',
    isBroken: (names) => names.some((name) => name.includes(' ')),
  },
];

/** The clauses that the trials are made for. */
export const offeringClauses: readonly ClauseId[] = offerings.map(({ clause }) => clause);

/** Asks a client to offer what no client may: it has to refuse, or to mend it. */
export function offeringTrials({ connector, place, signs, timeout }: AddressOptions): readonly Trial[] {
  return offerings.map((offering): Trial => {
    const { clause, title, subprotocols } = offering;
    const asked = { ...connector, subprotocols };
    return {
      clause,
      title,
      play: async () => {
        try {
          const how = { place, signs, timeout, connector: asked, resource: '/chat?case=offering' };
          const exchange = await playReply(answerRightly, answerRightly, how);
          return { ...exchange, ...judgeOffer(offering, exchange) };
        } catch (error) {
          return refuse(error, clause);
        }
      },
    };
  });
}

/** Who offers something of its own shows nothing. */
function judgeOffer(
  { clause, subprotocols, expected, isBroken }: Offering,
  { request, requested }: ClientExchange,
): Charged {
  const offered = fieldValues(request?.fields ?? [], 'sec-websocket-protocol');
  const names = offered.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (!request || !names.every((name) => subprotocols.includes(name))) return nothing;
  const observed = { is: 'list', name: 'Sec-WebSocket-Protocol', values: offered } as const; // a phrase
  if (!isBroken(names)) return show(clause, null);
  const about = 'sec-websocket-protocol';
  const seen = [seeRequest([about], requested)];
  return show(clause, { kind: 'handedOn', expected, observed, about, seen });
}
