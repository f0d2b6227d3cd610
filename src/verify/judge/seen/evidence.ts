import type { Span } from '../../../wire/index.ts';
import type { Side } from './seen.ts';

/** Octets, and which of them show what is wrong; no marks where that is not known. */
export interface ShownMarks {
  readonly octets: Uint8Array;
  readonly marks: readonly Span[];
}

/** A finding with its octets in base64, and where in them it shows. */
export interface EncodedFault {
  readonly request: string;
  readonly response: string;
  readonly seen?: readonly (Span & { readonly side: Side })[];
}

/** The octets that a finding has, with marks on those that show what is wrong. */
export function markEvidence({ request, response, seen = [] }: EncodedFault): {
  readonly request: ShownMarks;
  readonly response: ShownMarks;
} {
  const marksOf = (side: Side) => seen.filter((each) => each.side === side);
  return {
    request: { ...unmarked(request), marks: marksOf('request') },
    response: { ...unmarked(response), marks: marksOf('response') },
  };
}

/** Octets in base64 in which nothing is known to show a fault. */
export function unmarked(base64: string): ShownMarks {
  return { octets: Buffer.from(base64, 'base64'), marks: [] };
}
