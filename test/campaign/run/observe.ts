import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClauseId } from '../../../models/clauses.ts';
import type { Report } from '../../../src/verify/index.ts';
import type { CampaignRecipe, Launched } from '../campaign-recipe.ts';
import type { Result, ResultExchange } from '../result.ts';
import { publishPolicy } from '../withheld.ts';
import {
  type Gathered,
  gatherFindings,
  gatherKept,
  gatherVerdicts,
  publish,
  publishExchange,
  type Run,
} from './gather.ts';

export interface Settings {
  /** Of the run with what is written down alone. */
  readonly literalSeed: number;
  readonly seeds: readonly number[];
  /** Variants of each row, in the runs of `seeds`. */
  readonly runs: number;
}

/** What `npm run campaign` does where nothing else is asked for. */
export const defaultSettings: Settings = { literalSeed: 20261121, seeds: [1, 2, 3], runs: 2 };

/** Where an observation stands, and which part of it is done, from 0 to 1. */
export type Tell = (what: string, part: number) => void;

/** What is the same for all that one machine observes. */
export type Surroundings = Pick<Result, 'date' | 'machine' | 'node' | 'ws101'>;

/**
 * Builds and starts an implementation, anew for each run, and gathers what the runs show. What not all of them show is
 * played again on a process of its own, and left out where that does not show it.
 *
 * @throws what says why it cannot be built, started or verified
 */
export async function observe(
  recipe: CampaignRecipe,
  { literalSeed, seeds, runs }: Settings,
  surroundings: Surroundings,
  tell: Tell,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'ws101-campaign-'));
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    if (recipe.build) tell('building', 0);
    await recipe.build?.(folder);
    const plan = [{ seed: literalSeed, runs: 0 }, ...seeds.map((seed) => ({ seed, runs }))];
    const all: Run[] = [];
    for (const [at, each] of plan.entries()) {
      const onProgress = (done: number, total: number) =>
        tell(`seed ${each.seed}, ${done} of ${total}`, (at + done / Math.max(total, 1)) / plan.length);
      all.push(await runOnce(recipe, folder, { ...each, onProgress }));
    }
    const kept = await confirm(recipe, folder, gatherFindings(all), tell);
    const { role, name, family, variant, language, layers, start, verify } = recipe;
    const verdicts = gatherVerdicts(all, kept);
    return {
      ...{ role, name, family, variant, language },
      version: recipe.readVersion(),
      layers,
      from: [...recipe.debian.map((each) => `apt:${each}`), ...recipe.npm.map((each) => `npm:${each}`)],
      ...{ start, verify, ...surroundings, seeds, runs },
      verdicts,
      findings: kept.map(({ published, seeds: found, isLiteral, isReplayed }) => {
        return { ...published, seeds: found, literal: isLiteral, replayed: isReplayed };
      }),
      ...gatherKept(all, verdicts),
      policy: sortKeys(publishPolicy(role, findSteady(all))),
    };
  } finally {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Confirmed = Gathered & { readonly isReplayed: boolean };

/** What all runs show, and of all else what is seen again when it is played alone. */
async function confirm(
  recipe: CampaignRecipe,
  folder: string,
  found: readonly Gathered[],
  tell: Tell,
): Promise<readonly Confirmed[]> {
  const kept: Confirmed[] = [];
  for (const each of found) {
    if (each.isOfAll) kept.push({ ...each, isReplayed: false });
    else {
      tell(`again ${each.published.clause}`, 1);
      const isReplayed = await withLaunched(recipe, folder, async ({ replay }) => {
        return (await replay(each.finding, each.report)) === 'still fails';
      });
      if (isReplayed) kept.push({ ...each, isReplayed });
    }
  }
  return kept;
}

/** A run on a process of its own. */
function runOnce(
  recipe: CampaignRecipe,
  folder: string,
  options: Omit<Parameters<Launched['verify']>[0], 'onKept'>,
): Promise<Run> {
  return withLaunched(recipe, folder, async (launched) => {
    const kept = new Map<ClauseId, ResultExchange>();
    const report: Report = await launched.verify({
      ...options,
      onKept(clause, shown, broken) {
        const published = publishExchange(recipe.role, shown, broken, launched.ports);
        if (published) kept.set(clause, published);
      },
    });
    const findings = publish(report, launched, (clause) => recipe.decidedBy?.(clause));
    return { seed: options.seed, isLiteral: options.runs === 0, report, findings, kept };
  });
}

async function withLaunched<T>(
  recipe: CampaignRecipe,
  folder: string,
  use: (launched: Launched) => Promise<T>,
): Promise<T> {
  const launched = await recipe.launch(folder);
  try {
    return await use(launched);
  } finally {
    await launched.stop();
  }
}

/** What every run has learnt alike. */
function findSteady(runs: readonly Run[]): Readonly<Record<string, unknown>> {
  const [first, ...others] = runs.map(({ report }) => report.policy);
  const isAlike = ([name, value]: [string, unknown]) =>
    others.every((policy) => JSON.stringify(policy[name]) === JSON.stringify(value));
  return Object.fromEntries(Object.entries(first ?? {}).filter(isAlike));
}

function sortKeys(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
