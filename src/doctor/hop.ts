import {
  type AnswerRead,
  type ExchangeSeen,
  findFlaws,
  type Observation,
  readAnswer,
} from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';

/** A hop, by the URL at which it is asked, and what was seen there. */
export interface AskedHop {
  readonly url: string;
  readonly seen: Observation;
}

/** Two hops next to each other that answer the same opening differently: what changes it lies between them. */
export interface Difference {
  readonly outer: AskedHop;
  readonly inner: AskedHop;
}

/**
 * The first two hops that answer differently.
 *
 * @param hops from the client to the application
 */
export function findDifference(hops: readonly AskedHop[]): Difference | null {
  for (const [at, inner] of hops.entries()) {
    const outer = hops[at - 1];
    if (outer && !isSame(answerOf(outer), answerOf(inner))) return { outer, inner };
  }
  return null;
}

/** What came of the opening at a hop: status and phrase or what came in their place, the subprotocol, faults of a 101. */
function answerOf({ seen: { asked, opening, frames, input, unknownName } }: AskedHop): readonly unknown[] {
  if (!opening) return [input?.problem ?? unknownName ?? null];
  const answer = readAnswer(opening, sha1);
  const flaws = findFlaws(answer, frames).map(([sign]) => sign);
  return [...readCame(answer, opening), isChosen(answer, asked) ? answer.subprotocol : null, ...flaws];
}

function readCame(
  { reply, guard }: AnswerRead,
  { unreached, reply: octets, end }: ExchangeSeen,
): readonly unknown[] {
  if (unreached !== null) return [unreached];
  if (reply) return [reply.status, reply.reason];
  return [octets.length > 0 ? (guard ?? octets.length) : end];
}

/** Whether a subprotocol was asked for, and the connection opens, with one or without. */
export function isChosen({ opens }: AnswerRead, { subprotocols }: Observation['asked']): boolean {
  return opens && subprotocols.length > 0;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
