import type { Spread } from './statistics.ts';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table in Markdown whose columns stand below each other as plain text too; all but the first to the right. */
export function writeTable({ head, rows }: Table): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '')[column === 0 ? 'padEnd' : 'padStart'](width)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Three digits that count, or all before the point. */
export function writeFigure(figure: number): string {
  if (!Number.isFinite(figure)) return '–';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(figure) || 1)));
  return figure.toLocaleString('en', {
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: Math.min(digits, 2),
  });
}

/** For example `68.2 (65.0–71.3)`. */
export function writeSpread({ median, least, most }: Spread): string {
  return `${writeFigure(median)} (${writeFigure(least)}–${writeFigure(most)})`;
}
