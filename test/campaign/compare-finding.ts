import { expect } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import type { CampaignRecipe } from './campaign-recipe.ts';
import type { ResultFinding } from './result.ts';
import { publish } from './run/gather.ts';
import { defaultSettings } from './run/observe.ts';
import { readResult } from './run/store.ts';

type Told = Omit<ResultFinding, 'seeds' | 'literal' | 'replayed'>;

/**
 * Compares what is written down alone, played now, with what was read against the texts.
 *
 * @param ofNode20 the clause of which the parser of Node 20 has a finding, and those of later versions have none
 * @param tell what counts of a finding
 */
export async function compareFindings(
  { role, name, readVersion, launch }: CampaignRecipe,
  { ofNode20, isOfNode }: { readonly ofNode20: ClauseId; readonly isOfNode: boolean },
  tell: (finding: Told) => string,
): Promise<void> {
  const isOfEveryNode = ({ clause }: Pick<ResultFinding, 'clause'>) =>
    process.versions.node.startsWith('20.') || !isOfNode || clause !== ofNode20;
  const launched = await launch('');
  try {
    const report = await launched.verify({ seed: defaultSettings.literalSeed, runs: 0, onProgress() {} });
    const found = publish(report, launched).map(({ published }) => published);
    const { version, findings } = readResult(role, name) ?? { version: 'none', findings: [] };
    expect(
      found.filter(isOfEveryNode).map(tell).toSorted(),
      `${name} ${readVersion()} here, where ${version} was read; npm run campaign ${name} writes it again`,
    ).toEqual(
      findings
        .filter((each) => each.literal && isOfEveryNode(each))
        .map(tell)
        .toSorted(),
    );
  } finally {
    await launched.stop();
  }
}
