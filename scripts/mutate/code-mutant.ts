import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type ESTree, parseSync } from 'vite';

/** One thing that is changed in code, by a mutator of Stryker. */
export interface CodeMutant {
  readonly id: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A file of which every mutant is in the code, and is switched on by its id. */
export interface Instrumented {
  readonly code: string;
  readonly mutants: readonly CodeMutant[];
  /** The tables that were found, as `file#name`. */
  readonly tables: readonly string[];
}

const silent = () => undefined;
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export async function instrument(file: string, text: string, hasTables: boolean): Promise<Instrumented> {
  const tables = hasTables ? findTables(file, text) : [];
  const { files, mutants } = await new Instrumenter(logger).instrument(
    [{ name: file, mutate: true, content: wrapTables(file, text, tables) }],
    { ignorers: [], excludedMutations: [], plugins: null },
  );
  const lines = wrapTables(file, text, tables).split('\n');
  const listed = mutants.map(({ id, location, mutatorName, replacement }) => ({
    id: `${file}:${id}`,
    file,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: cut(lines, location),
    replacement: replacement ?? '',
  }));
  // Ids are counted in each file from 0.
  const code = (files[0]?.content ?? '').replaceAll(
    /\bstry(?:MutAct|Cov)_9fa48\(("\d+"(?:, "\d+")*)\)/g,
    (call) => call.replaceAll(/"(\d+)"/g, (_, id) => JSON.stringify(`${file}:${id}`)),
  );
  return { code, tables: tables.map(({ name }) => `${file}#${name}`), mutants: listed };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function cut(lines: readonly string[], { start, end }: { readonly start: Place; readonly end: Place }) {
  const text = lines.slice(start.line, end.line + 1);
  const last = text.length - 1;
  return text
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}

/** Lists of rows, and registers of them that are exported; what others are made of is changed where it is used. */
function findTables(file: string, text: string): readonly Span[] {
  const tables: Span[] = [];
  for (const statement of parseSync(file, text, { lang: 'ts' }).program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const isExported = declaration !== statement;
    for (const { id, init } of declaration.declarations) {
      let value = init;
      while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') {
        value = value.expression;
      }
      if (id.type !== 'Identifier' || !value) continue;
      const isList =
        value.type === 'ArrayExpression' && value.elements.some((each) => isRow(each, isExported));
      const isRegister = isExported && value.type === 'ObjectExpression' && value.properties.every(isEntry);
      if (isList || isRegister) tables.push({ name: id.name, start: value.start, end: value.end });
    }
  }
  return tables;
}

/** The entries of a register are data; those of guards are code, and a table that has been put together has its rows. */
function isEntry(property: ESTree.ObjectExpression['properties'][number]): boolean {
  return (
    property.type === 'Property' &&
    property.value.type !== 'ArrowFunctionExpression' &&
    property.value.type !== 'Identifier'
  );
}

function isRow(element: { readonly type: string } | null, isExported: boolean): boolean {
  const types = isExported ? ['ObjectExpression', 'ArrayExpression', 'CallExpression'] : ['ObjectExpression'];
  return element !== null && types.includes(element.type);
}

function wrapTables(file: string, text: string, tables: readonly Span[]): string {
  return tables.toReversed().reduce((wrapped, { name, start, end }) => {
    const call = `globalThis.mutateRows(${JSON.stringify(`${file}#${name}`)}, ${wrapped.slice(start, end)})`;
    return wrapped.slice(0, start) + call + wrapped.slice(end);
  }, text);
}
