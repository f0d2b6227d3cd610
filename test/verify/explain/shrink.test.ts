import { expect, test } from 'vitest';
import { shrinkMessage } from '../../../src/verify/explain/shrink.ts';

const drop = (word: string) => (words: readonly string[]) =>
  words.includes(word) ? words.filter((each) => each !== word) : null;

test('whatever the message does not need is taken away, and what changes nothing is not played', async () => {
  const played: string[] = [];
  const shows = async (words: readonly string[]) => {
    played.push(words.join(''));
    return words.includes('b');
  };
  const reductions = [drop('a'), drop('b'), (words: readonly string[]) => words, drop('x'), drop('c')];
  expect(await shrinkMessage(['a', 'b', 'c'], reductions, shows)).toEqual(['b']);
  expect(played).toEqual(['bc', 'c', 'b']);
});
