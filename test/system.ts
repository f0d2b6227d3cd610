import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'vitest';

/** What `scripts/set-up-test.mjs` installs where it may. */
export type Program = 'chromium' | 'tinyproxy' | 'apache2' | Service;

/** Packages that start a service; they are installed only where no systemd would run it. */
const services = ['nginx', 'haproxy', 'caddy'] as const;
type Service = (typeof services)[number];

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

/** Whether `scripts/set-up-test.mjs` installs it. */
function isInstallable(program: Program): boolean {
  const startsService = services.some((service) => service === program);
  return (
    process.getuid?.() === 0 &&
    findProgram('apt-get') !== null &&
    !(startsService && existsSync('/run/systemd/system'))
  );
}

/**
 * Describes what needs a program. Without it the tests are skipped, with the reason in their title; they fail instead
 * where CI could have installed it.
 *
 * @param fn is given the path of the program
 */
export function describeWith(program: Program, title: string, fn: (path: string) => void): void {
  const path = findProgram(program);
  const mustHave = process.env['CI'] === 'true' && isInstallable(program);
  if (path !== null) describe(title, () => fn(path));
  else if (mustHave) test(title, () => Promise.reject(new Error(`${program} could not be installed`)));
  else describe.skip(`${title} (skipped: ${program} is not installed)`, () => fn(program));
}
