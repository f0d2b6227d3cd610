import type { ClauseId } from '../../../models/clauses.ts';
import type { ClientChoices } from '../../../models/facts/reply.ts';
import type { RequestHead } from '../../wire/index.ts';
import { type Connector, NoClient } from '../connector/connector.ts';
import { placeOn } from '../connector/place.ts';
import { playOften } from '../explain/repetition.ts';
import type { Fault } from '../judge/judgement.ts';
import type { Phrase } from '../judge/seen/phrase.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted/scripted-server.ts';
import type { ShownOctets } from '../report/exhibit.ts';
import type { Gathered } from '../report/gathered.ts';
import type { Finding, SentRequest } from '../report/report.ts';
import { answerRightly, calibrate } from './calibration.ts';
import { hintAccept, showOctets } from './exhibit.ts';
import { gatherClient, gatherTrials } from './gather.ts';
import { isRefuted } from './keys.ts';
import { playReply, type ReplyPlayOptions } from './reply/exchange.ts';
import { judgeExchange } from './reply/judgement.ts';
import type { ClientTarget } from './reply/reply-case.ts';
import { remakeReply, sendReply } from './reply/reply-octets.ts';

/** What came of playing again what a finding is about; the octets are left out where no one connection shows it. */
export type ClientReplay =
  | {
      readonly outcome: 'still fails';
      readonly fault: Pick<Fault, 'expected' | 'observed' | 'hint' | 'seen'>;
      readonly shown?: ShownOctets;
    }
  | { readonly outcome: 'fixed'; readonly observed: Phrase; readonly shown?: ShownOctets }
  | { readonly outcome: 'cannot tell'; readonly problem: string };

export interface ClientReplayOptions {
  readonly rules: ClientChoices['rules'];
  /** Milliseconds that a connection may take. */
  readonly timeout: number;
  /** The run that has found it. */
  readonly seed?: number;
  readonly runs?: number;
}

type Sendable = Pick<Finding, 'clause' | 'response' | 'recipe' | 'trial'> & {
  readonly after?: Pick<SentRequest, 'response' | 'recipe'>;
};

/**
 * Plays again what a finding on a client is about. A reply is made anew for the key and the offer that come. What no
 * reply alone shows is tried again by its name, and what neither is known of by a whole run of the same seed.
 */
export async function replayClientFinding(
  finding: Sendable,
  connector: Connector,
  options: ClientReplayOptions,
): Promise<ClientReplay> {
  const { clause, recipe, trial } = finding;
  const servers: ScriptedServer[] = [];
  try {
    if (!recipe && trial === undefined) return await runAgain(clause, connector, options);
    servers.push(await startScriptedServer(), await startScriptedServer());
    const [place, elsewhere] = servers.map((server) => placeOn(server));
    if (!place || !elsewhere) throw new Error('two servers were started');
    const { rules, timeout } = options;
    const play = { place, resource: '/chat?case=replay', timeout };
    const calibration = await calibrate(connector, play, { rules });
    if (!calibration.ok) return { outcome: 'cannot tell', problem: calibration.problem };
    const { target } = calibration;
    const { signs } = target;
    if (recipe) return await replyAgain(finding, target, { ...play, connector, signs });
    const asked = { connector, place, target, signs, timeout };
    const isWanted = ({ title }: { readonly title: string }) => title === trial;
    const { gathered } = await gatherTrials(asked, elsewhere, { known: new Set(), isWanted });
    return tellGathered(clause, gathered);
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NoClient)
      return { outcome: 'cannot tell', problem: error.message };
    throw error;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** Sends the reply of a finding again, behind the one that goes before it, and judges what comes of it. */
async function replyAgain(
  { clause, after, ...finding }: Sendable,
  target: ClientTarget,
  options: ReplyPlayOptions,
): Promise<ClientReplay> {
  const play = async ({ response, recipe = { spans: [] } }: Pick<SentRequest, 'response' | 'recipe'>) => {
    const { prefix = 0, changes = [] } = recipe;
    let made: ReturnType<typeof remakeReply> = null;
    const makeReply = (_: unknown, request: RequestHead) => {
      made = remakeReply(Buffer.from(response, 'base64'), recipe, request);
      if (!made) return answerRightly(null, request);
      return sendReply(made.octets, { prefix: made.moved(prefix), cutBy: recipe.cutBy ?? null });
    };
    const exchange = await playReply(makeReply, answerRightly, options);
    return { exchange, ...judgeExchange({ changes, prefix }, exchange, target), isMade: made !== null };
  };
  const playBehind = async () => {
    if (after) await play(after);
    return play(finding);
  };
  // What is seen every time that it is looked for has to be missing as often.
  const played = await playOften(playBehind, (each) => !each.isMade || each.faults.length > 0);
  const { exchange, faults, shown: clauses, isAsMade, isMade } = played;
  const shown = showOctets(exchange);
  if (!isMade && exchange.request)
    return { outcome: 'cannot tell', problem: 'the client offers fewer subprotocols than it did' };
  // On a reply that shows something else the client may do otherwise; what it sends is wrong on any.
  const own = faults.filter(({ kind }) => isAsMade || kind === 'reply' || kind === 'gone');
  const fault = own.find((each) => each.clause === clause) ?? own.find(({ kind }) => kind !== 'reply');
  if (fault) return { outcome: 'still fails', fault: hintAccept(fault, shown), shown };
  if (exchange.outcome === 'undecided' && !clauses.includes(clause))
    return { outcome: 'cannot tell', problem: 'ws101 cannot see whether the client opened on the reply' };
  if (!isAsMade)
    return {
      outcome: 'cannot tell',
      problem: 'the client offers something else than it did, and the reply does not show the same to it',
    };
  if (after)
    return {
      outcome: 'cannot tell',
      problem: 'the reply passes now, but the finding was seen only after another reply',
    };
  return { outcome: 'fixed', observed: { is: 'outcome', outcome: exchange.outcome }, shown };
}

/** Plays the run again that has found something that one connection cannot show. */
async function runAgain(
  clause: ClauseId,
  connector: Connector,
  { rules, timeout, seed = 1, runs = 0 }: ClientReplayOptions,
): Promise<ClientReplay> {
  const how = { seed, runs, rules, timeout, patience: null, signal: undefined, onProgress: () => {} };
  const gathering = await gatherClient(connector, how);
  return gathering.ok
    ? tellGathered(clause, gathering.gathered)
    : { outcome: 'cannot tell', problem: gathering.problem };
}

function tellGathered(clause: ClauseId, { exhibits, flaky, counts, kept }: Gathered): ClientReplay {
  const seen = [...exhibits, ...flaky];
  const found = seen.find((each) => [each, ...each.also].some((one) => one.clause === clause));
  if (found) return { outcome: 'still fails', fault: found.fault, shown: found };
  const shown = kept?.get(clause)?.show();
  if (counts.has(clause) || isRefuted(clause, counts))
    return { outcome: 'fixed', observed: 'permitted', ...(shown ? { shown } : {}) };
  return { outcome: 'cannot tell', problem: `nothing that was played shows ${clause}` };
}
