import type { ClauseId } from '../../models/clauses.ts';
import type { Finding, OnKept, Report } from '../../src/verify/index.ts';
import type { Layer, Result } from './result.ts';

/** An implementation, as the campaign runs it: whichever role it has. */
export interface CampaignRecipe
  extends Pick<Result, 'role' | 'name' | 'family' | 'variant' | 'language' | 'layers' | 'start' | 'verify'> {
  /** Packages of Debian and of npm that have to be there: of npm those of this project, or of `test/campaign/npm`. */
  readonly debian: readonly string[];
  readonly npm: readonly string[];
  /** The version that is installed. */
  readVersion(): string;
  /** Makes what it runs, in a folder of its own, which is removed when it was observed. */
  build?(folder: string): Promise<void>;
  /** Starts it, anew each time. */
  launch(folder: string): Promise<Launched>;
  /** Whose decision it is, where that was read in the sources. */
  decidedBy?(clause: ClauseId): Layer | undefined;
}

/** An implementation that runs. */
export interface Launched {
  /** Ports that only this process has: in what is published the first becomes 9001, the next 9002. */
  readonly ports: readonly number[];
  /** Holds it against the models. */
  verify(options: RunOptions): Promise<Report>;
  /** What an otherwise valid message had, and what came of it, in words. */
  describe(finding: Finding): { readonly sent: string; readonly came: string };
  /** Plays a finding again, alone. */
  replay(finding: Finding, report: Report): Promise<'still fails' | 'fixed' | 'cannot tell'>;
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly seed: number;
  /** Generated variants of each row; none for what is written down alone. */
  readonly runs: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly onKept?: OnKept;
}
