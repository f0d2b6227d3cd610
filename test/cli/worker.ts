import { type ChildProcess, execFileSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The ids of the processes that a process has started, the oldest first. */
export function workersOf({ pid }: ChildProcess): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([id = 0, parent]) => (parent === pid ? [id] : []))
    .sort((a, b) => a - b);
}

/** Keeps a process from running, as what is busy for long would, and gives what lets it go on. */
export function halt(pid: number): () => void {
  process.kill(pid, 'SIGSTOP');
  let isHalted = true;
  const goOn = () => {
    if (isHalted) process.kill(pid, 'SIGCONT');
    isHalted = false;
  };
  onTestFinished(goOn);
  return goOn;
}

/** Resolves once a process has ended, though its parent has not asked for its exit code yet. */
export async function untilEnded(pid: number): Promise<void> {
  const state = () => execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
  while (!state().startsWith('Z')) await setImmediate();
}

/** Resolves once a process has told something so many times on standard error, from now on. */
export function untilTold({ stderr }: ChildProcess, text: string, times = 1): Promise<void> {
  let told = '';
  return new Promise((resolve) => {
    stderr?.on('data', (more: unknown) => {
      told += String(more);
      if (told.split(text).length > times) resolve();
    });
  });
}
