import { fitAccept } from '../arbitraries/fit-accept.ts';
import { line } from '../arbitraries/message.ts';
import { standIn } from './reply.ts';

/** Words for the accept value, as it is and as deviations spoil it. */
export interface Spellings {
  readonly whole: string;
  readonly swapped: string;
  readonly withoutLast: string;
  readonly withoutFirst: string;
}

/** Stands for the accept value for a while; none of its spellings can be taken for another, nor for anything else. */
const mark = '\u2460a\u2461';
const empty = { prefix: '', statusLine: '', content: '' };

/** A value with words in the place of the accept value. */
export function nameSpelling(value: string, words: Spellings): string {
  const marked = fitAccept({ ...empty, lines: [line('', value)] }, standIn, mark);
  return (marked.lines[0]?.value ?? '')
    .replaceAll(mark, words.whole)
    .replaceAll(mark.toUpperCase(), words.swapped)
    .replaceAll(mark.slice(0, -1), words.withoutLast)
    .replaceAll(mark.slice(1), words.withoutFirst);
}
