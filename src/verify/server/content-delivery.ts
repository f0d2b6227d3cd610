import { type Cutting, type RequestMessage, writeRequestMessage } from '../../arbitraries/index.ts';
import type { RequestCase } from '../judge/case.ts';
import type { RequestChange } from '../judge/change.ts';

/** How content is sent that is not sent with the head. */
export const deliveries = ['inParts', 'late'] as const;

export type Delivery = (typeof deliveries)[number];

/** Whether a change brings content with it. */
export function hasContent({ edits }: RequestChange): boolean {
  return edits.some((edit) => edit.kind === 'setPart' && edit.part === 'content');
}

/** Whether a change is about content, and brings none. */
export function isHalf(change: RequestChange): boolean {
  return change.part === 'content' && !hasContent(change);
}

/** The head by itself, and its content held back. */
export function holdBack(message: RequestMessage): Required<Pick<RequestCase, 'pieces' | 'rest'>> {
  const octets = writeRequestMessage(message);
  const end = octets.length - message.content.length;
  return { pieces: [octets.subarray(0, end)], rest: octets.subarray(end) };
}

/** Cuts a request between its head and its content, and in the middle of that. */
export function partContent({ content }: RequestMessage): Cutting {
  return (octets) => {
    const end = octets.length - content.length;
    const middle = end + Math.ceil(content.length / 2);
    return [octets.subarray(0, end), octets.subarray(end, middle), octets.subarray(middle)];
  };
}
