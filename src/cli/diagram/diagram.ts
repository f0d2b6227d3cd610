import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Overlay } from '../../draw/overlay.ts';
import { cannotBeWritten } from '../file.ts';
import { makeFolder } from '../folder.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import { type Drawable, listOwn, loadDrawable } from './diagram-machine.ts';
import { coverDrawable, readCoverage, traceDrawable } from './diagram-overlay.ts';

export type DiagramFormat = 'mermaid' | 'dot' | 'svg' | 'scxml' | 'json' | 'markdown';

export interface DiagramOptions {
  /** Default: Mermaid to standard output, SVG to a folder. */
  readonly format?: DiagramFormat;
  /** The folder that files are written to. */
  readonly out?: string;
  /** A report of `ws101 verify`, whose verdicts colour what cites their clauses. */
  readonly coverage?: string;
  /** Events of a lifecycle, or rules by number, guard or clause. */
  readonly path?: readonly string[];
}

const endings = {
  mermaid: 'mmd',
  dot: 'dot',
  svg: 'svg',
  scxml: 'scxml',
  json: 'json',
  markdown: 'md',
} as const satisfies Record<DiagramFormat, string>;

/**
 * Runs `ws101 diagram`: draws one machine, or all of ours.
 *
 * @param machine a name of ours, or a file and export of somebody's
 * @returns the exit code: 0
 */
export async function runDiagram(
  machine: string | undefined,
  options: DiagramOptions,
  io: Io,
): Promise<number> {
  const { out, coverage, path } = options;
  const format = options.format ?? (out === undefined ? 'mermaid' : 'svg');
  if (coverage !== undefined && path !== undefined) {
    throw new UsageError('--coverage and --path both set the colours: give only one of them');
  }
  if ((coverage ?? path) !== undefined && (format === 'scxml' || format === 'json')) {
    throw new UsageError(
      `the format ${format} has no colours: use --coverage and --path with another format`,
    );
  }
  if (path !== undefined && machine === undefined)
    throw new UsageError('--path needs the name of one machine');
  if (machine === undefined && out === undefined) {
    if ((coverage ?? options.format) !== undefined) {
      throw new UsageError(
        '--format and --coverage need something to draw: name a machine, or give a folder with --out',
      );
    }
    io.stdout.write(`${describeOwn()}\n`);
    return 0;
  }
  if (out !== undefined) makeOutFolder(out, io);
  const verdicts = coverage === undefined ? undefined : await readCoverage(coverage, io);
  const drawables = machine === undefined ? listOwn() : [await loadDrawable(machine, io.cwd)];
  for (const drawable of drawables) {
    const overlay = verdicts ? coverDrawable(drawable, verdicts) : path ? traceDrawable(drawable, path) : {};
    if (out === undefined) {
      io.stdout.write(await draw(drawable, format, overlay));
      continue;
    }
    // Among all of ours the tables are wanted as text as well.
    const also = machine === undefined && drawable.kind === 'table' && format !== 'markdown';
    for (const each of also ? [format, 'markdown' as const] : [format]) {
      writeDrawing(out, `${drawable.name}.${endings[each]}`, await draw(drawable, each, overlay), io);
    }
  }
  return 0;
}

function describeOwn(): string {
  const names = listOwn().map(({ name, about }) => `  ${name.padEnd(22)}${about}`);
  return [
    'These machines can be drawn:',
    ...names,
    '',
    'ws101 diagram connection draws one of them, ws101 diagram --out docs all of them, and',
    'ws101 diagram ./my.machine.ts one of yours.',
  ].join('\n');
}

async function draw(drawable: Drawable, format: DiagramFormat, overlay: Overlay): Promise<string> {
  // Graphviz is a megabyte of WebAssembly: what needs none of it does not wait for it.
  if (format === 'svg') {
    if (drawable.kind === 'table') {
      return (await import('../../draw/table-svg.ts')).tableToSvg(drawable.table, overlay);
    }
    return (await import('../../draw/svg.ts')).toSvg(drawable.diagram, overlay);
  }
  if (format === 'scxml') return (await import('../../draw/scxml.ts')).toScxml(drawable.diagram);
  return drawable.kind === 'table'
    ? drawTable(drawable, format, overlay)
    : drawLifecycle(drawable, format, overlay);
}

type TextFormat = Exclude<DiagramFormat, 'svg' | 'scxml'>;

async function drawTable(
  { table }: Extract<Drawable, { kind: 'table' }>,
  format: TextFormat,
  overlay: Overlay,
): Promise<string> {
  switch (format) {
    case 'mermaid':
      return (await import('../../draw/table-mermaid.ts')).tableToMermaid(table, overlay);
    case 'dot':
      return (await import('../../draw/table-dot.ts')).tableToDot(table, overlay);
    case 'markdown':
      return (await import('../../draw/table-markdown.ts')).tableToMarkdown(table, { overlay });
    case 'json':
      return `${JSON.stringify({ id: table.id, rows: table.rows }, null, 2)}\n`;
  }
}

async function drawLifecycle({ diagram }: Drawable, format: TextFormat, overlay: Overlay): Promise<string> {
  switch (format) {
    case 'mermaid':
      return (await import('../../draw/mermaid.ts')).toMermaid(diagram, overlay);
    case 'dot':
      return (await import('../../draw/dot.ts')).toDot(diagram, overlay);
    case 'markdown':
      return (await import('../../draw/markdown.ts')).toMarkdown(diagram, overlay);
    case 'json':
      return (await import('../../draw/json.ts')).toJson(diagram);
  }
}

/** @throws UsageError, before anything is drawn */
function makeOutFolder(folder: string, { cwd }: Io): void {
  try {
    makeFolder(resolve(cwd, folder));
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
}

function writeDrawing(folder: string, name: string, text: string, { cwd, stdout }: Io): void {
  const file = join(folder, name);
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
  stdout.write(`wrote ${file}\n`);
}
