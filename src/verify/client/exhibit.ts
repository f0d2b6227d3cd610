import type { ClauseId } from '../../../models/clauses.ts';
import { offerOf } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import { decodeLatin1, fieldValues } from '../../wire/index.ts';
import type { Defect } from '../explain/defect.ts';
import type { ServedConnection } from '../peer/served-connection.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import { tellDeed, tellSent } from './deed.ts';
import type { ClientExchange } from './exchange.ts';
import { judgeKeys } from './keys.ts';
import type { ClientTarget, ReplyCase } from './reply-case.ts';
import { makeReply } from './reply-octets.ts';
import { writeReproduction } from './reproduction.ts';

/** A defect of a client with its octets, in words, and as a server that shows it. */
export function exhibit(
  { after, ...defect }: Defect<ReplyCase, ClientExchange>,
  target: ClientTarget,
): Exhibit {
  const { current, exchange, ...told } = defect;
  const { request, reply } = exchange;
  const accept = request ? offerOf(request, sha1).accept : '';
  const isLast = request ? makeReply(current, request).isLast : true;
  return {
    ...told,
    number: current.number,
    ...showOctets(exchange),
    deed: tellDeed(defect.fault, current, target),
    ...(after ? { after: { current: after.current, ...showOctets(after.exchange) } } : {}),
    reproduction: writeReproduction(reply, accept, isLast),
    replay: `ws101 verify client --only ${defect.clause}`,
  };
}

/** What is looked at of a connection when keys are judged. */
type Keyed = Pick<ServedConnection, 'request' | 'head' | 'sent'>;

/**
 * What the keys of all connections show.
 *
 * @param connections those of a whole run
 * @returns the exhibit of a breach, with what came of the key when it was there first, and of how many connections each
 *   clause was shown
 */
export function exhibitKeys(connections: readonly Keyed[]): {
  readonly exhibits: readonly Exhibit[];
  readonly counts: readonly (readonly [ClauseId, number])[];
} {
  const keyed = connections.flatMap((connection) => {
    const [key] = fieldValues(connection.request?.fields ?? [], 'sec-websocket-key');
    return key === undefined ? [] : [{ connection, key }];
  });
  const { shown, found } = judgeKeys(keyed.map(({ key }) => key));
  const counts = shown.map((clause) => [clause, keyed.length] as const); // a pair
  const last = keyed[found?.at ?? 0];
  if (!found || !last) return { exhibits: [], counts };
  const first = keyed.slice(0, found.at).find(({ key }) => key === last.key);
  const earlier = first ? `, the first of which was answered by ${tellStatusLine(first.connection)}` : '';
  const fault = { ...found.fault, observed: `${found.fault.observed}${earlier}` };
  const exhibit: Exhibit = {
    ...{ clause: fault.clause, fault, also: [], number: 0, deed: tellSent(found.fault) },
    ...{ request: last.connection.head, response: joinSent(last.connection) },
    replay: `ws101 verify client --only ${fault.clause}`,
  };
  return { exhibits: [exhibit], counts };
}

function joinSent({ sent }: Keyed): Uint8Array {
  return Buffer.concat(sent.map(({ octets }) => octets));
}

function tellStatusLine(connection: Keyed): string {
  const [line = ''] = decodeLatin1(joinSent(connection)).split('\r\n', 1);
  return line || 'nothing';
}

/** The octets of an exchange. */
export type Octets = Pick<ClientExchange, 'requested' | 'reply' | 'behind'>;

/** What the client sent, and what it was sent; `behind` is what it sent behind the reply. */
export function showOctets({ requested, reply, behind }: Octets): ShownOctets {
  return { request: requested, response: reply, ...(behind.length > 0 ? { behind } : {}) };
}
