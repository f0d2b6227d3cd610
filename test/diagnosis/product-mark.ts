import type { AnsweredReply } from '../../src/diagnosis/product.ts';
import { readTextCases } from '../text-case.ts';
import { readField } from './read-written.ts';
import { splitTexts } from './split-texts.ts';

/** A reply with one thing alone that names a product, or comes near to that. */
export interface MarkedReply {
  /** The field, or the content. */
  readonly mark: string;
  readonly reply: AnsweredReply;
  /** One product, or none. */
  readonly seen: readonly string[];
}

export const markedReplies: readonly MarkedReply[] = readTextCases(
  new URL('data/product-mark.txt', import.meta.url),
  ['in', 'status'],
).flatMap(({ title, lists, text }) => {
  const [status = '400'] = lists.get('status') ?? [];
  const [place = 'field'] = lists.get('in') ?? [];
  if (!/^\d{3}$/.test(status) || !['field', 'content'].includes(place))
    throw new SyntaxError(`${status}, in ${place} below "${title}"`);
  return splitTexts(text).map((mark) => ({
    mark,
    reply: {
      status: Number(status),
      fields: place === 'field' ? [readField(mark)] : [],
      body: place === 'content' ? mark : 'a',
    },
    seen: title === 'nobody' ? [] : [title],
  }));
});
