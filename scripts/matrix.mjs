// Writes docs/generated/matrix from the results of the campaign: pages, JSON and CSV, none of which is committed. It runs
// the sources themselves, so that nothing has to be built before.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = fileURLToPath(new URL('..', import.meta.url));
const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { readPublished } = await load('./docs/matrix-result.ts');
const { writeMatrixFiles } = await load('./docs/matrix-file.ts');

const out = join(root, 'docs/generated/matrix');
const files = writeMatrixFiles(readPublished());
rmSync(out, { recursive: true, force: true });
for (const [name, text] of files) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), text);
}
