import { readHop } from '../../facts/hop-facts.ts';
import { readSeenReplies, readSeenRequest } from '../../facts/hop-sight.ts';
import type { Field } from '../../wire/index.ts';
import type { PairCase } from './case/pair-case.ts';
import type { PairExchange } from './play/exchange.ts';
import type { HopTarget } from './target.ts';

/** A pair that was played, and what came of it. */
export interface PlayedPair {
  readonly current: PairCase;
  readonly exchange: PairExchange;
}

/** What is learnt of a hop where the texts leave it a choice. */
export function readPolicy(
  good: PairExchange,
  played: readonly PlayedPair[],
  { mapped, reads, handshake, frames }: HopTarget,
): Readonly<Record<string, unknown>> {
  const [sent, arrived] = [readSeenRequest(good.sent), readSeenRequest(good.arrived)];
  const [replied, returned] = [good.replied, good.returned].map((octets) => readSeenReplies(octets).final);
  const { host } = readHop(good);
  const ended = (side: PairCase['ends'], resets = false) =>
    played.find(({ current }) => current.ends === side && (current.resets ?? false) === resets)?.exchange
      .endDisposition;
  const refused = played
    .filter(({ exchange }) => exchange.connections === 0)
    .map(({ current }) => current.title);
  const again = played
    .filter(({ current, exchange }) => exchange.connections > 1 && !current.second)
    .map(({ current }) => current.title);
  const [clientEnd, backendEnd] = [ended('client'), ended('backend')];
  const [clientReset, backendReset] = [ended('client', true), ended('backend', true)];
  return {
    host: host === 'kept' ? 'kept' : 'rewritten',
    ...(handshake === 'own' ? { handshake } : {}),
    ...(frames === 'read' ? { frames } : {}),
    ...(reads === 'octets' ? { readsHttp: false } : {}),
    ...(mapped === null ? {} : { path: `${mapped.front} becomes ${mapped.back}` }),
    addsToRequest: findAdded(sent?.fields, arrived?.fields),
    addsToReply: findAdded(replied?.fields, returned?.fields),
    ...(clientEnd ? { endOfClient: clientEnd } : {}),
    ...(backendEnd ? { endOfBackend: backendEnd } : {}),
    ...(clientReset ? { resetOfClient: clientReset } : {}),
    ...(backendReset ? { resetOfBackend: backendReset } : {}),
    ...(refused.length > 0 ? { answersItself: refused } : {}),
    ...(again.length > 0 ? { sendsAgain: again } : {}),
  };
}

/** Names that stand behind the hop alone. */
function findAdded(before: readonly Field[] = [], behind: readonly Field[] = []): readonly string[] {
  const names = new Set(before.map(({ name }) => name.toLowerCase()));
  return [...new Set(behind.map(({ name }) => name).filter((name) => !names.has(name.toLowerCase())))];
}
