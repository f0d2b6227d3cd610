import type { FailureSign } from '../failure-sign.ts';

/** The clients whose fields can be borrowed for an opening. */
export type Impersonated = 'chromium' | 'firefox' | 'safari' | 'node';

/** The words of one client or server, and what follows from them. */
export interface ErrorTextRow {
  readonly id: `${string}/${string}`;
  /** Who says so, as the subject of a sentence. */
  readonly client: string;
  readonly side: 'client' | 'server';
  readonly as?: Impersonated;
  /**
   * Matched against text on one line, with straight quotation marks. Groups: `status`, a code of three digits; `value`,
   * what is named; `offered`, a subprotocol that the client has offered.
   */
  readonly pattern: RegExp;
  /** One or two sentences: what it means, and what it does not. */
  readonly meaning: string;
  /** What follows from the words alone; what follows from a status is added to it. */
  readonly signs: readonly FailureSign[];
  /** The status that is meant where the words do not say it. */
  readonly status?: number;
}
