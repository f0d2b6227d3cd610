import { expect, test } from 'vitest';
import { clientFindings } from './client-finding.ts';
import { clientReadings } from './client-reading.ts';
import { clientRecipes } from './client-recipe.ts';
import { isPublished, withheld } from './withheld.ts';

const findings = Object.values(clientFindings).flatMap((each) => each.findings);

test('every client has its findings, and the version on which they were seen', () => {
  expect(Object.keys(clientFindings)).toEqual(clientRecipes.map(({ name }) => name));
  for (const { version } of Object.values(clientFindings)) expect(version).toMatch(/\d/);
});

test('every finding was read against a sentence, and every sentence has a finding', () => {
  const written = new Set(findings.map(([, clause]) => clause));
  expect([...written].toSorted()).toEqual(Object.keys(clientReadings).toSorted());
});

test('nothing is published that is withheld: by its clause, or by CR, LF or NUL within a line', () => {
  const named = findings.flatMap(([, clause, also]) => [clause, ...also]);
  expect(named.filter((clause) => withheld.has(clause))).toEqual([]);
  expect(findings.filter(([, , , deed]) => /\\x0[0ad]|Crashes/.test(deed))).toEqual([]);
  expect(isPublished('rfc9112/4/status-line', 'Opens on `HTTP/1.1 101 \\x0a`', 'an open connection')).toBe(
    false,
  );
});
