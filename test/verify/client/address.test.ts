import { expect, test } from 'vitest';
import { type AddressOptions, withAddressTrials } from '../../../src/verify/client/address.ts';

/** None of the trials is played here. */
const options = {} as AddressOptions; // what only a trial reads is left out

test('what another run on the machine listens on at the same time is no reason to leave a trial out', async () => {
  const titles = (within: () => Promise<unknown>) =>
    withAddressTrials(options, {}, async (trials) => {
      await within();
      return trials.map(({ title }) => title);
    });
  let inner: readonly string[] = [];
  const outer = await titles(async () => {
    inner = await titles(async () => {});
  });
  expect(outer).toContain('a URL with a query and no path');
  expect(inner).toEqual(outer);
});
