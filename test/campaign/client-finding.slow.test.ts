import { test } from 'vitest';
import { describeWithPackages } from '../system.ts';
import { toClientCampaign } from './client-campaign.ts';
import { testedClients } from './client-recipe.ts';
import { compareFindings } from './compare-finding.ts';

/** A browser that does not say what came of a connection is started again. */
const long = 300_000;

for (const recipe of testedClients) {
  /** White space behind a value is a part of it. */
  const node = {
    ofNode20: 'rfc9112/5.1/reply-surrounding-space',
    isOfNode: recipe.language === 'JavaScript',
  } as const;

  describeWithPackages(recipe.debian, recipe.name, () => {
    const check = () =>
      compareFindings(toClientCampaign(recipe), node, ({ level, clause, also, title }) =>
        [level, clause, also.join(' '), title].join(' | '),
      );
    test('what is written down finds what was read against the texts, and nothing else', check, long);
  });
}
