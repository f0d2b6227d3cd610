import type { RequestFacts } from '../../models/facts/request.ts';
import type { Endpoint } from './endpoint.ts';
import type { ApplicationAnswer, RequestReading } from './request-facts.ts';

/** What came of asking: whether the client may, and what else was said. */
export interface Answered {
  readonly authorization: Extract<RequestFacts['authorization'], 'granted' | 'invalid' | 'refused' | 'threw'>;
  /** The subprotocol that was chosen; what the endpoint's list has chosen where this is undefined. */
  readonly subprotocol?: string | null;
  readonly answer: ApplicationAnswer;
}

/** Fills what the application has said into the facts of a request. */
export function fillAnswer<E extends Endpoint>(
  reading: RequestReading<E>,
  { authorization, subprotocol, answer }: Answered,
): RequestReading<E> {
  const { facts, endpoint, credential } = reading;
  const isGranted = authorization === 'granted';
  const chosen = isGranted && subprotocol !== undefined;
  return {
    ...reading,
    answer,
    subprotocol: chosen ? subprotocol : reading.subprotocol,
    facts: {
      ...facts,
      subprotocol: chosen ? subprotocolFact(facts.subprotocol, subprotocol) : facts.subprotocol,
      authorization: isGranted && endpoint.awaits && credential === null ? 'awaited' : authorization,
    },
  };
}

/** The facts of a request that the application was too late to answer. */
export function fillLateness<E extends Endpoint>(reading: RequestReading<E>): RequestReading<E> {
  return { ...reading, facts: { ...reading.facts, authorization: 'late' } };
}

function subprotocolFact(
  before: RequestFacts['subprotocol'],
  chosen: string | null,
): RequestFacts['subprotocol'] {
  if (chosen !== null) return 'chosen';
  return before === 'absent' ? 'absent' : 'mismatched';
}
