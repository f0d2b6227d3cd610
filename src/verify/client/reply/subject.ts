import { canonicalReply } from '../../../arbitraries/index.ts';
import type { RequestHead } from '../../../wire/index.ts';
import { type Connector, NoClient } from '../../connector/connector.ts';
import type { ClientPlace } from '../../connector/place.ts';
import { reduceReply } from '../../explain/reduction.ts';
import { Unreachable } from '../../peer/probe.ts';
import type { Reaction, Subject } from '../../run/subject.ts';
import { answerRightly } from '../calibration.ts';
import { type ClientExchange, playReply, type Reply } from './exchange.ts';
import { judgeExchange } from './judgement.ts';
import { type ClientTarget, established, type ReplyCase } from './reply-case.ts';
import { makeReply, prefixOf, shrinking } from './reply-octets.ts';

/** A client that is held against the models: each case is a reply on a route of its own. */
export type ClientSubject = Subject<ReplyCase, ClientExchange>;

/** What a client is asked for in each case. */
export const resource = '/chat?case=';

/**
 * @param places one for each connection at once: a client may make only one at a time to an address and port
 * @param timeout milliseconds that one case may take
 */
export function createClientSubject(
  connector: Connector,
  places: readonly ClientPlace[],
  target: ClientTarget,
  timeout: number,
): ClientSubject {
  const idle = [...places];
  const waiting: ((place: ClientPlace) => void)[] = [];
  const take = () => {
    const place = idle.pop();
    return place ? Promise.resolve(place) : new Promise<ClientPlace>((resolve) => waiting.push(resolve));
  };
  const giveBack = (place: ClientPlace) => {
    const next = waiting.shift();
    if (next) next(place);
    else idle.push(place);
  };
  const play = async (
    makeReply: (request: RequestHead) => Reply,
    number: number | string,
    patience: number,
  ) => {
    const place = await take();
    try {
      return await playReply((_, request) => makeReply(request), answerRightly, {
        connector,
        place,
        timeout: patience * timeout,
        signs: target.signs,
        resource: `${resource}${number}`,
      });
    } finally {
      giveBack(place);
    }
  };
  return {
    acceptance: established,
    timeout,
    play: (current, patience = 1) => play((request) => makeReply(current, request), current.number, patience),
    async isAlive() {
      try {
        const { outcome } = await play((request) => answerRightly(null, request), 'alive', 1);
        return outcome === 'opened';
      } catch (error) {
        if (error instanceof Unreachable || error instanceof NoClient) return false;
        throw error;
      }
    },
    judge: (current, exchange) => judgeExchange({ ...current, prefix: prefixOf(current) }, exchange, target),
    reactionOf,
    ...shrinking,
    reductionsOf: (message) => reduceReply(message, canonicalReply(target.offer)),
    likenessOf: (_, { outcome }, { severity, clause }) => `${severity} ${clause} ${outcome}`,
    signsOf: () => [],
  };
}

function reactionOf({ outcome, requested }: ClientExchange): Reaction {
  return {
    answer: outcome,
    hasSpoken: requested.length > 0,
    isOpen: outcome === 'opened',
    isReset: false,
    isBusy: false,
    isLate: outcome === 'undecided',
    isUnfinished: outcome === 'undecided',
  };
}
