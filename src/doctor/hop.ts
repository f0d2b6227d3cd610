import { describeAnswer, type Observation, readAnswer } from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';

/** A hop, by the URL at which it is asked, and what was seen there. */
export interface Hop {
  readonly url: string;
  readonly seen: Observation;
}

/** Two hops next to each other that answer the same opening differently: what changes it lies between them. */
export interface Difference {
  readonly outer: string;
  readonly inner: string;
  /** What the outer and the inner answer, in words. */
  readonly answers: readonly [outer: string, inner: string];
}

/**
 * The first two hops that answer differently.
 *
 * @param hops from the client to the application
 */
export function findDifference(hops: readonly Hop[]): Difference | null {
  for (const [at, inner] of hops.entries()) {
    const outer = hops[at - 1];
    if (!outer) continue;
    const answers = [describeHop(outer), describeHop(inner)] as const;
    if (answers[0] !== answers[1]) return { outer: outer.url, inner: inner.url, answers };
  }
  return null;
}

/** What came of the opening at a hop: its answer, with the subprotocol that it chose; or why nothing was asked. */
function describeHop({ seen }: Hop): string {
  const { asked, opening, input, unknownName } = seen;
  if (!opening) return input?.problem ?? unknownName ?? 'no connection';
  const answer = readAnswer(opening, sha1);
  const said = describeAnswer(answer, opening);
  if (!answer.opens || asked.subprotocols.length === 0) return said;
  return `${said}, ${answer.subprotocol === null ? 'no subprotocol' : `the subprotocol ${answer.subprotocol}`}`;
}
