import { expect, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import { describeWithPackages } from '../system.ts';
import type { Finding } from './finding.ts';
import { observeServer, readVersion } from './observe.ts';
import { serverFindings } from './server-finding.ts';
import { serverRecipes } from './server-recipe.ts';

/** The parser of Node 20 takes white space behind a value for a part of it, and those of later versions do not. */
const ofNode20: ClauseId = 'rfc9112/5.1/surrounding-space';
const isNode20 = process.versions.node.startsWith('20.');

for (const recipe of serverRecipes) {
  const isOfEveryNode = ([, clause]: Finding) =>
    isNode20 || recipe.layers.http !== 'node:http' || clause !== ofNode20;

  describeWithPackages(recipe.debian, recipe.name, () => {
    test('what is written down finds what was read against the texts, and nothing else', async () => {
      const found = await observeServer(recipe);
      const { version, findings } = serverFindings[recipe.name] ?? { version: 'none', findings: [] };
      expect(
        found.filter(isOfEveryNode).toSorted(),
        `${recipe.name} ${readVersion(recipe)} here, where ${version} was read; scripts/make-findings.mjs writes it again`,
      ).toEqual(findings.filter(isOfEveryNode).toSorted());
    });
  });
}
