import type { Case, Played } from '../judge/observation.ts';

export interface RunOptions {
  /** Cases that are played at once. */
  readonly concurrency: number;
  /** Milliseconds that one case may take. */
  readonly timeout: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One case and what it has shown. */
export interface Run {
  readonly case: Case;
  readonly played: Played;
}

/** Plays every case, each within its deadline, and gives the results in the order of the cases. */
export async function playAll(cases: readonly Case[], options: RunOptions): Promise<readonly Run[]> {
  const runs: Run[] = [];
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < cases.length; index = next++) {
      const current = cases[index];
      if (!current) return;
      runs[index] = { case: current, played: await playOne(current, options.timeout) };
      done += 1;
      options.onProgress?.(done, cases.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, cases.length) }, work));
  return runs;
}

/** A case that does not end, or breaks off, has shown its clause to be broken. */
async function playOne(current: Case, timeout: number): Promise<Played> {
  const abort = new AbortController();
  const failed = (expected: string, observed: string): Played => ({
    observations: [{ clause: current.clause, ok: false, expected, observed }],
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Played>((resolve) => {
    timer = setTimeout(() => {
      resolve(failed(`an outcome within ${timeout} ms`, 'none'));
      abort.abort();
    }, timeout);
  });
  const played = Promise.resolve(abort.signal)
    .then(current.play)
    .catch((error: unknown) => failed('the case runs to its end', String(error)));
  try {
    return await Promise.race([played, late]);
  } finally {
    clearTimeout(timer);
  }
}
