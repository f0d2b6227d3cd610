import { clientReadings } from '../../test/campaign/client-reading.ts';
import { proxyReadings } from '../../test/campaign/proxy-reading.ts';
import { readings } from '../../test/campaign/reading.ts';
import {
  buildMatrix,
  type Matrix,
  type NamedResult,
  nameMember,
  type RoleMatrix,
  stateOf,
} from './matrix.ts';
import { writeImplementation } from './matrix-implementation.ts';
import { writeAgreedPage, writeMatrixIndex, writeRolePage } from './matrix-page.ts';

const sentences = { server: readings, client: clientReadings, proxy: proxyReadings };

/** What the results come to, with the sentences that findings were held against. */
export function makeMatrix(results: readonly NamedResult[]): Matrix {
  return buildMatrix(results, sentences);
}

/** Every file of the matrix by its name: pages, JSON and CSV. `npm run matrix` writes them into docs/generated/matrix. */
export function writeMatrixFiles(results: readonly NamedResult[]): ReadonlyMap<string, string> {
  const matrix = makeMatrix(results);
  return new Map([
    ['index.md', writeMatrixIndex(matrix)],
    ['matrix.json', `${JSON.stringify(matrix)}\n`],
    ...matrix.roles.flatMap((each) => [
      [`${each.role}.md`, writeRolePage(each)] as const,
      [`${each.role}-agreed.md`, writeAgreedPage(each)] as const,
      [`${each.role}.csv`, writeCsv(each)] as const,
      ...each.implementations.map(
        (one) => [`${each.role}/${one.slug}.md`, writeImplementation(each, one)] as const,
      ),
    ]),
  ]);
}

/** A line for each clause, a column for each implementation. */
export function writeCsv({ implementations, apart, agreed, unshown }: RoleMatrix): string {
  const names = implementations.map((each) => `${each.family} ${nameMember(each)}`);
  const rows = [
    ...apart.map((row) => ['differ', row] as const),
    ...agreed.map((row) => ['agree', row] as const),
    ...unshown.map((row) => ['not shown', row] as const),
  ];
  const lines = [
    ['clause', 'level', 'source', 'implementations', ...names],
    ...rows.map(([kind, { clause, level, source }]) => [
      clause,
      level,
      source,
      kind,
      ...implementations.map((each) => stateOf(each, clause)),
    ]),
  ];
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

/** @see RFC 4180 §2 */
function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
