import type { HopBreach } from './hop-latitude.ts';

/** What a hop did wrong, and what else it does with that in the same exchange: together it is one defect. */
export interface HopImplicationRow {
  readonly guard: HopBreach['guard'];
  readonly shows: HopBreach['guard'];
  readonly reason: string;
}

export const hopImplicationRows: readonly HopImplicationRow[] = [
  {
    guard: 'upgradeIsStripped',
    shows: 'connectionIsNotSet',
    reason: 'Who asks for no upgrade has none to name in Connection.',
  },
  {
    guard: 'repliedUpgradeIsStripped',
    shows: 'repliedConnectionIsNotSet',
    reason: 'A 101 without Upgrade has none to name in Connection.',
  },
];

/** Whether a breach is a part of another one that the same exchange shows. */
export function isShownBy(guard: HopBreach['guard'], others: readonly HopBreach['guard'][]): boolean {
  return hopImplicationRows.some((row) => row.shows === guard && others.includes(row.guard));
}
