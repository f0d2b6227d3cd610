import { styleText } from 'node:util';

/** Whether the stream is a terminal that shows colours (NO_COLOR and FORCE_COLOR are respected). */
function hasColours(stream: NodeJS.WriteStream): boolean {
  return process.env['NO_COLOR'] ? false : Boolean(stream.isTTY && stream.hasColors());
}

/** Colours a text where standard output shows colours. */
export function paint(colour: Parameters<typeof styleText>[0], text: string): string {
  return hasColours(process.stdout) ? styleText(colour, text) : text;
}

/** Text from a peer with its control characters made visible, line feeds where `keepLines` included. */
export function visible(text: string, keepLines = false): string {
  return text.replace(/\p{Cc}/gu, (octet) => {
    if (keepLines && octet === '\n') return octet;
    const names: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\t': '\\t' };
    return names[octet] ?? `\\x${octet.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Lines up the cells of a table, two spaces between columns. */
export function alignRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
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
