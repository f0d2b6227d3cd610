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
  const surroundings = readSurroundings();
  const observed: string[] = [];
  const upToDate: string[] = [];
  const leftOut: (readonly [string, string])[] = [];
  const progress = new Progress(recipes.length, options.write);
  for (const recipe of recipes) {
    const name = `${recipe.role} ${recipe.name}`;
    progress.begin(name);
    const reason = install(recipe);
    if (reason !== null) leftOut.push([name, reason]);
    else if (!options.again && isCurrent(readResult(recipe.role, recipe.name), recipe, options, surroundings))
      upToDate.push(name);
    else {
      try {
        writeResult(await observe(recipe, options, { ...readSurroundings() }, progress.tell));
        observed.push(name);
      } catch (error) {
        leftOut.push([name, error instanceof Error ? error.message : String(error)]);
      }
    }
    progress.end(
      observed.at(-1) === name ? 'observed' : upToDate.at(-1) === name ? 'up to date' : 'left out',
    );
  }
  for (const [name, reason] of leftOut) options.write(`left out: ${name}: ${reason.trim()}`, true);
  return { observed, upToDate, leftOut };
}

/** Whether a result says what another run would say: of the same software, by the same code, started in the same way. */
export function isCurrent(
  result: Result | null,
  recipe: CampaignRecipe,
  { seeds, runs }: Settings,
  { ws101, node }: Pick<Surroundings, 'ws101' | 'node'>,
): boolean {
  if (result === null) return false;
  const wanted = [recipe.readVersion(), ws101, node, recipe.start, recipe.verify, seeds, runs];
  const had = [
    result.version,
    result.ws101,
    result.node,
    result.start,
    result.verify,
    result.seeds,
    result.runs,
  ];
  return JSON.stringify(had) === JSON.stringify(wanted);
}
