import type { ClauseId } from '../../../models/clauses.ts';
import { fieldValues } from '../../wire/index.ts';
import { Unreachable } from '../peer/probe.ts';
import { answerRightly } from './calibration.ts';
import { type Charged, nothing, show } from './charge.ts';
import { type ClientExchange, type PlayOptions, playReply } from './exchange.ts';
import type { Trial, Tried } from './trial.ts';

export type OfferingOptions = Pick<PlayOptions, 'connector' | 'place' | 'signs' | 'timeout'>;

interface Offering {
  readonly clause: ClauseId;
  readonly title: string;
  /** What the client is asked to offer. */
  readonly subprotocols: readonly string[];
  readonly expected: string;
  /** Whether an offer, in its elements, breaks the clause. */
  readonly isBroken: (names: readonly string[]) => boolean;
}

const offerings: readonly Offering[] = [
  {
    clause: 'rfc6455/4.1/subprotocol-unique',
    title: 'a name that it is asked to offer twice',
    subprotocols: ['chat', 'chat'],
    expected: 'an offer in which no name stands twice',
    isBroken: (names) => new Set(names).size < names.length,
  },
  {
    clause: 'rfc6455/4.1/subprotocol-token',
    title: 'a name with a space in it that it is asked to offer',
    subprotocols: ['chat', 'two words'],
    expected: 'an offer of tokens',
    isBroken: (names) => names.some((name) => name.includes(' ')),
  },
];

/** The clauses that the trials are made for. */
export const offeringClauses: readonly ClauseId[] = offerings.map(({ clause }) => clause);

/** Asks a client to offer what no client may: it has to refuse, or to mend it. */
export function offeringTrials({ connector, ...options }: OfferingOptions): readonly Trial[] {
  return offerings.map((offering): Trial => {
    const { clause, title, subprotocols } = offering;
    const asked = { ...connector, subprotocols };
    return {
      ...{ clause, title },
      play: async () => {
        try {
          const how = { ...options, connector: asked, resource: '/chat?case=offering' };
          const exchange = await playReply(answerRightly, answerRightly, how);
          return { ...exchange, ...judge(offering, exchange) };
        } catch (error) {
          return refuse(error, clause);
        }
      },
    };
  });
}

/** Who offers something of its own shows nothing. */
function judge({ clause, subprotocols, expected, isBroken }: Offering, { request }: ClientExchange): Charged {
  const offered = fieldValues(request?.fields ?? [], 'sec-websocket-protocol');
  const names = offered.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (!request || !names.every((name) => subprotocols.includes(name))) return nothing;
  const observed = `Sec-WebSocket-Protocol: ${offered.join(', ')}`;
  return show(clause, isBroken(names) ? { kind: 'handedOn', expected, observed } : null);
}

function refuse(error: unknown, clause: ClauseId): Tried {
  if (!(error instanceof Unreachable)) throw error;
  const none = new Uint8Array();
  return { ...{ requested: none, reply: none, behind: none }, ...show(clause, null) };
}
