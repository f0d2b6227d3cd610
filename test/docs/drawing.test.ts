import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const page = 'README.md';

/** A command in a comment, and what stands from there to the comment that ends it. */
const part = /<!-- ws101 (.+?) -->\n.*?<!-- end -->/gs;

async function writePart(command: string): Promise<string> {
  const { out } = await run(...command.split(' '));
  return `<!-- ws101 ${command} -->\n\n\`\`\`mermaid\n${out}\`\`\`\n\n<!-- end -->`;
}

/** `npx vitest run test/docs/drawing.test.ts -u` writes it anew. */
test('the lifecycle of the README is what its command prints', async () => {
  const text = readFileSync(page, 'utf8');
  const commands = [...text.matchAll(part)].map(([, command = '']) => command);
  expect(commands).toEqual(['diagram connection']);
  const parts = await Promise.all(commands.map(writePart));
  const around = text.split(part).filter((_, place) => place % 2 === 0);
  const written = around.map((each, place) => each + (parts[place] ?? '')).join('');
  await expect(written).toMatchFileSnapshot(join(process.cwd(), page));
});
