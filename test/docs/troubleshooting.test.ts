import { join } from 'node:path';
import { expect, test } from 'vitest';
import { symptoms, writeTroubleshooting } from '../../scripts/docs/troubleshooting-page.ts';
import { failureRows } from '../../src/knowledge/failure.ts';
import { remedies } from '../../src/knowledge/remedy/remedy.ts';

const page = writeTroubleshooting();
const ids = failureRows.map(({ id }) => id);

/** `npx vitest run test/docs/troubleshooting.test.ts -u` writes it anew, and `npm run docs` does. */
test('the committed page is up to date', async () => {
  await expect(page).toMatchFileSnapshot(join(process.cwd(), 'docs/generated/troubleshooting.md'));
});

test('every diagnosis is found by a symptom, and has a heading of its own', () => {
  expect([...new Set(symptoms.flatMap(([, listed]) => listed))].sort()).toEqual([...ids].sort());
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  expect(headings.sort()).toEqual([...ids].sort());
});

test('a symptom lists nothing twice', () => {
  for (const [seen, listed] of symptoms) expect(new Set(listed).size, seen).toBe(listed.length);
});

test('every remedy is on it, said to be run or not', () => {
  expect(remedies.filter(({ text }) => !page.includes(text))).toEqual([]);
  const own = remedies.filter(({ product }) => product !== null);
  expect(page.match(/\(\*run\*\)/g)).toHaveLength(own.filter(({ ran }) => ran).length);
  expect(page.match(/\(\*from its manual, not run\*\)/g)).toHaveLength(own.filter(({ ran }) => !ran).length);
});

test('statuses that mean the same are told in one', () => {
  expect(page).toContain(
    '\n- *certain*: the status is 502 or 503; no connection succeeds nearer to the application\n',
  );
});
