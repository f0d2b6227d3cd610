import { expect, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import { describeWithPackages } from '../system.ts';
import { toClientCampaign } from './client-campaign.ts';
import { testedClients } from './client-recipe.ts';
import type { ResultFinding } from './result.ts';
import { publish } from './run/gather.ts';
import { defaultSettings } from './run/observe.ts';
import { readResult } from './run/store.ts';

/** The parser of Node 20 takes white space behind a value for a part of it, and those of later versions do not. */
const ofNode20: ClauseId = 'rfc9112/5.1/reply-surrounding-space';
const isNode20 = process.versions.node.startsWith('20.');

/** A browser that does not say what came of a connection is started again. */
const long = 300_000;

const tell = ({ level, clause, also, title }: Pick<ResultFinding, 'level' | 'clause' | 'also' | 'title'>) =>
  [level, clause, also.join(' '), title].join(' | ');

for (const recipe of testedClients) {
  const isOfEveryNode = ({ clause }: Pick<ResultFinding, 'clause'>) =>
    isNode20 || recipe.language !== 'JavaScript' || clause !== ofNode20;

  describeWithPackages(recipe.debian, recipe.name, () => {
    const check = async () => {
      const { readVersion, launch } = toClientCampaign(recipe);
      const launched = await launch('');
      try {
        const report = await launched.verify({
          ...{ seed: defaultSettings.literalSeed, runs: 0 },
          onProgress() {},
        });
        const found = publish(report, launched).map(({ published }) => published);
        const { version, findings } = readResult('client', recipe.name) ?? { version: 'none', findings: [] };
        expect(
          found.filter(isOfEveryNode).map(tell).toSorted(),
          `${recipe.name} ${readVersion()} here, where ${version} was read; npm run campaign ${recipe.name} writes it again`,
        ).toEqual(
          findings
            .filter((each) => each.literal && isOfEveryNode(each))
            .map(tell)
            .toSorted(),
        );
      } finally {
        await launched.stop();
      }
    };
    test('what is written down finds what was read against the texts, and nothing else', check, long);
  });
}
