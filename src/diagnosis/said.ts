import type { SaidSign } from '../knowledge/failure-sign.ts';
import { type SaidRow, saidRows } from '../knowledge/said.ts';
import { equalsIgnoringCase } from '../wire/index.ts';
import type { AnsweredReply } from './product.ts';
import { quoteText } from './quote.ts';

/** A reply as far as it says why. */
export interface SaidReply extends AnsweredReply {
  readonly reason: string;
}

/**
 * What a reply says in its content, its reason phrase and its fields; to each sign what shows it, in words that can
 * follow "as": `the content says "Upgrade Required"`.
 */
export function readSaid(reply: SaidReply): ReadonlyMap<SaidSign, string> {
  const said = new Map<SaidSign, string>();
  for (const row of saidRows) {
    const { sign, statuses, isLast } = row;
    if (statuses?.includes(reply.status) === false || said.has(sign)) continue;
    if (isLast && said.size > 0) continue;
    const evidence = readRow(row, reply);
    if (evidence !== undefined) said.set(sign, evidence);
  }
  return said;
}

function readRow({ place, pattern }: SaidRow, reply: SaidReply): string | undefined {
  const texts = placesOf(place, reply).flatMap(([where, text]) => {
    const match = pattern.exec(text);
    return match ? [`${where} says ${quoteText(match.groups?.['quote'] ?? match[0])}`] : [];
  });
  return texts[0];
}

function placesOf(
  place: SaidRow['place'],
  { reason, fields, body }: SaidReply,
): readonly (readonly [where: string, text: string])[] {
  if (place === 'content') return [['the content', body]];
  if (place === 'reason') return [['the reason phrase', reason]];
  return fields
    .filter(({ name }) => equalsIgnoringCase(name, place.field))
    .map(({ name, value }) => [name, value]);
}
