import { describe, expect, it } from 'vitest';
import { clientSuite } from './client-expectation.ts';
import { deleteEach, findRed, findSurvivors, pairFaults, swapEach } from './expectation.ts';
import { hopSuite } from './hop-expectation.ts';
import { serverSuite } from './server-expectation.ts';

describe("the server's table", () => {
  const { table, faults, faultlessOnes } = serverSuite;
  const expectations = [...faults, ...faultlessOnes, ...pairFaults(serverSuite)];
  const swaps = swapEach(serverSuite);

  it('meets every expectation', () => {
    expect([...findRed(serverSuite, table.rows, expectations)]).toEqual([]);
  });

  it.each(deleteEach(table.rows))('breaks one without the row $name', (mutant) => {
    expect(findSurvivors(serverSuite, [mutant], expectations)).toEqual([]);
  });

  it(`breaks one by each of the ${swaps.length} swaps of two rows that can hold together`, () => {
    expect(swaps.length).toBeGreaterThan(table.rows.length);
    expect(findSurvivors(serverSuite, swaps, expectations)).toEqual([]);
  });
});

describe("the client's table", () => {
  const { table, faults, faultlessOnes } = clientSuite;
  const expectations = [...faults, ...faultlessOnes, ...pairFaults(clientSuite)];
  const swaps = swapEach(clientSuite);

  it('meets every expectation', () => {
    expect([...findRed(clientSuite, table.rows, expectations)]).toEqual([]);
  });

  it.each(deleteEach(table.rows))('breaks one without the row $name', (mutant) => {
    expect(findSurvivors(clientSuite, [mutant], expectations)).toEqual([]);
  });

  it(`breaks one by each of the ${swaps.length} swaps of two rows that can hold together`, () => {
    expect(swaps.length).toBeGreaterThan(table.rows.length);
    expect(findSurvivors(clientSuite, swaps, expectations)).toEqual([]);
  });
});

describe('the table of intermediaries', () => {
  const { table, faults, faultlessOnes } = hopSuite;
  const expectations = [...faults, ...faultlessOnes, ...pairFaults(hopSuite)];
  const swaps = swapEach(hopSuite);

  it('meets every expectation', () => {
    expect([...findRed(hopSuite, table.rows, expectations)]).toEqual([]);
  });

  it.each(deleteEach(table.rows))('breaks one without the row $name', (mutant) => {
    expect(findSurvivors(hopSuite, [mutant], expectations)).toEqual([]);
  });

  it(`breaks one by each of the ${swaps.length} swaps of two rows that can hold together`, () => {
    expect(swaps.length).toBeGreaterThan(table.rows.length);
    expect(findSurvivors(hopSuite, swaps, expectations)).toEqual([]);
  });
});
