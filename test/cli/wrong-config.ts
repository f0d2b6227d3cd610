import { readTextCases } from '../text-case.ts';

/** A configuration that is refused, and how its problem is told, or how that begins. */
export interface WrongConfig {
  readonly what: string;
  readonly text: string;
  readonly problem: string;
}

/** Reads those of a file in `data`, which name the key of each. */
export function readWrongConfigs(name: string): readonly WrongConfig[] {
  const file = new URL(`data/${name}.txt`, import.meta.url);
  return readTextCases(file, ['key', 'says']).map(({ title, lists, text }) => {
    const [key] = lists.get('key') ?? [];
    if (key === undefined) throw new SyntaxError(`no key is named below "${title}"`);
    return { what: title, text, problem: `  ${key}: ${(lists.get('says') ?? []).join(', ')}` };
  });
}
