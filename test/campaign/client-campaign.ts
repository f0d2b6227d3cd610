import { replayClientFinding } from '../../src/verify/client/replay.ts';
import { verifyClient } from '../../src/verify/client/verify-client.ts';
import type { Report } from '../../src/verify/index.ts';
import type { CampaignRecipe, Launched } from './campaign-recipe.ts';
import { clientReadings } from './client-reading.ts';
import { type ClientRecipe, startClient } from './client-recipe.ts';
import { placeIn, quote, runBuild, tellCommand } from './command.ts';
import { readVersion } from './observe.ts';
import { findDecider } from './reading.ts';
import { defaultSettings } from './run/observe.ts';
import { describeDeed, steadyExchange, steadyReport } from './steady-report.ts';

/** Milliseconds that one connection may take. A browser takes longer than a driver. */
const timeoutOf = ({ command }: ClientRecipe) => (typeof command === 'string' ? 5_000 : 3_000);

/** A client, as the campaign runs it. */
export function toClientCampaign(recipe: ClientRecipe): CampaignRecipe {
  const { name, family = name, variant = '', language, http, debian, npm = [], build, command } = recipe;
  const start = typeof command === 'string' ? [command] : command;
  const application = typeof command === 'string' ? 'a page of this project' : 'a driver of this project';
  return {
    ...{ role: 'client', name, family, variant, language, debian, npm },
    layers: { http, library: family, application },
    start: [build, start].flatMap((words) => (words ? [tellCommand(words)] : [])).join(' && '),
    verify: tellVerification(recipe),
    readVersion: () => readVersion(recipe),
    ...(build ? { build: (folder: string) => runBuild(placeIn(build, folder)) } : {}),
    launch: (folder) => launch(recipe, folder),
    decidedBy: (clause) => findDecider(clause, clientReadings, recipe.decides),
  };
}

/** Starts a client. */
async function launch(recipe: ClientRecipe, folder: string): Promise<Launched> {
  const connector = await startClient(recipe, folder);
  const { rules } = recipe;
  const timeout = timeoutOf(recipe);
  const verify = async (options: Parameters<typeof verifyClient>[2]): Promise<Report> => {
    const verification = await verifyClient('', connector, { rules, timeout, ...options });
    if (!verification.ok) throw new Error(verification.problem);
    return verification.report;
  };
  return {
    // What it connects to has another port each time: `steadyReport` puts one in the place of all.
    ports: [],
    verify: async ({ onKept, ...options }) =>
      steadyReport(
        await verify({
          ...options,
          onKept: (clause, shown, broken) => onKept?.(clause, steadyExchange(shown), broken),
        }),
      ),
    describe: describeDeed,
    async replay(finding) {
      const run = { seed: defaultSettings.literalSeed, runs: 0 };
      return (await replayClientFinding(finding, connector, { rules, timeout, ...run })).outcome;
    },
    stop: () => connector.close(),
  };
}

function tellVerification(recipe: ClientRecipe): string {
  const { command, rules } = recipe;
  const run = ['--seed', String(defaultSettings.literalSeed), '--runs', '0', '--level', 'should'];
  const options = [...run, '--timeout', String(timeoutOf(recipe))].map(quote).join(' ');
  return typeof command === 'string'
    ? `ws101 verify client --browser ${command} --rules ${rules} ${options}`
    : `ws101 verify client --driver ${options} -- ${tellCommand(command)}`;
}
