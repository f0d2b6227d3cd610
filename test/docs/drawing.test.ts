import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const page = 'README.md';

/** A command in a comment, and what stands from there to the comment that ends it. */
const part = /<!-- ws101 (.+?) -->\n.*?<!-- end -->/gs;

async function writePart(command: string): Promise<string> {
  const { out } = await run(...command.split(' '));
  const block = out.startsWith('|') ? out : `\`\`\`mermaid\n${out}\`\`\`\n`;
  return `<!-- ws101 ${command} -->\n\n${block}\n<!-- end -->`;
}

/** `npx vitest run test/docs/drawing.test.ts -u` writes them anew. */
test('the lifecycle and the decision table of the README are what their commands print', async () => {
  const text = readFileSync(page, 'utf8');
  const commands = [...text.matchAll(part)].map(([, command = '']) => command);
  expect(commands).toEqual(['diagram connection', 'diagram server --format markdown']);
  const parts = await Promise.all(commands.map(writePart));
  const around = text.split(part).filter((_, place) => place % 2 === 0);
  const written = around.map((each, place) => each + (parts[place] ?? '')).join('');
  await expect(written).toMatchFileSnapshot(join(process.cwd(), page));
});
