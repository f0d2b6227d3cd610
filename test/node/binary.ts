import { accessSync, constants, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The majors of Node, later than the oldest that is supported, on which the second tier runs. */
export const laterNodes = [22, 24, 26] as const;
export type LaterNode = (typeof laterNodes)[number];

/** Where npm installs them: `package.json` and its lock say which. */
export const nodeFolder = fileURLToPath(new URL('.', import.meta.url));

const nameOf = (major: LaterNode) => `node${major}-${process.platform}-${process.arch}`;

/** The version that is pinned for this platform, or null where npm has none for it. */
export function pinnedVersion(major: LaterNode): string | null {
  const { optionalDependencies } = JSON.parse(readFileSync(`${nodeFolder}package.json`, 'utf8'));
  const wanted: string | undefined = optionalDependencies[nameOf(major)];
  return wanted === undefined ? null : wanted.slice(wanted.lastIndexOf('@') + 1);
}

/** The path of its binary, or null where that is not installed. */
export function findLaterNode(major: LaterNode): string | null {
  const path = `${nodeFolder}node_modules/${nameOf(major)}/bin/node`;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
