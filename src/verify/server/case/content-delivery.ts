import { type RequestMessage, writeRequestMessage } from '../../../arbitraries/index.ts';
import type { ContentDelivery, RequestCase } from '../../judge/case.ts';
import type { RequestChange } from '../../judge/change.ts';

export const deliveries: readonly ContentDelivery[] = ['inParts', 'late'];

/** Whether a change brings content with it. */
export function hasContent({ edits }: RequestChange): boolean {
  return edits.some((edit) => edit.kind === 'setPart' && edit.part === 'content');
}

/** Whether a change is about content, and brings none. */
export function isHalf(change: RequestChange): boolean {
  return change.part === 'content' && !hasContent(change);
}

/** The octets of a request in the pieces in which they are sent; content that is late is held back. */
export function deliver(
  message: RequestMessage,
  delivery: ContentDelivery,
): Pick<RequestCase, 'pieces' | 'rest'> {
  const octets = writeRequestMessage(message);
  const { content } = message;
  const end = octets.length - content.length;
  if (content === '') return { pieces: [octets] };
  if (delivery === 'late') return { pieces: [octets.subarray(0, end)], rest: octets.subarray(end) };
  const middle = end + Math.ceil(content.length / 2);
  const pieces = [octets.subarray(0, end), octets.subarray(end, middle), octets.subarray(middle)];
  return { pieces: pieces.filter(({ length }) => length > 0) };
}
