import type { ClauseId } from '../../../models/clauses.ts';
import type { Topic } from '../../../models/topic.ts';
import { type Field, fieldValues } from '../../wire/index.ts';
import type { Seen } from './seen.ts';

/** One clause that a message breaks: what it owes, and what was seen of it instead. */
export interface BrokenClause {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly observed: string;
  /** What of the exchange the rule looks at, and where that stands. */
  readonly about: Topic;
  readonly seen: readonly Seen[];
  /** What is probably the cause, where that can be computed. */
  readonly hint?: string;
}

/** What a message shows of the obligations that it has itself, whatever was decided. */
export interface Checked {
  /** Clauses that it shows, kept or broken: if the message broke one of them, that would be seen. */
  readonly shown: readonly ClauseId[];
  readonly faults: readonly BrokenClause[];
}

/** The values of a field, or that it has none. */
export function describeField(name: string, { fields }: { readonly fields: readonly Field[] }): string {
  const values = fieldValues(fields, name);
  const text = values.join(' and ');
  if (values.length === 0) return `no ${name}`;
  return text === '' ? `an empty ${name}` : text;
}
