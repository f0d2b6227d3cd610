import type { AnyStateMachine } from 'xstate';
import { type ClauseId, clauseIds } from '../../models/clauses.ts';
import { readDiagram } from '../../src/draw/index.ts';
import { escapeMarkdown } from '../../src/draw/markdown-text.ts';
import { type DrawnTable, describeName } from '../../src/draw/rule-text.ts';
import { lifecyclePages, tablePages } from './machine-page.ts';

/**
 * Where each clause is cited, as links to the pages of the machines.
 *
 * @param folder the way to those pages from where the links stand
 */
export function findCitations(folder: string): ReadonlyMap<ClauseId, readonly string[]> {
  const all = [
    ...tablePages.flatMap(({ name, table }) => citeRows(name, `${folder}${name}.md`, table)),
    ...lifecyclePages.flatMap(({ name, machine }) => citeTransitions(name, `${folder}${name}.md`, machine)),
  ];
  const found = new Map<ClauseId, readonly string[]>();
  for (const [clause, citation] of all) found.set(clause, [...(found.get(clause) ?? []), citation]);
  return found;
}

type Citation = readonly [clause: ClauseId, citation: string];

function citeRows(name: string, page: string, { rows }: DrawnTable): readonly Citation[] {
  return rows.map(({ clause, guard }, place) => [
    clause,
    `[${name} ${place + 1}](${page}): ${escapeMarkdown(describeName(guard))}`,
  ]);
}

/** A transition has its clause as its description. */
function citeTransitions(name: string, page: string, machine: AnyStateMachine): readonly Citation[] {
  return readDiagram(machine).transitions.flatMap(({ source, event, description }): readonly Citation[] => {
    const clause = clauseIds.find((id) => id === description);
    if (clause === undefined) return [];
    return [[clause, `[${name}](${page}): ${escapeMarkdown(`${event} in ${source.replace(/^.*\./, '')}`)}`]];
  });
}
