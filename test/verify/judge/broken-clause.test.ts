import { expect, test } from 'vitest';
import { describeField } from '../../../src/verify/judge/broken-clause.ts';

const field = (name: string, value: string) => ({ name, value, span: { start: 0, end: 0 } });

test.each([
  [[], 'no upgrade'],
  [[field('Connection', 'x')], 'no upgrade'],
  [[field('Upgrade', '')], 'an empty upgrade'],
  [[field('UPGRADE', 'websocket')], 'websocket'],
  [[field('Upgrade', 'websocket'), field('Upgrade', 'h2c')], 'websocket and h2c'],
  [[field('Upgrade', ''), field('Upgrade', '')], ' and '],
])('%j is described as %j', (fields, text) => {
  expect(describeField('upgrade', { fields })).toBe(text);
});
