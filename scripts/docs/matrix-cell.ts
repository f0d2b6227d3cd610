import type { ClauseId } from '../../models/clauses.ts';
import type { ResultFinding } from '../../test/campaign/result.ts';
import { headClause } from './clause-page.ts';
import { exchangeOf, type Implementation, type State, stateOf } from './matrix.ts';

/** One sign for each state, so that a table of many columns can be read. */
export const signs: Readonly<Record<State, string>> = {
  broken: '✗',
  letter: '≈',
  should: '△',
  kept: '✓',
  free: '○',
  notShown: '·',
};

/** Whose decision it is, behind the sign of a breach. */
export const layerSigns = { http: 'ʰ', library: 'ˡ', application: 'ᵃ' } as const;

/** The sign of a cell, with whose decision a breach is, where that was read. */
export function signCell(implementation: Implementation, clause: ClauseId): string {
  const [place = -1] = implementation.cells[clause]?.findings ?? [];
  const decidedBy = implementation.findings[place]?.decidedBy;
  const layer = decidedBy === undefined ? '' : layerSigns[decidedBy];
  return `${signs[stateOf(implementation, clause)]}${layer}`;
}

/** The place on the page of an implementation where a cell is told with its octets, or with the command that shows it. */
export function locateCell(implementation: Implementation, clause: ClauseId): string {
  const { cells, findings } = implementation;
  const cell = cells[clause];
  const [place] = cell?.findings ?? [];
  if (place !== undefined) return `#${anchorFindings(findings)[place] ?? 'findings'}`;
  const exchange = exchangeOf(implementation, clause);
  if (exchange !== null) return `#${anchorExchange(exchange)}`;
  return cell?.state === 'free' ? '#what-is-free' : '#kept';
}

/** The heading of an exchange that shows what is kept. */
export const headExchange = (place: number): string => `Exchange ${place + 1}`;

export const anchorExchange = (place: number): string => slugOf(headExchange(place));

/** The heading of a finding. */
export function headFinding({ clause }: ResultFinding): string {
  return headClause(clause);
}

/** The anchors that GitHub gives to the headings of findings: of those alike the second gets `-1`. */
export function anchorFindings(findings: readonly ResultFinding[]): readonly string[] {
  const slugs = findings.map((finding) => slugOf(headFinding(finding)));
  return slugs.map((slug, place) => {
    const before = slugs.slice(0, place).filter((each) => each === slug).length;
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}
