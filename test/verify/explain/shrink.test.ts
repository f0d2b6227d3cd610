import { expect, test } from 'vitest';
import { reduceRequest } from '../../../src/verify/explain/reduction.ts';
import { shrinkMessage } from '../../../src/verify/explain/shrink.ts';
import { canonicalMessage, sampleKey } from '../../../src/verify/judge/target.ts';
import { targetOf } from '../target.ts';

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

test('an octet that is not needed as it is becomes a letter', async () => {
  const canonical = canonicalMessage(targetOf('ws://a.test/'), sampleKey);
  const odd = { ...canonical, target: '/\0' };
  const isOdd = async ({ target }: typeof canonical) => target !== '/';
  expect((await shrinkMessage(odd, reduceRequest(odd, canonical), isOdd)).target).toBe('/x');
});
