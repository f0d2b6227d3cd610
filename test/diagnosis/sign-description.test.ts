import { expect, test } from 'vitest';
import { signDescriptions } from '../../src/diagnosis/sign-description.ts';
import { failureRows } from '../../src/knowledge/failure.ts';

const words = Object.entries(signDescriptions);

test('every sign has words of its own, without a capital at the start and a full stop at the end', () => {
  expect(new Set(words.map(([, text]) => text)).size).toBe(words.length);
  expect(
    words.filter(
      ([, text]) => !/^(?:[a-z]|ALPN|HTTP|TLS|CONNECT|Upgrade|Connection|Sec-|the)[^\n]*[^.\s]$/.test(text),
    ),
  ).toEqual([]);
});

test('every sign of a row has words', () => {
  const signs = failureRows.flatMap(({ ...row }: { certain?: Signs; likely?: Signs; possible?: Signs }) =>
    [row.certain, row.likely, row.possible].flatMap((all) => all?.flat() ?? []),
  );
  expect(signs.filter((sign) => !Object.hasOwn(signDescriptions, sign))).toEqual([]);
});

type Signs = readonly (readonly string[])[];
