import { expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import { verifyServer } from '../../src/verify/index.ts';
import { describeWithPackages } from '../system.ts';
import { startPeer } from './peer.ts';
import { readings, withheld } from './reading.ts';
import { serverFindings } from './server-finding.ts';
import { serverRecipes } from './server-recipe.ts';

/** The parser of Node 20 takes white space behind a value for a part of it, and those of later versions do not. */
const ofNode20: ClauseId = 'rfc9112/5.1/surrounding-space';

const write = ([level, clause, also]: readonly [string, ClauseId, readonly ClauseId[], ...unknown[]]) =>
  [level, clause, ...also.filter((each) => !withheld.has(each))].join(' ');

for (const recipe of serverRecipes) {
  const isPublished = (clause: ClauseId) =>
    !withheld.has(clause) && (clause !== ofNode20 || recipe.layers.http !== 'node:http');

  describeWithPackages(recipe.debian, recipe.name, () => {
    test('what is written down finds what was read against the texts, and nothing else', async () => {
      const { port, stop } = await startPeer(recipe);
      onTestFinished(stop);
      const { findings } = await verifyServer(`ws://127.0.0.1:${port}${recipe.path}`, {
        ...recipe.declared,
        seed: 20261121,
        runs: 0,
      });
      const found = findings
        .filter(({ clause }) => isPublished(clause))
        .map(({ level, clause, also = [] }) => write([level, clause, also]));
      const expected = (serverFindings[recipe.name] ?? [])
        .filter(([, clause]) => isPublished(clause))
        .map(write);
      expect(found.toSorted()).toEqual(expected.toSorted());
    });
  });
}

test('every finding was read against a sentence, and nothing is published that is withheld', () => {
  const read = new Set<string>(Object.keys(readings));
  const written = Object.values(serverFindings).flatMap((findings) => findings.map(([, clause]) => clause));
  expect(written.filter((clause) => !read.has(clause))).toEqual([]);
  expect(written.filter((clause) => withheld.has(clause))).toEqual([]);
  expect([...read].filter((clause) => !written.some((each) => each === clause))).toEqual([]);
});

test('every server has its findings', () => {
  expect(Object.keys(serverFindings).toSorted()).toEqual(serverRecipes.map(({ name }) => name).toSorted());
});
