import { offerOf } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { Defect } from '../explain/defect.ts';
import type { Exhibit, ShownOctets } from '../report/exhibit.ts';
import { tellDeed } from './deed.ts';
import type { ClientExchange } from './exchange.ts';
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
    replay: `ws101 replay report.json --clause ${defect.clause}`,
  };
}

/** What the client sent, and what it was sent; `behind` is what it sent behind the reply. */
function showOctets({ requested, reply, behind }: ClientExchange): ShownOctets {
  return { request: requested, response: reply, ...(behind.length > 0 ? { behind } : {}) };
}
