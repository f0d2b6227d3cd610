import { expect, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import { describeWithPackages } from '../system.ts';
import { type ClientFinding, clientFindings } from './client-finding.ts';
import { clientRecipes } from './client-recipe.ts';
import { readVersion } from './observe.ts';
import { observeClient } from './observe-client.ts';

/** The parser of Node 20 takes white space behind a value for a part of it, and those of later versions do not. */
const ofNode20: ClauseId = 'rfc9112/5.1/reply-surrounding-space';
const isNode20 = process.versions.node.startsWith('20.');

/** A browser that does not say what came of a connection is started again. */
const long = 300_000;

for (const recipe of clientRecipes) {
  const isOfEveryNode = ([, clause]: ClientFinding) =>
    isNode20 || recipe.language !== 'JavaScript' || clause !== ofNode20;

  describeWithPackages(recipe.debian, recipe.name, () => {
    const check = async () => {
      const found = await observeClient(recipe);
      const { version, findings } = clientFindings[recipe.name] ?? { version: 'none', findings: [] };
      expect(
        found.filter(isOfEveryNode).toSorted(),
        `${recipe.name} ${readVersion(recipe)} here, where ${version} was read; scripts/make-findings.mjs writes it again`,
      ).toEqual(findings.filter(isOfEveryNode).toSorted());
    };
    test('what is written down finds what was read against the texts, and nothing else', check, long);
  });
}
