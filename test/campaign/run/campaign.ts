import type { CampaignRecipe } from '../campaign-recipe.ts';
import type { Result } from '../result.ts';
import { install } from './install.ts';
import { observe, type Settings, type Surroundings } from './observe.ts';
import { Progress } from './progress.ts';
import { readResult, writeResult } from './store.ts';
import { readSurroundings } from './surroundings.ts';

export interface CampaignOptions extends Settings {
  /** Whether those are observed, too, that have a result of now. */
  readonly again: boolean;
  /** What is told of it goes here: a line each, or what takes the place of the last line. */
  readonly write: (text: string, isKept: boolean) => void;
}

/** What came of a campaign, by names. */
export interface Outcome {
  readonly observed: readonly string[];
  readonly upToDate: readonly string[];
  /** With the reason. */
  readonly leftOut: readonly (readonly [name: string, reason: string])[];
}

/** Observes one implementation after the other, and writes what it was seen to do as soon as it is known. */
export async function runCampaign(
  recipes: readonly CampaignRecipe[],
  options: CampaignOptions,
): Promise<Outcome> {
  const now = readSurroundings();
  const observed: string[] = [];
  const upToDate: string[] = [];
  const leftOut: (readonly [string, string])[] = [];
  const progress = new Progress(recipes.length, options.write);
  for (const recipe of recipes) {
    const name = `${recipe.role} ${recipe.name}`;
    progress.begin(name);
    const reason = install(recipe);
    if (reason !== null) {
      leftOut.push([name, reason]);
      progress.end('left out');
    } else if (!options.again && isCurrent(readResult(recipe.role, recipe.name), recipe, options, now)) {
      upToDate.push(name);
      progress.end('up to date');
    } else {
      const problem = await observeAndWrite(recipe, options, progress);
      if (problem === null) observed.push(name);
      else leftOut.push([name, problem]);
      progress.end(problem === null ? 'observed' : 'left out');
    }
  }
  for (const [name, reason] of leftOut) options.write(`left out: ${name}: ${reason.trim()}`, true);
  return { observed, upToDate, leftOut };
}

/** @returns what kept it from being observed; null where nothing did */
async function observeAndWrite(
  recipe: CampaignRecipe,
  options: CampaignOptions,
  { tell }: Progress,
): Promise<string | null> {
  try {
    writeResult(await observe(recipe, options, readSurroundings(), tell));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Whether a result says what another run would say: of the same software, by the same code, started in the same way, with
 * the same seeds and as many variants or more.
 */
export function isCurrent(
  result: Result | null,
  { readVersion, start, verify }: Pick<CampaignRecipe, 'readVersion' | 'start' | 'verify'>,
  { seeds, runs }: Pick<Settings, 'seeds' | 'runs'>,
  { ws101, node }: Pick<Surroundings, 'ws101' | 'node'>,
): boolean {
  if (result === null || result.runs < runs) return false;
  const had = [result.version, result.ws101, result.node, result.start, result.verify, result.seeds];
  return JSON.stringify(had) === JSON.stringify([readVersion(), ws101, node, start, verify, seeds]);
}
