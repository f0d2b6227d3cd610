#!/usr/bin/env node
import { describeBreak } from './break.ts';

const { stdout, stderr, env } = process;
const stop = new AbortController();
/** The signals that end a run early, with the exit codes of a process that they end. */
const ends = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const endNames = Object.keys(ends) as (keyof typeof ends)[]; // Object.keys forgets them

/** The second time nothing is waited for, unless somebody listens who outlives that (outlive-signals.ts). */
function stopOrExit(signal: keyof typeof ends): void {
  if (!stop.signal.aborted) stop.abort();
  else if (process.listenerCount(signal) === 1) process.exit(ends[signal]);
}

let isBroken = false;

async function broke(error: unknown): Promise<void> {
  // What breaks meanwhile is not told: it may have in it what was to be hidden.
  if (isBroken) process.exit(70);
  isBroken = true;
  const { text, code } = describeBreak(error);
  // What the system does not let begin is told in words that say nothing of the command line.
  const { Vault } = code === 2 ? { Vault: null } : await import('./vault.ts');
  stderr.write(Vault ? new Vault(process.argv.slice(2), env).hider.text(text) : text);
  process.exit(code);
}
process.on('uncaughtException', broke).on('unhandledRejection', broke);
// Whoever reads may have had enough; the exit code is still the work's.
stderr.on('error', () => {});
let lost: Error | null = null;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  lost ??= error;
  stop.abort(); // nobody would read what comes next
});

// Here it can be told where not even this can be read.
const { runCli } = await import('./run-cli.ts');
const code = await runCli(process.argv.slice(2), {
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  get stdin() {
    return process.stdin; // opened for those alone who read it
  },
  get signal() {
    // A command that never asks for it is ended by a signal, as every process is.
    for (const name of endNames) process.off(name, stopOrExit).on(name, stopOrExit);
    return stop.signal;
  },
});
// What a case or somebody's file has left open must not keep the process; what is written is passed on before.
await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
if (lost !== null) {
  const { tellFileError } = await import('./file.ts');
  stderr.write(`ws101: standard output cannot be written: ${tellFileError(lost)}\n`);
}
// A verdict that nobody can read is none: it is as with a file that cannot be written.
process.exit(lost === null ? code : 2);
