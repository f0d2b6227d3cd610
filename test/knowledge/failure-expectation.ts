import { readFileSync } from 'node:fs';
import { confidences } from '../../src/knowledge/conclude.ts';

/** What is expected of a failure, in words of its own: nothing of it is taken from the rows. */
export interface FailureExpectation {
  readonly id: string;
  readonly where: string;
  readonly clause?: string;
  /** Combinations of signs by which it is told, how surely, and signs that contradict it or explain the same better. */
  readonly told: Readonly<
    Partial<Record<(typeof confidences)[number] | 'against', readonly (readonly string[])[]>>
  >;
  /** Whether it is only told beside others, `always`, or `where nothing else is told`. */
  readonly beside?: string;
}

const text = readFileSync(new URL('data/failure.txt', import.meta.url), 'utf8');

/** Reads the second account of all failures. */
function readExpectations(): readonly FailureExpectation[] {
  const lists = new Map<string, readonly string[]>();
  const found: { -readonly [Key in keyof FailureExpectation]: FailureExpectation[Key] }[] = [];
  const spread = (word: string): readonly string[] => lists.get(word) ?? [word];
  const combine = (word: string) => {
    const [first = '', ...others] = word.split('+');
    return first.split('|').flatMap((each) => spread(each).map((sign) => [sign, ...others]));
  };
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [name = '', ...words] = line.trim().split(' ');
    const last = found.at(-1);
    if (name.startsWith('@')) lists.set(name, [...(lists.get(name) ?? []), ...words.flatMap(spread)]);
    else if (line.startsWith(' ') && last) last.told = { ...last.told, [name]: words.flatMap(combine) };
    else {
      const [, where = '', clause, beside] =
        /^(\S+)(?: (\w+\/\S+))?(?: \((.+)\))?$/.exec(words.join(' ')) ?? [];
      found.push({ id: name, where, told: {}, ...(clause ? { clause } : {}), ...(beside ? { beside } : {}) });
    }
  }
  return found;
}

export const failureExpectations = readExpectations();

/** Each combination of signs by which a failure is expected to be told, and how surely. */
export const grounds = failureExpectations.flatMap(({ id, told }) =>
  confidences.flatMap(
    (confidence) => (told[confidence] ?? []).map((signs) => [id, confidence, signs] as const), // a row of three
  ),
);
