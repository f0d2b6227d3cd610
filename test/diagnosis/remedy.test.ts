import { expect, test } from 'vitest';
import { findRemedies } from '../../src/diagnosis/remedy.ts';
import { failureRows } from '../../src/knowledge/failure.ts';

test.each(failureRows.map(({ id }) => id))('%s: general words alone where no product is recognised', (id) => {
  expect(findRemedies(id, [])).toEqual([{ product: null, text: expect.stringMatching(/^[A-Z].*\.$/) }]);
});

test('the lines of a product follow the general words, and no others', () => {
  const [first, ...others] = findRemedies('hop/upgrade-stripped', ['nginx']);
  expect(first?.product).toBeNull();
  expect(others).toEqual([
    { product: 'nginx', text: expect.stringContaining('proxy_set_header Upgrade $http_upgrade;') },
  ]);
});

test('of several products the lines are in the order in which those were recognised', () => {
  const found = findRemedies('hop/idle-timeout', ['HAProxy', 'Express', 'nginx', 'HAProxy']);
  expect(found.map(({ product }) => product)).toEqual([null, 'HAProxy', 'nginx']);
});

test('a product may have more than one way', () => {
  const found = findRemedies('hop/upgrade-stripped', ['Apache']);
  expect(found.map(({ product }) => product)).toEqual([null, 'Apache', 'Apache']);
});

test('OpenResty takes the lines of nginx', () => {
  expect(findRemedies('hop/limits', ['OpenResty'])).toEqual(findRemedies('hop/limits', ['nginx']));
});

test.each([
  ['a product that nobody knows', 'toString'],
  ['one with other spelling', 'NGINX'],
])('%s has no lines', (_, name) => {
  expect(findRemedies('hop/limits', [name])).toHaveLength(1);
});

test('nothing mends what is healthy', () => {
  expect(findRemedies('healthy', ['nginx'])).toEqual([]);
});
