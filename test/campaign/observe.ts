import { execFileSync } from 'node:child_process';
import type { Recipe } from './recipe.ts';

/** The version that is installed. */
export function readVersion({ version: [program = '', ...args] }: Pick<Recipe, 'version'>): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}
