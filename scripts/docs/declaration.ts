import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

/** Of the API reference: what it is made from, and what it is. */
export interface ApiDigest {
  readonly declarations: string;
  readonly pages: string;
}

/** Everything that the API reference is made from, by name: the declarations with their docstrings, and how it is written. */
export function readDeclarations(root: string): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'ws101-declarations-'));
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    // Errors in types are told of by `npm run check`, and keep no declaration from being made.
    spawnSync(
      process.execPath,
      [compiler, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder],
      { cwd: root },
    );
    const entries = findEntries(readFileSync(join(root, 'package.json'), 'utf8'));
    const declared = followImports(entries, (file) => readFileSync(join(folder, file), 'utf8'));
    const ways = ['write-reference.mjs', 'tsconfig.json', 'package-lock.json'].map(
      (name) => `scripts/docs/api/${name}`,
    );
    return new Map([
      ...declared,
      ...ways.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The API reference as it was written, by the names of the files. */
export function readPages(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'docs/generated/api');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The declarations that package.json exports. */
export function findEntries(manifest: string): readonly string[] {
  return [...manifest.matchAll(/"types": "\.\/dist\/([^"]+)"/g)].map(([, file = '']) => file);
}

/** Files that the entries lead to, themselves included, in the order of their names. */
export function followImports(
  entries: readonly string[],
  read: (file: string) => string,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue;
    const text = read(file);
    texts.set(file, text);
    const imported = text.matchAll(/(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g);
    for (const [, path = ''] of imported) open.push(`${posix.join(posix.dirname(file), path)}.d.ts`);
  }
  return new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SHA-256 over names and texts, in hexadecimal. */
export function digest(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(JSON.stringify([name, text]));
  return hash.digest('hex');
}
