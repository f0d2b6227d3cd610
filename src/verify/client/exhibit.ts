import type { ClauseId } from '../../../models/clauses.ts';
import { offerOf } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import { fieldValues } from '../../wire/index.ts';
import type { Defect } from '../explain/defect.ts';
import type { ServedConnection } from '../peer/served-connection.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import { tellDeed, tellSent } from './deed.ts';
import type { ClientExchange } from './exchange.ts';
import { judgeKeys } from './keys.ts';
import type { ReplyCase } from './reply-case.ts';
import { writeReproduction } from './reproduction.ts';
import { makeReply } from './subject.ts';
import type { ClientTarget } from './target.ts';

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

/**
 * What the keys of all connections show.
 *
 * @param connections those of a whole run
 * @returns the exhibit of a breach, and of how many connections each clause was shown
 */
export function exhibitKeys(connections: readonly ServedConnection[]): {
  readonly exhibits: readonly Exhibit[];
  readonly counts: readonly (readonly [ClauseId, number])[];
} {
  const keyed = connections.flatMap((connection) => {
    const [key] = fieldValues(connection.request?.fields ?? [], 'sec-websocket-key');
    return key === undefined ? [] : [{ connection, key }];
  });
  const { shown, found } = judgeKeys(keyed.map(({ key }) => key));
  const counts = shown.map((clause) => [clause, keyed.length] as const); // a pair
  const connection = keyed[found?.at ?? 0]?.connection;
  if (!found || !connection) return { exhibits: [], counts };
  const { fault } = found;
  const exhibit: Exhibit = {
    ...{ clause: fault.clause, fault, also: [], number: 0, deed: tellSent(fault) },
    ...{ request: connection.head, response: Buffer.concat(connection.sent.map(({ octets }) => octets)) },
    replay: `ws101 verify client --only ${fault.clause}`,
  };
  return { exhibits: [exhibit], counts };
}

/** What the client sent, and what it was sent; `behind` is what it sent behind the reply. */
function showOctets({ requested, reply, behind }: ClientExchange): ShownOctets {
  return { request: requested, response: reply, ...(behind.length > 0 ? { behind } : {}) };
}
