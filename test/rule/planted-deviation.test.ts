import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  explainUnplanted,
  findNaming,
  namingVariants,
  plantedDeviations,
} from '../../scripts/rule/planted-deviation.ts';

test.each([
  ['test/mutants/mutants.test.ts', 'a server that %s is told so', /^a server that .* is told so$/],
  ['test/mutants/client-mutants.test.ts', 'a client that %s is told so', /^a client that .* is told so$/],
  ['test/mutants/hop-mutants.test.ts', 'a hop that %s is told so', /^a hop that .* is told so$/],
])('%s has the titles of what is planted', (file, title, pattern) => {
  const planted = plantedDeviations.filter((each) => each.file === file);
  expect(planted.length).toBeGreaterThan(25);
  expect(planted.filter((each) => !pattern.test(each.title))).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain(`'${title}`);
});

test.each([
  ['test/mutants/variants.test.ts', 'nothing is held against a server that %s'],
  ['test/mutants/client-variants.test.ts', 'nothing is held against a client that %s'],
])('%s has the titles of conforming variants that name a clause', (file, title) => {
  const naming = namingVariants.filter((each) => each.file === file);
  expect(naming).not.toEqual([]);
  expect(naming.filter((each) => !each.title.startsWith(title.replace('%s', '')))).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain(`'${title}'`);
});

test.each([
  ['its own clause', 'rfc6455/4.2.1/key-present', 'a server that looks at no key is told so'],
  [
    'what it breaks besides',
    'service/7/proxy-connection-set',
    'a hop that drops Upgrade and Connection is told so',
  ],
  [
    'what a text excuses',
    'rfc9112/2.2/bare-cr',
    'a server that leaves out a CR that ends no line is told so',
  ],
] as const)('a deviation is found by %s', (_, id, title) => {
  const titles = findNaming(plantedDeviations, [id]).map((each) => each.title);
  expect(titles).toContainEqual(expect.stringContaining(title));
});

test.each([
  ['as it is written down', 'service/5.3/first-message-held', 'no credential was declared (--auth)'],
  ['since no wire shows it', 'service/6/open-event', 'no octets on a wire can show it'],
  ['since none is asked for', 'service/4/path-free', 'none is asked for where the level is MAY'],
] as const)('why nothing is planted is told: %s', (_, id, reason) => {
  expect(explainUnplanted(id)).toBe(reason);
});
