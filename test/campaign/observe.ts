import { execFileSync } from 'node:child_process';
import { verifyServer } from '../../src/verify/index.ts';
import { type Finding, readFindings } from './finding.ts';
import { startPeer } from './peer.ts';
import type { Recipe } from './recipe.ts';
import type { ServerRecipe } from './server-recipe.ts';

/** Starts a server, and finds on it what all that is written down finds. */
export async function observeServer(recipe: ServerRecipe): Promise<readonly Finding[]> {
  const { port, stop } = await startPeer(recipe);
  try {
    const url = `ws://127.0.0.1:${port}${recipe.path}`;
    const { findings } = await verifyServer(url, { ...recipe.declared, seed: 20261121, runs: 0 });
    return readFindings(findings, url);
  } finally {
    await stop();
  }
}

/** The version that is installed. */
export function readVersion({ version: [program = '', ...args] }: Pick<Recipe, 'version'>): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}
