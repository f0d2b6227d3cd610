// Writes models/compiled: the decisions that the server and the client run, one `if` after the other, from the rule tables.
// It runs the sources themselves, so that nothing has to be built before.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const out = fileURLToPath(new URL('../models/compiled', import.meta.url));
const { import: load } = createJiti(import.meta.url, { fsCache: false });
const { compiledDecisions } = await load('./compile/compiled-decision.ts');
const { writeDecision } = await load('./compile/write-decision.ts');

const files = compiledDecisions.map((decision) => [decision.file, writeDecision(decision)]);
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const [name, text] of files) writeFileSync(join(out, name), text);
