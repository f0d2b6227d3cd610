import { readTextCases } from '../../text-case.ts';

const printed = readTextCases(new URL('data/printed.txt', import.meta.url), []);

/** What is printed of the sample in this form. */
export function printedAs(form: string): string {
  const found = printed.find(({ title }) => title === form);
  if (!found) throw new Error(`data/printed.txt has nothing of the title ${form}`);
  return found.text;
}
