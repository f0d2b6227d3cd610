import { test } from 'vitest';
import { describeWithPackages } from '../system.ts';
import { compareFindings } from './compare-finding.ts';
import { toServerCampaign } from './server-campaign.ts';
import { serverRecipes } from './server-recipe.ts';

for (const recipe of serverRecipes) {
  /** White space behind a value is a part of it. */
  const node = {
    ofNode20: 'rfc9112/5.1/surrounding-space',
    isOfNode: recipe.layers.http === 'node:http',
  } as const;

  describeWithPackages(recipe.debian, recipe.name, () => {
    const check = () =>
      compareFindings(toServerCampaign(recipe), node, ({ level, clause, also, sent, came }) =>
        [level, clause, also.join(' '), sent, came].join(' | '),
      );
    test('what is written down finds what was read against the texts, and nothing else', check);
  });
}
