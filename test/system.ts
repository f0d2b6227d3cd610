import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'vitest';
import { findMissing } from './debian.ts';
import { findLaterNode, type LaterNode } from './node/binary.ts';

/** What `scripts/set-up-test.mjs` installs where it may. */
export type Program =
  | ('chromium' | 'tinyproxy' | 'apache2' | 'nginx' | 'haproxy' | 'caddy')
  | ('varnishd' | 'lighttpd' | 'squid' | 'h2o' | 'nghttpx');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a program that is installed, or null. */
export function findProgram(name: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find(isExecutable) ?? null;
}

/**
 * Describes what needs a program. Without it the tests are skipped, with the reason in their title; with CI=true they
 * fail instead. Only what `npm run test:all` plays may need one.
 *
 * @param fn is given the path of the program
 */
export function describeWith(program: Program, title: string, fn: (path: string) => void): void {
  const path = findProgram(program);
  describeUnless(path === null ? [program] : [], title, () => fn(path ?? program));
}

/** The same for what needs packages of Debian. */
export function describeWithPackages(packages: readonly string[], title: string, fn: () => void): void {
  describeUnless(findMissing(packages), title, fn);
}

/** The same for what needs a later version of Node. */
export function describeWithNode(major: LaterNode, fn: (path: string) => void): void {
  const path = findLaterNode(major);
  const title = `Node ${major}`;
  describeUnless(path === null ? [title] : [], title, () => fn(path ?? 'node'));
}

function describeUnless(missing: readonly string[], title: string, fn: () => void): void {
  const reason = `${missing.join(' and ')} not installed`;
  if (missing.length === 0) describe(title, fn);
  else if (process.env['CI'] !== 'true') describe.skip(`${title} (skipped: ${reason})`, fn);
  else test(title, () => Promise.reject(new Error(`${reason}, and CI skips nothing`)));
}
