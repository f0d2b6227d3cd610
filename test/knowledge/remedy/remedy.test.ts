import { describe, expect, test } from 'vitest';
import { failureRows } from '../../../src/knowledge/failure.ts';
import { generalRemedies } from '../../../src/knowledge/remedy/general.ts';
import { hopRemedies } from '../../../src/knowledge/remedy/hop.ts';
import { productNames } from '../../../src/knowledge/remedy/mend.ts';
import { remedies } from '../../../src/knowledge/remedy/remedy.ts';
import { serverRemedies } from '../../../src/knowledge/remedy/server.ts';
import { tlsRemedies } from '../../../src/knowledge/remedy/tls.ts';
import { lineKeys } from '../../doctor/remedy-base.ts';

const ids = failureRows.map(({ id }) => id);
const ofProducts = remedies.filter(({ product }) => product !== null);

test('each failure has general words once, before all that is for one product', () => {
  expect(remedies.filter(({ product }) => product === null).map(({ id }) => id)).toEqual(ids);
  expect(Object.keys(generalRemedies).sort()).toEqual([...ids].sort());
  for (const id of ids) expect(remedies.find((remedy) => remedy.id === id)?.product).toBeNull();
});

test('the registers by product are taken as a whole', () => {
  const listed = [tlsRemedies, hopRemedies, serverRemedies].flatMap((register) =>
    Object.values(register).flat(),
  );
  expect(ofProducts.map(({ text }) => text).sort()).toEqual(listed.map(({ text }) => text).sort());
});

test('general words are one to three sentences', () => {
  const wrong = Object.values(generalRemedies).filter(
    (text) => !/^[A-Z].*\.$/.test(text) || text.split(/[.:] (?=[A-Z])/).length > 4 || text.includes('\n'),
  );
  expect(wrong).toEqual([]);
});

test('what is for one product is there once, and its product is known', () => {
  const keys = ofProducts.map(({ id, product, text }) => `${id} ${product} ${text}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(
    ofProducts.map(({ product }) => product).filter((name) => !productNames.some((each) => each === name)),
  ).toEqual([]);
});

test('lines are for one product, in a language; all else is sentences', () => {
  const wrong = remedies.filter(({ product, text, isConfiguration, language }) => {
    const isTold = isConfiguration ? product !== null : /^[A-Z`].*[.:]$/.test(text);
    return !isTold || isConfiguration !== (language !== undefined) || text !== text.trim();
  });
  expect(wrong).toEqual([]);
});

test('lines fit into a terminal', () => {
  const lines = remedies
    .filter(({ isConfiguration }) => isConfiguration)
    .flatMap(({ text }) => text.split('\n'));
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
});

test('the products without lines are few', () => {
  const without = productNames.filter((name) => !ofProducts.some(({ product }) => product === name));
  // OpenResty takes those of nginx.
  expect(without).toEqual(['nghttpx', 'mitmproxy', 'OpenResty']);
});

describe('lines that are said to be run', () => {
  const key = ({ id, product }: { readonly id: string; readonly product: string | null }) =>
    `${id} ${product}`;

  test('are those that a test runs', () => {
    expect(
      remedies
        .filter(({ ran }) => ran)
        .map(key)
        .sort(),
    ).toEqual([...lineKeys].sort());
  });

  test('are lines', () => {
    expect(remedies.filter(({ ran, isConfiguration }) => ran && !isConfiguration)).toEqual([]);
  });
});
