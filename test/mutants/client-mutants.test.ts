import { expect, test } from 'vitest';
import { clauses } from '../../models/clauses.ts';
import { clientRows } from '../../models/decisions/client.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { type ClientDeviation, clientDeviations, excusedClientDeviations } from './client-deviation.ts';
import { holdClient } from './client-hold.ts';
import { knownMarks, tellMarks } from './mark.ts';
import { partFor } from './part.ts';

/** Holds a client with a planted deviation against its clause. */
function hold({ title, behaviour, clause, also = [], needs = [], run }: ClientDeviation) {
  const part = partFor(title, [clause, ...also, ...needs]);
  return holdClient(behaviour, { ...part, ...run });
}

/** A finding on each clause of its own: its level, the clause, and what it breaks besides. */
function tellLevels(said: Report | string) {
  if (typeof said === 'string') return said;
  return said.findings.map(({ level, clause, also = [] }) => [level, clause, ...also]);
}

const titled = clientDeviations.map((each) => [each.title, each] as const);

test.concurrent.each(titled)('a client that %s is told so, once, and where', async (title, deviation) => {
  const { clause, level = clauses[clause].level, also = [] } = deviation;
  const said = await hold(deviation);
  expect(tellLevels(said)).toEqual([[level, clause, ...also]]);
  expect(knownMarks).toContain(tellMarks(`a client that ${title}`, clause, said));
});

test.concurrent.each(excusedClientDeviations.map((each) => [each.title, each] as const))(
  'a client that %s is told so in a note, and not blamed',
  async (_, { title, behaviour, clause }) => {
    const said = await holdClient(behaviour, partFor(title, [clause]));
    if (typeof said === 'string') throw new Error(said);
    expect(said.findings.map((each) => each.clause)).toEqual([]);
    expect(said.notes.map((each) => each.clause)).toContain(clause);
  },
);

/**
 * Clauses of rows for which no client of this kind is blamed: limits are everybody's own, and
 * what a client does with a line that is no field is left to it.
 */
const others = [...['rfc6455/10.7/reply-limits', 'rfc6455/4.1/established'], 'rfc9112/5/reply-field-lines'];

test('there is a deviation for each other row of the client', () => {
  const told = new Set(clientDeviations.flatMap(({ clause, also = [] }) => [clause, ...also]));
  const missing = clientRows.map(({ clause }) => clause).filter((clause) => !told.has(clause));
  expect(missing.filter((clause) => !others.includes(clause))).toEqual([]);
});
