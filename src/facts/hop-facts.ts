import type { HopFacts } from '../../models/facts/hop.ts';
import type { RequestHead } from '../wire/index.ts';
import { compareReplies, isUsefulSwitch, switchedFact, unseenReply } from './hop-reply-facts.ts';
import { compareRequests, unseenRequest } from './hop-request-facts.ts';
import { type HopSight, readSeenReplies, readSeenRequest, type SeenReplies } from './hop-sight.ts';
import { versionOfHttp } from './request-facts.ts';

export type { HopSight } from './hop-sight.ts';

/** What a hop did, told by the difference between what went in and what came out. Never throws. */
export function readHop(sight: HopSight): HopFacts {
  const [sent, arrived] = [readSeenRequest(sight.sent), readSeenRequest(sight.arrived)];
  const [replied, returned] = [readSeenReplies(sight.replied), readSeenReplies(sight.returned)];
  const hasArrived = sight.arrived.length > 0;
  const reply = hasArrived ? replyFact(sent, replied, returned) : 'unseen';
  const isRelayed = reply === 'relayed' && replied.final !== null && returned.final !== null;
  return {
    request: hasArrived ? arrivedFact(sent, arrived) : missingFact(returned),
    ...(sent && arrived ? compareRequests(sent, arrived) : unseenRequest),
    interims: hasArrived ? interimsFact(sent, arrived, replied, returned) : 'unseen',
    reply,
    switched: hasArrived && sent && returned.final ? switchedFact(sent, returned.final) : 'unseen',
    ...(isRelayed ? compareReplies(replied.final, returned.final) : unseenReply),
    idle: sight.outlived === null ? 'unseen' : sight.outlived ? 'outlived' : 'ended',
  };
}

/** Octets that are no request may arrive as octets that are none: only a request can be garbled. */
function arrivedFact(sent: RequestHead | null, arrived: RequestHead | null): HopFacts['request'] {
  return sent !== null && arrived === null ? 'garbled' : 'arrived';
}

function missingFact({ final, isGarbled }: SeenReplies): HopFacts['request'] {
  return final !== null || isGarbled ? 'withheld' : 'dropped';
}

function replyFact(
  sent: RequestHead | null,
  { final: replied }: SeenReplies,
  { final: returned, isGarbled }: SeenReplies,
): HopFacts['reply'] {
  if (replied === null) return returned === null || returned.status === 504 ? 'none' : 'own';
  if (returned === null) return isGarbled ? 'garbled' : 'dropped';
  const isUseless = replied.status === 101 && sent !== null && !isUsefulSwitch(sent, replied);
  return isUseless && returned.status >= 500 ? 'own' : 'relayed';
}

/** Whether the interim replies that the client is owed came out in their order. A hop may add some of its own. */
function interimsFact(
  sent: RequestHead | null,
  arrived: RequestHead | null,
  replied: SeenReplies,
  returned: SeenReplies,
): HopFacts['interims'] {
  const owed = replied.interims.filter(({ status }) => !isForHop(status, sent, arrived));
  if (owed.length === 0) return 'none';
  let found = 0;
  for (const { status } of returned.interims) if (status === owed[found]?.status) found += 1;
  return found === owed.length ? 'passed' : 'dropped';
}

/**
 * Whether an interim reply is the hop's own affair: a 100 that only its own Expect has asked for, or any where the
 * client speaks HTTP/1.0, which has none.
 *
 * @see RFC 9110 §15.2
 */
function isForHop(status: number, sent: RequestHead | null, arrived: RequestHead | null): boolean {
  if (sent === null) return false;
  const asks = ({ fields }: RequestHead) => fields.some(({ name }) => name.toLowerCase() === 'expect');
  const isAskedByHop = arrived !== null && asks(arrived) && !asks(sent);
  return (status === 100 && isAskedByHop) || versionOfHttp(sent.version) === '1.0';
}
