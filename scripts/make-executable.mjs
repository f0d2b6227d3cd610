// Makes executable what package.json names under "bin", as tsc does not, so that `npx ws101` works from here.
import { chmodSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const { bin } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
for (const file of Object.values(bin)) chmodSync(new URL(file, root), 0o755);
