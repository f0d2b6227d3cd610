import type { ClauseId } from '../../../../models/clauses.ts';
import type { Topic } from '../../../../models/topic.ts';
import type { Phrase } from './phrase.ts';
import type { Seen } from './seen.ts';

/** One clause that a message breaks: what it owes, and what was seen of it instead. */
export interface BrokenClause {
  readonly clause: ClauseId;
  readonly expected: Phrase;
  readonly observed: Phrase;
  /** What of the exchange the rule looks at, and where that stands. */
  readonly about: Topic;
  readonly seen: readonly Seen[];
  /** What is probably the cause, where that can be computed. */
  readonly hint?: Phrase;
}

/** What a message shows of the obligations that it has itself, whatever was decided. */
export interface Checked {
  /** Clauses that it shows, kept or broken: if the message broke one of them, that would be seen. */
  readonly shown: readonly ClauseId[];
  readonly faults: readonly BrokenClause[];
}
