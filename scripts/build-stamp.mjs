// Knows whether `dist` is what would be built again: by what went into the build, and by what came out of it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that nothing of the build comes from. Whatever else there is, and may yet be added, counts. */
const others = new Set(['dist', 'dist-site', 'node_modules', 'test', 'docs', 'site', 'coverage']);

/** Where the last build is noted: beside the packages, so that no package and no commit has it. */
const stampOf = (/** @type {string} */ root) => join(root, 'node_modules/.cache/ws101/build');

/** @param {string} folder @returns {readonly string[]} */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} root @param {readonly string[]} files */
function digest(root, files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const content = readFileSync(file);
    // Whether a file may be run is a part of what was built.
    const isExecutable = (statSync(file).mode & 0o100) !== 0;
    hash.update(`${file.slice(root.length)} ${isExecutable} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} root */
function describe(root) {
  const entries = readdirSync(root, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !others.has(name),
  );
  const inputs = entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(root, entry.name)) : [join(root, entry.name)],
  );
  return `${digest(root, inputs)} ${digest(root, filesIn(join(root, 'dist')))}\n`;
}

/** @param {string} root */
export function isBuilt(root) {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === describe(root);
}

/** @param {string} root */
export function noteBuild(root) {
  const stamp = stampOf(root);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, describe(root));
}
