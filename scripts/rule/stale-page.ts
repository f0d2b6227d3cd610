import type { ClauseId } from '../../models/clauses.ts';
import { listingToMarkdown, readDiagram, tableToMarkdown, toMarkdown } from '../../src/draw/index.ts';
import { compiledDecisions } from '../compile/compiled-decision.ts';
import { readTransitions, writeDecision } from '../compile/write-decision.ts';
import { readShown, writeMatrix } from '../docs/clause-matrix.ts';
import { headClause, writeClausePages } from '../docs/clause-page.ts';
import { findWritten } from '../docs/clause-test.ts';
import { lifecyclePages, tablePages } from '../docs/machine-page.ts';
import { listingPages } from '../docs/verification-page.ts';
import { matchIds, textsOfClauses } from './clause-title.ts';
import type { TestSources } from './test-file.ts';

/** What is compared: the files that have the clauses, and those of them that do not say what they would say now. */
export interface Compared {
  readonly files: readonly string[];
  readonly stale: readonly string[];
}

/**
 * Compares what generated files say of clauses with what would be written now; the rest of those files is not looked at.
 *
 * @param read the text of a file by its path
 */
export function comparePages(
  ids: readonly ClauseId[],
  read: (path: string) => string,
  { files }: TestSources,
): Compared {
  if (ids.length === 0) return { files: [], stale: [] };
  const page = read('docs/generated/clause-matrix.md');
  const tests = findWritten(textsOfClauses(files));
  const evidence = { ...readShown(page), tests };
  const aboutIds = linesAbout(ids);
  const made: readonly Made[] = [
    { path: 'docs/generated/clause-matrix.md', text: writeMatrix(evidence), part: rowsOf(ids) },
    ...[...writeClausePages(evidence)]
      .filter(([name]) => ids.some((id) => `${id.replace(/\/.*/, '')}.md` === name))
      .map(([name, text]) => ({ path: `docs/generated/clauses/${name}`, text, part: sectionsOf(ids, name) })),
    ...[
      ...lifecyclePages.map(({ name, machine }) => [name, toMarkdown(readDiagram(machine))] as const),
      ...tablePages.map(({ name, table }) => [name, tableToMarkdown(table)] as const),
      ...listingPages.map(({ name, listing }) => [name, listingToMarkdown(listing)] as const),
    ].map(([name, text]) => ({ path: `docs/generated/${name}.md`, text, part: aboutIds })),
    ...compiledDecisions
      .filter(({ machine }) => readTransitions(machine).some(({ row }) => ids.includes(row.clause)))
      .map((each) => ({ path: `models/compiled/${each.file}`, text: writeDecision(each), part: whole })),
  ];
  const compared = made
    .map(({ path, text, part }) => ({ path, due: part(text), found: part(read(path)) }))
    .filter(({ due, found }) => due !== '' || found !== '');
  return {
    files: compared.map(({ path }) => path),
    stale: compared.filter(({ due, found }) => due !== found).map(({ path }) => path),
  };
}

interface Made {
  readonly path: string;
  readonly text: string;
  /** What of a text is compared. */
  readonly part: (text: string) => string;
}

const whole = (text: string): string => text;

/** The row that each clause has of its own. */
function rowsOf(ids: readonly ClauseId[]) {
  const begins = ids.map((id) => `| \`${id}\`<br>`);
  return linesWhere((line) => begins.some((begin) => line.startsWith(begin)));
}

/** The lines of tables that have one of the clauses in a cell. */
function linesAbout(ids: readonly ClauseId[]) {
  const pattern = matchIds(ids);
  return linesWhere((line) => line.startsWith('|') && pattern.test(line));
}

function linesWhere(holds: (line: string) => boolean): (text: string) => string {
  return (text) => text.split('\n').filter(holds).join('\n');
}

/** What stands under the headings of clauses on the page of their text. */
function sectionsOf(ids: readonly ClauseId[], name: string) {
  const heads = ids.filter((id) => name === `${id.replace(/\/.*/, '')}.md`).map(headClause);
  return (text: string): string =>
    text
      .split(/^## /m)
      .filter((section) => heads.some((head) => section.startsWith(`${head}\n`)))
      .join('');
}
