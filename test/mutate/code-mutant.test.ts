import { expect, test } from 'vitest';
import { instrument } from '../../scripts/mutate/code-mutant.ts';

test('a comparison has its mutants, each by the name of its file', async () => {
  const { code, mutants } = await instrument(
    'src/x.ts',
    'export const is = (a: number): boolean => a > 1;\n',
    false,
  );
  expect(mutants.map(({ mutator, replacement }) => `${mutator}: ${replacement}`)).toEqual([
    'ArrowFunction: () => undefined',
    'ConditionalExpression: true',
    'ConditionalExpression: false',
    'EqualityOperator: a >= 1',
    'EqualityOperator: a <= 1',
  ]);
  expect(mutants.map(({ id }) => id)).toContain('src/x.ts:4');
  expect(code).toContain('stryMutAct_9fa48("src/x.ts:4")');
  expect(mutants[1]).toEqual({
    ...{ id: 'src/x.ts:1', file: 'src/x.ts', line: 1, mutator: 'ConditionalExpression' },
    ...{ original: 'a > 1', replacement: 'true' },
  });
});

test('lists and registers of rows are tables; lists of words are none', async () => {
  const text = `
    export const rows = [{ guard: 'a' }, ...others] as const satisfies readonly Row[];
    export const weights: Weights = { none: 0 };
    const part = { none: 0 };
    export const table = { rows, id: "a" };
    const names = ['a', 'b'];
    export const twice = (value: number) => [{ value }];
  `;
  const { code, tables } = await instrument('models/x.ts', text, true);
  expect(tables).toEqual(['models/x.ts#rows', 'models/x.ts#weights']);
  expect(code).toContain('globalThis.mutateRows("models/x.ts#rows", [');
});
