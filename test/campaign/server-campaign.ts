import { verifyServer } from '../../src/verify/index.ts';
import { probe } from '../../src/verify/peer/probe.ts';
import { replayFinding } from '../../src/verify/server/replay/replay.ts';
import { targetOf } from '../verify/target.ts';
import type { CampaignRecipe, Launched } from './campaign-recipe.ts';
import { placeIn, quote, runBuild, tellCommand } from './command.ts';
import { describeFinding, writeOpening } from './finding.ts';
import { readVersion } from './observe.ts';
import { startPeer } from './peer.ts';
import { findDecider, readings } from './reading.ts';
import { defaultSettings } from './run/observe.ts';
import type { ServerRecipe } from './server-recipe.ts';

/** Milliseconds that one request may take. */
const timeout = 2_000;

/** A server, as the campaign runs it. */
export function toServerCampaign(recipe: ServerRecipe): CampaignRecipe {
  const { name, family = name, variant = '', language, layers, debian, npm = [], build, decides } = recipe;
  const { http, library, application = 'a file of this project' } = layers;
  return {
    ...{ role: 'server', name, family, variant, language, debian, npm },
    layers: { http, library, application },
    start: [build, recipe.command].flatMap((words) => (words ? [tellCommand(words)] : [])).join(' && '),
    verify: tellVerification(recipe),
    readVersion: () => readVersion(recipe),
    ...(build ? { build: (folder: string) => runBuild(placeIn(build, folder)) } : {}),
    launch: (folder) => launch(recipe, folder),
    decidedBy: (clause) => findDecider(clause, readings, decides),
  };
}

/** Starts a server. */
export async function launch(recipe: ServerRecipe, folder: string): Promise<Launched> {
  const { port, stop } = await startPeer({ name: recipe.name, command: placeIn(recipe.command, folder) });
  const url = `ws://127.0.0.1:${port}${recipe.path}`;
  await awaitReply(url);
  return {
    ports: [port],
    stop,
    verify: (options) => verifyServer(url, { ...recipe.declared, ...options, timeout }),
    describe: (finding) => describeFinding(finding, url, recipe.declared),
    async replay(finding, { declared }) {
      return (await replayFinding(finding, declared, targetOf(url, recipe.declared), timeout)).outcome;
    },
  };
}

/** Milliseconds in which the first opening is to be answered: what has to be loaded then takes longer than any after it. */
const patience = 30_000;

/** Waits until a server that listens answers an opening, whatever the answer is. */
async function awaitReply(url: string): Promise<void> {
  await probe(targetOf(url), '127.0.0.1', [writeOpening(url)], patience);
}

function tellVerification({ path, declared }: ServerRecipe): string {
  const { subprotocols, subprotocolRequired = false, versions, origins, headers = [] } = declared;
  const words = [
    ...['ws101', 'verify', 'server', `ws://127.0.0.1:9001${path}`],
    ...(subprotocols ? ['--subprotocol', subprotocols.join(',')] : []),
    ...(subprotocolRequired ? ['--subprotocol-required'] : []),
    ...(versions ? ['--versions', versions.join(',')] : []),
    ...(origins ? ['--origin', origins.join(',')] : []),
    ...headers.flatMap(([field, value]) => ['--header', `${field}: ${value}`]),
    ...['--seed', String(defaultSettings.literalSeed), '--runs', '0', '--level', 'should'],
  ];
  return words.map(quote).join(' ');
}
