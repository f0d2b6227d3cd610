import { styleText } from 'node:util';
import type { Io, Output } from './io.ts';

export { visible } from '../verify/report/octet-view.ts';
export { alignRows } from '../verify/report/text-table.ts';

export type Colour = Parameters<typeof styleText>[0];
/** Colours a text. */
export type Paint = (colour: Colour, text: string) => string;

/** Whether the stream is a terminal that shows colours (NO_COLOR and FORCE_COLOR are respected). */
export function hasColours(stream: Output, env: Io['env']): boolean {
  return env['NO_COLOR'] ? false : Boolean(stream.isTTY && stream.hasColors?.(env));
}

/** Makes what colours a text where standard output shows colours. */
export function makePaint({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Paint {
  // Whether the process itself has a terminal is none of styleText's business here.
  return hasColours(stdout, env)
    ? (colour, text) => styleText(colour, text, { validateStream: false })
    : (_colour, text) => text;
}

/**
 * A progress bar on standard error, where that is a terminal; otherwise nothing.
 *
 * @returns a function that draws it, and takes it away once all is done
 */
export function progressBar(
  label: string,
  { stderr }: Pick<Io, 'stderr'>,
): (done: number, total: number) => void {
  if (!stderr.isTTY) return () => {};
  let shown = -1;
  return (done, total) => {
    const percent = Math.floor((done / total) * 100);
    if (percent === shown) return;
    shown = percent;
    const bar = '█'.repeat(percent / 4).padEnd(25, '░');
    stderr.write(done === total ? '\r\x1b[K' : `\r${label} ${bar} ${percent}% (${done}/${total})`);
  };
}
