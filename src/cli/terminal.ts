import { styleText } from 'node:util';
import type { Paint } from '../verify/report/format/paint.ts';
import type { Output, ProcessIo } from './io.ts';

export { visible } from '../quote/visible.ts';
export { alignRows } from '../verify/report/format/text-table.ts';
export type { Paint };

/** Whether the stream is a terminal that shows colours (NO_COLOR and FORCE_COLOR are respected). */
export function hasColours(stream: Output, env: ProcessIo['env']): boolean {
  return env['NO_COLOR'] ? false : Boolean(stream.isTTY && stream.hasColors?.(env));
}

/** Makes what colours a text where standard output shows colours. */
export function makePaint({ stdout, env }: Pick<ProcessIo, 'stdout' | 'env'>): Paint {
  // Whether the process itself has a terminal is none of styleText's business here.
  return hasColours(stdout, env)
    ? (colour, text) => styleText(colour, text, { validateStream: false })
    : (_colour, text) => text;
}

/** Seconds after which it is told how long a run may take yet: before that it is a guess. */
const guessing = 2;

/**
 * A progress bar on standard error, where that is a terminal; otherwise nothing. It tells how long the rest may take.
 *
 * @param now milliseconds of a clock that only goes forward
 * @returns a function that draws it, and takes it away once all is done
 */
export function progressBar(
  label: string,
  { stderr }: Pick<ProcessIo, 'stderr'>,
  now: () => number = () => performance.now(),
): (done: number, total: number) => void {
  if (!stderr.isTTY) return () => {};
  const began = now();
  let shown = -1;
  return (done, total) => {
    const percent = Math.floor((done / total) * 100);
    if (percent === shown) return;
    shown = percent;
    if (done === total) return void stderr.write('\r\x1b[K');
    const bar = '█'.repeat(percent / 4).padEnd(25, '░');
    const seconds = (now() - began) / 1_000;
    const left = seconds < guessing ? '' : `, ${tellLeft((seconds / done) * (total - done))}`;
    stderr.write(`\r${label} ${bar} ${percent}% (${done}/${total})${left}\x1b[K`);
  };
}

function tellLeft(seconds: number): string {
  return seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.round(seconds / 60)} min left`;
}
