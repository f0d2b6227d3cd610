import type { Finding, SentRequest } from '../../verify/report/report.ts';

/** What came of sending octets again. */
export interface ReplaySeen {
  readonly outcome: 'still fails' | 'fixed' | 'cannot tell';
  /** Why it cannot be told. */
  readonly problem: string;
  /** Without its secrets. */
  readonly target: string;
  /** What is to be said of it now. */
  readonly now: Partial<SentRequest & Pick<Finding, 'title' | 'expected' | 'observed' | 'hint' | 'seen'>>;
}
