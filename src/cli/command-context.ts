import type { Command } from 'commander';
import type { Io } from './io.ts';

/** What a command is added with. */
export interface CommandContext {
  /** All of the command line. */
  readonly program: Command;
  readonly version: string;
  readonly io: Io;
  /** Is given the exit code of the command that was run. */
  readonly finish: (code: number) => void;
}
