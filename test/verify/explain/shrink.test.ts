import { describe, expect, test } from 'vitest';
import { type Line, line } from '../../../src/arbitraries/index.ts';
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

describe('a request is made as plain as it can be', () => {
  const canonical = canonicalMessage(targetOf('ws://a.test/', { subprotocols: ['chat'] }), sampleKey);
  const [host, upgrade, connection, key, ...rest] = canonical.lines;
  const odd = line('X-Odd', '1');
  const linesOf = async (
    lines: readonly (Line | undefined)[],
    isShown: (lines: readonly Line[]) => boolean,
  ) => {
    const message = { ...canonical, lines: lines.filter((each) => each !== undefined) };
    const shows = async (smaller: typeof canonical) => isShown(smaller.lines);
    return (await shrinkMessage(message, reduceRequest(message, canonical), shows)).lines;
  };
  const has = (wanted: Line | undefined) => (lines: readonly Line[]) =>
    wanted !== undefined && lines.some(({ name }) => name === wanted.name);
  const hasNo = (wanted: Line | undefined) => (lines: readonly Line[]) => !has(wanted)(lines);

  test('what an ordinary opening has stays in it', async () => {
    expect(await linesOf([odd, ...canonical.lines, odd], has(odd))).toEqual([...canonical.lines, odd]);
  });

  test('what it lacks stands in its place, but for what has to be missing', async () => {
    expect(await linesOf([host, ...rest], hasNo(key))).toEqual([host, upgrade, connection, ...rest]);
  });

  test('lines stand in their usual order, but where that shows nothing', async () => {
    const turned = canonical.lines.toReversed();
    expect(await linesOf([odd, ...turned], has(odd))).toEqual([...canonical.lines, odd]);
    expect(await linesOf(turned, (lines) => lines[0] === turned[0])).toEqual(turned);
  });

  test('one of two lines is left out, and the other is the usual one', async () => {
    expect(await linesOf([...canonical.lines, line('host', 'b'), odd], has(odd))).toEqual([
      ...canonical.lines,
      odd,
    ]);
  });
});
