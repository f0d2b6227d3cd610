import { describe, expect, it } from 'vitest';
import type { Row } from '../../../models/decisions/row.ts';
import { deleteEach, findSurvivors, type Mutant, pairFaults, type Suite, swapEach } from '../expectation.ts';
import { clientSuite } from './client-expectation.ts';
import { firstMessageSuite } from './first-message-expectation.ts';
import { hopSuite } from './hop-expectation.ts';
import { serverSuite } from './server-expectation.ts';
import { tlsSuite } from './tls-expectation.ts';
import { tunnelSuite } from './tunnel-expectation.ts';

/** What the expectations of one table make of it, as it is and changed on purpose. */
function trialOf<Facts extends object, Choices extends object, R extends Row<string, string, Choices>>(
  suite: Suite<Facts, Choices, R>,
) {
  const { faults, faultlessOnes, table } = suite;
  const expectations = [...faults, ...faultlessOnes, ...pairFaults(suite)];
  const survivorsOf = (mutants: readonly Mutant<R>[]) => findSurvivors(suite, mutants, expectations);
  const swaps = swapEach(suite);
  return {
    rows: table.rows.length,
    findSurvivingDeletions: () => survivorsOf(deleteEach(table.rows)),
    swaps: swaps.length,
    findSurvivingSwaps: () => survivorsOf(swaps),
  };
}

describe.each([
  ["the server's table", trialOf(serverSuite)],
  ['the table of first messages', trialOf(firstMessageSuite)],
  ["the client's table", trialOf(clientSuite)],
  ['the table of tunnels', trialOf(tunnelSuite)],
  ['the table of TLS handshakes', trialOf(tlsSuite)],
  ['the table of intermediaries', trialOf(hopSuite)],
] as const)('%s breaks an expectation', (_, { rows, findSurvivingDeletions, swaps, findSurvivingSwaps }) => {
  it(`without any one of its ${rows} rows`, () => {
    expect(findSurvivingDeletions()).toEqual([]);
  });

  it(`by each of the ${swaps} swaps of two rows that can hold together`, () => {
    expect(swaps).toBeGreaterThan(rows);
    expect(findSurvivingSwaps()).toEqual([]);
  });
});
