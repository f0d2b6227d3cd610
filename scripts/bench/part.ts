import type { Bench } from './bench.ts';
import { type Table, writeTable } from './table.ts';
import { type Result, tableOfResults } from './target.ts';

export interface Chart {
  /** Name of its file. */
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** What one part of the benchmark has measured. */
export interface Part {
  readonly title: string;
  /** What was measured, and how. */
  readonly text: string;
  readonly tables: readonly (Table & { readonly caption?: string })[];
  readonly results: readonly Result[];
  readonly charts: readonly Chart[];
  /** Every turn that counted. */
  readonly turns: readonly object[];
}

export type Measure = (bench: Bench) => Promise<Part>;

/** A part as a section of the page. */
export function writePart({ title, text, tables, results, charts }: Part): string {
  return [
    `## ${title}`,
    text,
    ...charts.map((chart) => `![${chart.title}](${chart.file})`),
    ...tables.flatMap(({ caption, ...table }) => [...(caption ? [`### ${caption}`] : []), writeTable(table)]),
    ...(results.length > 0 ? [writeTable(tableOfResults(results))] : []),
  ].join('\n\n');
}
