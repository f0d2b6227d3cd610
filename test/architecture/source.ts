import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every source file under `models` and `src`, by its path from the root. */
export function readSources(): ReadonlyMap<string, string> {
  const paths = ['models', 'src'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  );
  return new Map(paths.sort().map((path) => [path, readFileSync(root + path, 'utf8')]));
}

/** Source text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/^ *\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/ .*$/gm, '$1');
}
