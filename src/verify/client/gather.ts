import type { ClientChoices } from '../../../models/vocabulary.ts';
import { type Connector, NoClient } from '../connector/connector.ts';
import { type Place, placeOn } from '../connector/place.ts';
import { clausesOf, findDefects } from '../explain/defect.ts';
import type { CaseList } from '../judge/case.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted-server.ts';
import { type Gathered, gatherNothing, joinGathered } from '../report/builder.ts';
import { interrupted, leaveInterrupted, unlessAborted } from '../run/interruption.ts';
import { Player } from '../run/player.ts';
import { calibrate } from './calibration.ts';
import { deliveryTrials } from './delivery.ts';
import { ping } from './exchange.ts';
import { exhibit, exhibitKeys } from './exhibit.ts';
import { type ReplyCase, replyCases } from './reply-case.ts';
import type { Sampling } from './sampling.ts';
import { withSecureTrials } from './secure.ts';
import { type ClientSubject, createClientSubject, resource } from './subject.ts';
import type { ClientTarget } from './target.ts';
import { withTogetherTrials } from './together.ts';
import { gatherTrials, type Trial } from './trial.ts';

export interface GatherOptions extends Sampling {
  /** Milliseconds that one case may take. */
  readonly timeout: number;
  /** Which rules bind the client. */
  readonly rules: ClientChoices['rules'];
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** Generous: how much a client reads is its own choice. */
const limits = { headOctets: 65_536, fields: 1_000, interims: 100 };

/** The client's rows that a run for others does not play: limits are everybody's own. */
const ofLimits: ReadonlySet<string> = new Set(['headIsTooLarge', 'fieldsAreTooMany', 'interimsAreTooMany']);

/** The replies of a run. */
export function casesFor(
  { offer, choices, needsChoice: choosesAlways }: Pick<ClientTarget, 'offer' | 'choices' | 'needsChoice'>,
  sampling: Sampling,
): CaseList<ReplyCase> {
  return replyCases({ offer, choices, limits, content: ping, choosesAlways, isPlain: true }, sampling);
}

/** What was gathered of a client, or why nothing can be said of it. */
export type ClientGathering =
  | { readonly ok: true; readonly gathered: Gathered }
  | { readonly ok: false; readonly problem: string };

/** Plays all that a client is asked. The connector is not closed. */
export async function gatherClient(connector: Connector, options: GatherOptions): Promise<ClientGathering> {
  const { timeout, rules, signal } = options;
  const servers: ScriptedServer[] = [];
  try {
    const count = connector.places ? 0 : connector.atOnce;
    for (let nth = 0; nth < count; nth += 1) servers.push(await startScriptedServer());
    const places = connector.places ?? servers.map((server) => placeOn(server));
    const [place] = places;
    if (!place) return { ok: false, problem: 'the client makes no connection at once' };
    const calibration = await calibrate(
      connector,
      { place, resource: `${resource}first`, timeout },
      { rules },
    );
    if (!calibration.ok) return calibration;
    const { target } = calibration;
    const subject = createClientSubject(connector, places, target, timeout);
    const replies = await gatherReplies(subject, target, connector.atOnce, options);
    const isAlive = replies.ended !== null || (await subject.isAlive());
    if (!isAlive)
      return { ok: false, problem: 'at the end of the run the client did not open on a right 101' };
    const trials = await gatherAllTrials(connector, place, target, timeout, signal);
    const keys = exhibitKeys(connector.connections ?? servers.flatMap(({ connections }) => connections));
    const ofKeys = {
      ...gatherNothing(''),
      ended: null,
      counts: new Map(keys.counts),
      exhibits: keys.exhibits,
    };
    return { ok: true, gathered: joinGathered([replies, ofKeys, ...trials]) };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NoClient)
      return { ok: false, problem: error.message };
    throw error;
  } finally {
    await Promise.all(servers.map((each) => each.close()));
  }
}

/** Plays the replies of a run. */
async function gatherReplies(
  subject: ClientSubject,
  target: ClientTarget,
  concurrency: number,
  { onProgress, signal, ...sampling }: GatherOptions,
): Promise<Gathered> {
  const isPlayed = (guard: string | null) => guard === null || !ofLimits.has(guard);
  const player = new Player(subject, {
    concurrency,
    isWanted: ({ changes }) => changes.every(({ guard }) => isPlayed(guard)),
    ...{ onProgress, signal },
  });
  const played = await player.play(casesFor(target, sampling));
  const explained = await unlessAborted(signal, () => findDefects(played, subject)).catch(leaveInterrupted);
  const ended = explained === null ? interrupted : played.ended;
  const { defects, accidents } = explained ?? (await findDefects({ ...played, ended }, subject));
  const exhibits = defects.map((defect) => exhibit(defect, target));
  const flaky = accidents.map((accident) => ({ ...exhibit(accident, target), again: accident.again }));
  const { tally, losses, unplayed, hasty, fates } = played;
  const counts = tally.countsBeside([...exhibits, ...flaky].flatMap(clausesOf));
  const cases = tally.cases + losses.length;
  return { cases, counts, exhibits, flaky, ended, unplayed, hasty, fates };
}

/** Plays what no reply alone shows. Of a client that comes by itself nothing more can be asked than to come. */
async function gatherAllTrials(
  connector: Connector,
  place: Place,
  { signs }: ClientTarget,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<readonly Gathered[]> {
  const options = { connector, signs, timeout };
  const gather = (trials: readonly Trial[]) => gatherTrials(trials, { signal });
  const deliveries = await gather(deliveryTrials({ ...options, place }));
  if (connector.places) return [deliveries];
  return [deliveries, await withTogetherTrials(connector, gather), await withSecureTrials(options, gather)];
}
