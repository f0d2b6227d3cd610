import type { ClauseId } from '../../../../models/clauses.ts';
import { fieldValues } from '../../../wire/index.ts';
import { type ClientPlace, placeAtRoot, placeOn, respell } from '../../connector/place.ts';
import { seeRequest } from '../../judge/seen/seen.ts';
import { Unreachable } from '../../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../../peer/scripted/scripted-server.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { answerRightly } from '../calibration.ts';
import { type Charged, joinCharged, nothing, show } from '../charge.ts';
import { type ClientExchange, playReply } from '../reply/exchange.ts';
import type { ClientTarget } from '../reply/reply-case.ts';
import { judgeSent } from '../sent.ts';
import { type TrialOptions, type Tried, untried } from './trial.ts';

/** What an exchange has shown of clauses and of choices. */
type Shown = Charged & Pick<Tried, 'learnt'>;

/** A URL of another kind: with an IPv6 address, a query and no path, the default port, a fragment. */
export interface AddressPlay {
  readonly is: 'address';
  readonly url: 'withIpv6' | 'withoutPath' | 'withoutPort' | 'withFragment';
}

/** Names that no client may offer so: it has to refuse, or to mend them. */
export interface OfferingPlay {
  readonly is: 'offering';
  /** What the client is asked to offer. */
  readonly subprotocols: readonly string[];
  /** How an offer breaks the clause that has them all. */
  readonly breach: 'repeated' | 'noToken';
}

/** Where a client comes to that is told such a URL; null where this machine has no address for it, or lets nobody have the port. */
export interface AddressPlaces {
  readonly withIpv6: ClientPlace | null;
  readonly withoutPath: ClientPlace | null;
  readonly withoutPort: ClientPlace | null;
}

const hostSent: ClauseId = 'rfc6455/4.1/host-sent';
const defaultPort: ClauseId = 'rfc6455/3/default-port';

export const addresses: readonly FixedParts<AddressPlay>[] = [
  { clause: hostSent, title: 'a URL with an IPv6 address', play: { is: 'address', url: 'withIpv6' } },
  {
    clause: 'rfc6455/3/resource-name',
    title: 'a URL with a query and no path',
    play: { is: 'address', url: 'withoutPath' },
  },
  { clause: defaultPort, title: 'a URL without a port', play: { is: 'address', url: 'withoutPort' } },
  {
    clause: 'rfc6455/3/no-fragment',
    title: 'a URL with a fragment',
    play: { is: 'address', url: 'withFragment' },
  },
];

export const offerings: readonly FixedParts<OfferingPlay>[] = [
  {
    clause: 'rfc6455/4.1/subprotocol-unique',
    title: 'a name that it is asked to offer twice',
    play: { is: 'offering', subprotocols: ['chat', 'chat'], breach: 'repeated' },
  },
  {
    clause: 'rfc6455/4.1/subprotocol-token',
    title: 'a name with a space in it that it is asked to offer',
    play: { is: 'offering', subprotocols: ['chat', 'two words'], breach: 'noToken' },
  },
];

/** Addresses of this machine at one of which port 80 may be free, and may be had: another run may have the first ones. */
const ordinary = { port: 80, hosts: Array.from({ length: 32 }, (_, nth) => `127.0.0.${80 + nth}`) };

/** @param use is called with the places; they are there as long as it runs */
export async function withAddressPlaces<T>(use: (places: AddressPlaces) => Promise<T>): Promise<T> {
  const [six, pathless, plain] = await Promise.all([
    startScriptedServer({ host: '::1' }).catch(() => null),
    startScriptedServer().catch(() => null),
    startOrdinary(),
  ]);
  try {
    return await use({
      withIpv6: six && placeOn(six),
      withoutPath: pathless && placeAtRoot(pathless),
      withoutPort: plain && placeOn(plain),
    });
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

/** Who makes no connection has refused the URL, or cannot read it, which is nobody's fault. */
export async function playAddress(
  clause: ClauseId,
  { url }: AddressPlay,
  options: TrialOptions,
  places: AddressPlaces,
): Promise<Tried> {
  const { place: usual, target } = options;
  const place =
    url === 'withFragment' ? respell(usual, (spelt) => `${spelt}#fragment`) : (places[url] ?? usual);
  const resource = url === 'withoutPath' ? '?case=address' : '/chat?case=address';
  try {
    const exchange = await playReply(answerRightly, answerRightly, { ...options, place, resource });
    switch (url) {
      case 'withoutPort':
        return { ...exchange, ...judgePort(exchange, target) };
      case 'withFragment':
        return { ...exchange, ...judgeFragment(exchange, target) };
      default:
        return { ...exchange, ...judgeAll(clause, exchange, target) };
    }
  } catch (error) {
    if (!(error instanceof Unreachable && url === 'withFragment')) throw error;
    // Who makes no connection for what nobody may send has kept the clause.
    return { ...untried, ...show(clause, null), learnt: { fragmentInUrl: 'URL refused' } };
  }
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

function judgePort(exchange: ClientExchange, target: ClientTarget): Shown {
  const { asked, request } = exchange;
  const host = fieldValues(request?.fields ?? [], 'host').join();
  const isWritten = host === `${asked.authority}:${ordinary.port}`;
  // The authority is the same with its default port (RFC 3986 §6.2.3).
  const named = isWritten ? { ...exchange, asked: { ...asked, authority: host } } : exchange;
  return {
    ...judgeAll(defaultPort, named, target),
    learnt: { defaultPort: isWritten ? 'written' : 'left out' },
  };
}

function judgeFragment(exchange: ClientExchange, target: ClientTarget): Shown {
  const { asked, request } = exchange;
  const resource = request?.target ?? '';
  const fragmentInUrl = resource.includes('#')
    ? 'sent'
    : resource === `${asked.resourceName}%23fragment`
      ? 'sent as %23'
      : 'left out';
  const sent = fragmentInUrl === 'sent as %23' ? nothing : judgeSent(exchange, target);
  return { ...sent, learnt: { fragmentInUrl } };
}

/** Asks a client to offer what no client may. */
export async function playOffering(
  clause: ClauseId,
  play: OfferingPlay,
  { connector, place, signs, timeout }: TrialOptions,
): Promise<Tried> {
  const asked = { ...connector, subprotocols: play.subprotocols };
  const how = { place, signs, timeout, connector: asked, resource: '/chat?case=offering' };
  try {
    const exchange = await playReply(answerRightly, answerRightly, how);
    return { ...exchange, ...judgeOffer(clause, play, exchange) };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { ...untried, ...show(clause, null) };
  }
}

/** Who offers something of its own shows nothing. */
function judgeOffer(
  clause: ClauseId,
  { subprotocols, breach }: OfferingPlay,
  { request, requested }: ClientExchange,
): Charged {
  const offered = fieldValues(request?.fields ?? [], 'sec-websocket-protocol');
  const names = offered.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (!request || !names.every((name) => subprotocols.includes(name))) return nothing;
  const isBroken =
    breach === 'repeated' ? new Set(names).size < names.length : names.some((name) => name.includes(' '));
  if (!isBroken) return show(clause, null);
  const about = 'sec-websocket-protocol';
  return show(clause, {
    kind: 'handedOn',
    expected: breach === 'repeated' ? 'uniqueNames' : 'tokens',
    observed: { is: 'list', name: 'Sec-WebSocket-Protocol', values: offered },
    about,
    seen: [seeRequest([about], requested)],
  });
}
