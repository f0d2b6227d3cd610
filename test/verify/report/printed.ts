import { readTexts } from '../../text-case.ts';

/** What is printed of the sample in a form. */
export const printedAs = readTexts(new URL('./data/printed.txt', import.meta.url));
