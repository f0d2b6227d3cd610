import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ClauseId, clauses, isClauseId, locateClause } from '../../../models/clauses.ts';
import { firstMessageRows } from '../../../models/decisions/first-message.ts';
import { tlsRows } from '../../../models/decisions/tls.ts';
import { tunnelRows } from '../../../models/decisions/tunnel.ts';
import { clientObligations, trialObligations } from '../../../models/obligations/client.ts';
import { replyObligations } from '../../../models/obligations/reply.ts';
import { requestObligations } from '../../../models/obligations/request.ts';
import { shownRows } from '../../../models/obligations/switch.ts';
import { conditionRules, isOfClause } from '../../../models/verdict/condition.ts';
import { diagnosisRows } from '../../../models/verdict/diagnosis.ts';
import { describePattern } from '../../draw/rule-text.ts';
import { ways } from '../../verify/report/unshown.ts';
import { tellNoClause } from '../near.ts';
import { UsageError } from '../usage-error.ts';
import type { Covered } from './covered-clause.ts';

/** One clause with all that is known of it. */
export interface ClauseDetail extends Covered {
  /** Where its text is; null for a clause of the service specification. */
  readonly url: string | null;
  /** What is probably wrong with a server that breaks it, where a run agrees with that. */
  readonly hints: readonly string[];
  /** Options that it takes to be shown from outside. */
  readonly unlock: readonly string[];
  /** The tests that prove it, in a checkout. */
  readonly tests: readonly string[];
  /** Its place in the pages of the package. */
  readonly page: string;
}

/** @throws UsageError that names the nearest known one */
export function readClauseId(text: string): ClauseId {
  if (isClauseId(text)) return text;
  throw new UsageError(tellNoClause(text));
}

/** @param covered what the list of all clauses says of it */
export function detailClause(covered: Covered): ClauseDetail {
  const { id } = covered;
  const [text = '', section = '', slug = ''] = id.split('/');
  const page = `docs/generated/clauses/${text}.md`;
  const heading = `§${section} ${slug}`;
  return {
    ...covered,
    rows: [...covered.rows, ...listRows(id)],
    url: locateClause(id) ?? null,
    hints: diagnosisRows.filter(({ findings }) => findings.clauses?.includes(id)).map(({ cause }) => cause),
    unlock: unique(
      conditionRules.flatMap((rule) => {
        const { unlock } = rule.says;
        return isOfClause(rule, id) && unlock !== undefined ? [ways[unlock].sample] : [];
      }),
    ),
    tests: findTests(page, heading),
    page: `${page}#${section.replaceAll('.', '')}-${slug}`,
  };
}

/** The rows of the smaller tables that cite a clause, as `table: guard`. */
function listRows(id: ClauseId): readonly string[] {
  const decided = { 'first message': firstMessageRows, tunnel: tunnelRows, tls: tlsRows };
  const owed = {
    reply: replyObligations,
    request: requestObligations,
    client: [...clientObligations, ...trialObligations],
  };
  const cites = ({ clause }: { readonly clause: ClauseId }) => clause === id;
  return unique([
    ...Object.entries(decided).flatMap(([table, rows]) =>
      rows.flatMap((row) => (cites(row) ? [`${table}: ${row.guard}`] : [])),
    ),
    ...Object.entries(owed).flatMap(([message, rows]) =>
      rows.flatMap((row) =>
        cites(row) ? [`obligation of a ${message}, broken by ${describePattern(row.broken).join('; ')}`] : [],
      ),
    ),
    ...shownRows.flatMap((row) => (cites(row) ? [`shown by a 101: ${row.owed}`] : [])),
  ]);
}

/** The page says which tests have the clause in their title; where there are no pages, none is known. */
function findTests(page: string, heading: string): readonly string[] {
  const root = dirname(createRequire(import.meta.url).resolve('ws101/package.json'));
  try {
    const entry =
      readFileSync(join(root, page), 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    return unique([...entry.matchAll(/\((?:\.\.\/)+(test\/[^)]+)\)/g)].flatMap(([, file]) => file ?? []));
  } catch {
    return [];
  }
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

/** The clause in lines. */
export function renderClause(detail: ClauseDetail): string {
  const { id, source, level, summary, observable, note, unchecked, rows, cases, url } = detail;
  const lines = (name: string, values: readonly string[]) =>
    values.map((value, at) => `  ${(at === 0 ? name : '').padEnd(10)} ${value}`);
  return [
    id,
    ...lines('says', [summary]),
    ...lines('level', [`${level}, binds the ${clauses[id].actor}`]),
    ...lines('source', [url === null ? source : `${source}  ${url}`]),
    ...lines('note', note === null ? [] : [note]),
    ...lines('note', unchecked ? ['cited from memory: the text has not been compared yet'] : []),
    ...lines('shown by', [observable ? 'octets on the wire' : 'nothing on the wire']),
    ...lines('rows', rows),
    ...lines('cases', cases > 0 ? [`${cases} of ws101 verify self`] : []),
    ...lines('needs', detail.unlock),
    ...lines('hints', detail.hints),
    ...lines('tests', detail.tests),
    ...lines('page', [detail.page]),
    '',
  ].join('\n');
}
