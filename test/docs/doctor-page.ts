import { blocksOf, codeOf } from './page.ts';

const page = 'docs/doctor.md';

/** The blocks of the page on the doctor, in their order. */
export const languages = blocksOf(page).map(({ language }) => language);

/** What is typed. */
export const commands = codeOf(page, 'sh');

/** What is printed. */
export const outputs = codeOf(page, 'text');

/** An output without what differs from run to run: times and the spaces before them, ports, and versions of products. */
export function withoutChance(output: string): string {
  return output
    .replaceAll(/ +\d+\.\d ms/g, ' n ms')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:n')
    .replaceAll(/port \d+/g, 'port n')
    .replaceAll(/nginx\/[\d.]+/g, 'nginx/n')
    .trim();
}
