import type { ClauseId } from '../../../models/clauses.ts';
import { type Field, fieldValues } from '../../wire/index.ts';

/** What is wrong with a message, and which clause it breaks. */
export interface Told {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly observed: string;
  /** What is probably the cause, where that can be computed. */
  readonly hint?: string;
}

/** What a message shows of clauses that are its own. */
export interface Checked {
  /** Those that it would be seen to break, broken or kept. */
  readonly shown: readonly ClauseId[];
  readonly faults: readonly Told[];
}

/** The values of a field, or that it has none. */
export function describeField(name: string, { fields }: { readonly fields: readonly Field[] }): string {
  const values = fieldValues(fields, name);
  const text = values.join(' and ');
  if (values.length === 0) return `no ${name}`;
  return text === '' ? `an empty ${name}` : text;
}
