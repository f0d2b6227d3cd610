import type { Readable } from 'node:stream';
import type { Vault } from './vault.ts';

/** A stream that a command writes to. What a terminal knows of itself is asked of it. */
export interface Output {
  write(text: string): boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(env: object): boolean;
}

/**
 * All that a command has of the process around it, so that a test can give it another one. Two things stay with the
 * process itself: the library behind `connect --proxy-from-environment` reads the variables of the process, and the
 * workers of `serve --workers` run its command line.
 */
export interface ProcessIo {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the paths of files begin. */
  readonly cwd: string;
  /** Aborted when a command has to stop: one that runs until then, or tells what it has found until then. The others never ask. */
  readonly signal: AbortSignal;
}

/** Takes the secrets out of what is written. */
export interface GuardedOutput extends Output {
  /** Writes a text that has none any more. */
  writeHidden(text: string): boolean;
}

/** The same for a command: what it writes is rid of secrets. */
export interface Io extends ProcessIo {
  readonly stdout: GuardedOutput;
  readonly stderr: GuardedOutput;
  readonly secrets: Vault;
}

/**
 * Tells that there is something to stop, and resolves once the signal is aborted. It is asked for before that is told:
 * until then, what stops a command ends the process.
 */
export function untilAborted(signal: AbortSignal, tell: () => void): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    tell();
    if (signal.aborted) resolve();
  });
}
