import { expect, test } from 'vitest';
import { applyRowMutant, listRowMutants, nameRowMutant } from '../../scripts/mutate/row-mutant.ts';

const close = ['Connection', 'close'];
const rows = [
  { guard: 'one', status: 400, headers: [close], reason: 'Words are no decision.' },
  { guard: 'two', status: 426, headers: [close], when: { plainHttp: 'refused' } },
];

const mutants = listRowMutants('models/x.ts#rows', rows, true);

function apply(name: string): unknown {
  const found = mutants.find((mutant) => nameRowMutant(mutant) === `models/x.ts#rows#${name}`);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return applyRowMutant(rows, found);
}

test('every row, every value, every entry and every condition is changed, and no words', () => {
  expect(mutants.map(nameRowMutant)).toEqual([
    'models/x.ts#rows#0 row deleted',
    'models/x.ts#rows#0 rows swapped',
    'models/x.ts#rows#0.guard value replaced: "two"',
    'models/x.ts#rows#0.status value replaced: 426',
    'models/x.ts#rows#0.headers.0 entry dropped',
    'models/x.ts#rows#1 row deleted',
    'models/x.ts#rows#1.when condition dropped',
    'models/x.ts#rows#1.guard value replaced: "one"',
    'models/x.ts#rows#1.status value replaced: 400',
    'models/x.ts#rows#1.headers.0 entry dropped',
    'models/x.ts#rows#1.when.plainHttp value replaced: "refused~"',
  ]);
});

test.each([
  ['0 row deleted', [rows[1]]],
  ['0 rows swapped', [rows[1], rows[0]]],
  ['0.status value replaced: 426', [{ ...rows[0], status: 426 }, rows[1]]],
  ['0.headers.0 entry dropped', [{ ...rows[0], headers: [] }, rows[1]]],
  ['1.when condition dropped', [rows[0], { guard: 'two', status: 426, headers: [close] }]],
  ['1.when.plainHttp value replaced: "refused~"', [rows[0], { ...rows[1], when: { plainHttp: 'refused~' } }]],
])('%s', (name, changed) => {
  expect(apply(name)).toEqual(changed);
});

test('the rows of a register keep their names, and its order is none', () => {
  const register = { a: { weight: 'none' }, b: { weight: 'MUST' } };
  const found = listRowMutants('models/x.ts#register', register, false);
  expect(found.map(nameRowMutant)).toEqual([
    'models/x.ts#register#0 row deleted',
    'models/x.ts#register#0.weight value replaced: "MUST"',
    'models/x.ts#register#1 row deleted',
    'models/x.ts#register#1.weight value replaced: "none"',
  ]);
  expect(found.map((mutant) => applyRowMutant(register, mutant))).toEqual([
    { b: { weight: 'MUST' } },
    { a: { weight: 'MUST' }, b: { weight: 'MUST' } },
    { a: { weight: 'none' } },
    { a: { weight: 'none' }, b: { weight: 'none' } },
  ]);
});

test.each([
  [{ clauses: ['a'] }, { clauses: ['b'] }, 0],
  [{ clauses: ['a', 'b'] }, { clauses: ['b'] }, 1],
  [{ came: { x: 1 } }, { came: { x: 2 } }, 0],
  [{ came: { x: 1 } }, { came: { y: 2 } }, 1],
  [{ weight: 'none' }, { weight: 'MUST' }, 1],
])('%j and %j have an order that something can notice: %i', (one, other, swaps) => {
  const found = listRowMutants('models/x.ts#rows', [one, other], true);
  expect(found.filter(({ kind }) => kind === 'rows swapped')).toHaveLength(swaps);
});

test('what a rule compares is dropped where not every rule compares it, and rules that cannot meet are not swapped', () => {
  const rules = [
    { when: { sky: 'clear' }, says: 'swim' },
    { when: { sky: ['overcast', 'clear'], wind: 'gale' }, says: 'stay' },
    { when: { sky: 'fog' }, says: 'row' },
  ];
  const found = listRowMutants('models/x.ts#rules', rules, true).map(nameRowMutant);
  expect(found.filter((name) => name.includes('dropped'))).toEqual([
    'models/x.ts#rules#1.when.wind condition dropped',
    'models/x.ts#rules#1.when.sky.0 entry dropped',
    'models/x.ts#rules#1.when.sky.1 entry dropped',
  ]);
  expect(found.filter((name) => name.includes('swapped'))).toEqual(['models/x.ts#rules#0 rows swapped']);
});
