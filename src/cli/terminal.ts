import { styleText } from 'node:util';

export { visible } from '../verify/report/octet-view.ts';
export { alignRows } from '../verify/report/text-table.ts';

/** Whether the stream is a terminal that shows colours (NO_COLOR and FORCE_COLOR are respected). */
function hasColours(stream: NodeJS.WriteStream): boolean {
  return process.env['NO_COLOR'] ? false : Boolean(stream.isTTY && stream.hasColors());
}

/** Colours a text where standard output shows colours. */
export function paint(colour: Parameters<typeof styleText>[0], text: string): string {
  return hasColours(process.stdout) ? styleText(colour, text) : text;
}

/**
 * A progress bar on standard error, where that is a terminal; otherwise nothing.
 *
 * @returns a function that draws it, and takes it away once all is done
 */
export function progressBar(label: string): (done: number, total: number) => void {
  const { stderr } = process;
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
