import { expect, test } from 'vitest';
import { type AddressPlaces, withAddressPlaces } from '../../../../src/verify/client/trial/address.ts';

test('what another run on the machine listens on at the same time is no reason to leave a trial out', async () => {
  const namesOf = (places: AddressPlaces) =>
    Object.entries(places).flatMap(([name, place]) => (place ? [name] : []));
  const [outer, inner] = await withAddressPlaces(async (places) => [
    namesOf(places),
    await withAddressPlaces(async (others) => namesOf(others)),
  ]);
  expect(outer).toContain('withoutPath');
  expect(inner).toEqual(outer);
});
