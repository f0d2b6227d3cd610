import type { ClauseId } from '../../../models/clauses.ts';
import type { ClientChoices } from '../../../models/facts/reply.ts';
import { type Connector, NoClient, tellHeld } from '../connector/connector.ts';
import { type ClientPlace, placeOn } from '../connector/place.ts';
import { clausesOf, findDefectsInTime } from '../explain/defect.ts';
import type { CaseList } from '../judge/case.ts';
import type { Sampling } from '../judge/sampling.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted/scripted-server.ts';
import { type Gathered, gatherNothing, gatherPlayed, joinGathered } from '../report/gathered.ts';
import { Floods } from '../run/flood.ts';
import { interrupted, leaveInterrupted, unlessAborted } from '../run/interruption.ts';
import { Player } from '../run/player.ts';
import { isInShard, type Sharding } from '../run/shard.ts';
import { calibrate } from './calibration.ts';
import { exhibit, exhibitKeys, showOctets } from './exhibit.ts';
import { type ClientPolicy, learnClientPolicy } from './policy.ts';
import { ping } from './reply/exchange.ts';
import { type ClientTarget, established, type ReplyCase, replyCases } from './reply/reply-case.ts';
import { type ClientSubject, createClientSubject, resource } from './reply/subject.ts';
import { withAddressPlaces } from './trial/address.ts';
import { trusts, withTrust } from './trial/secure.ts';
import { withOtherAddress } from './trial/together.ts';
import type { TrialOptions, TrialPolicy, Tried } from './trial/trial.ts';
import { type TrialCase, type TrialPlaces, trialCases, triedClauses } from './trial/trial-case.ts';
import { createTrialSubject, exhibitTrial } from './trial/trial-subject.ts';

export interface GatherOptions extends Sampling, Sharding {
  /** Milliseconds that one case may take. */
  readonly timeout: number;
  /** Milliseconds for which a reply is held back, to learn how long the client waits, by default as long as a case; null to learn nothing. */
  readonly patience?: number | null;
  /** Clauses that are asked for; empty for all. */
  readonly only?: readonly ClauseId[];
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

/** Whether a reply is played to a client of somebody else. */
export function isPlayed({ changes }: ReplyCase): boolean {
  return changes.every(({ guard }) => guard === null || !ofLimits.has(guard));
}

/** What is played, a reply or a trial: the clauses that it was made for, and its place among all. */
interface Playable extends Pick<ReplyCase, 'group' | 'number'> {
  readonly clauses: readonly ClauseId[];
}

/**
 * Whether what was made for some clauses is asked for in a shard; all is, where anything may show one that is.
 *
 * @param only empty for all clauses
 */
export function isAskedFor(only: readonly ClauseId[], sharding: Sharding, { literals }: CaseList<ReplyCase>) {
  const made = new Set([...literals.flatMap(clausesFor), ...triedClauses()]);
  const isAll = only.length === 0 || only.some((clause) => !made.has(clause));
  return ({ clauses, ...place }: Playable) =>
    (isAll || clauses.some((clause) => only.includes(clause))) && isInShard(place, sharding, clauses);
}

/** The clauses that a reply was made for. */
export function clausesFor({ clause, changes }: ReplyCase): readonly ClauseId[] {
  return [clause, ...changes.flatMap(({ refusedAs }) => refusedAs ?? [])];
}

/** What was gathered of a client, or why nothing can be said of it. */
export type ClientGathering =
  | { readonly ok: true; readonly gathered: Gathered; readonly policy: ClientPolicy }
  | { readonly ok: false; readonly problem: string };

/** Plays all that a client is asked. The connector is not closed. */
export async function gatherClient(connector: Connector, options: GatherOptions): Promise<ClientGathering> {
  const { timeout, rules, signal, only = [], patience = only.length > 0 ? null : timeout } = options;
  const servers: ScriptedServer[] = [];
  try {
    const count = connector.places ? 0 : connector.atOnce;
    for (let nth = 0; nth < count; nth += 1) servers.push(await startScriptedServer());
    const places = connector.places ?? servers.map((server) => placeOn(server));
    const [place, second = null] = places;
    if (!place) return { ok: false, problem: 'the client needs at least one connection at a time' };
    const first = { place, resource: `${resource}first`, timeout };
    const calibration = await unlessAborted(signal, () => calibrate(connector, first, { rules })).catch(
      leaveInterrupted,
    );
    if (!calibration) return { ok: true, gathered: gatherNothing(interrupted), policy: {} };
    if (!calibration.ok) return calibration;
    const { target } = calibration;
    const asked = { connector, place, target, signs: target.signs, timeout };
    const elsewhere = connector.places ? null : await startScriptedServer();
    if (elsewhere) servers.push(elsewhere);
    const subject = createClientSubject(connector, places, target, timeout);
    const cases = casesFor(target, options);
    const isAsked = isAskedFor(only, options, cases);
    const isTried = (clause: ClauseId) => isAsked({ clauses: [clause], group: clause, number: 0 });
    const isAnyTried = triedClauses(elsewhere === null).some(isTried);
    const work = async (trialPlaces: TrialPlaces | null): Promise<ClientGathering> => {
      const replies = await gatherReplies(subject, target, connector.atOnce, cases, { ...options, isAsked });
      const isAlive = replies.ended !== null || (await subject.isAlive());
      if (!isAlive)
        return {
          ok: false,
          problem: 'at the end of the run the client did not come once more, or did not open on a right 101',
        };
      const known = new Set(replies.exhibits.flatMap(clausesOf));
      const isWanted = ({ clause }: TrialCase) => isTried(clause);
      // Of a run that has ended early, everything that it had left is told as such.
      const left = replies.ended === null ? signal : AbortSignal.abort();
      const gather = () => playTrials(asked, trialPlaces, { known, isWanted, signal: left });
      const learn = async () =>
        patience === null || replies.ended !== null
          ? {}
          : learnClientPolicy({ ...asked, signal, place: second ?? place, patience });
      const [trials, learnt] = second
        ? await Promise.all([gather(), learn()])
        : [await gather(), await learn()];
      const isLearnt = elsewhere !== null && only.length === 0 && replies.ended === null;
      const keys = exhibitKeys(connector.connections ?? servers.flatMap(({ connections }) => connections));
      const held = tellHeld(connector);
      const ofKeys = {
        ...gatherNothing(null),
        counts: new Map(keys.counts),
        exhibits: keys.exhibits,
        notes: held === null ? [] : [{ clause: established, title: `${held}.`, case: 0 }],
      };
      return {
        ok: true,
        gathered: joinGathered([replies, trials.gathered, ofKeys]),
        policy: { ...learnt, ...(isLearnt ? trials.policy : {}) },
      };
    };
    const gathering = await (elsewhere && isAnyTried
      ? withTrialPlaces(asked, placeOn(elsewhere), signal, work)
      : work(null));
    return gathering ?? { ok: true, gathered: gatherNothing(interrupted), policy: {} };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NoClient)
      return { ok: false, problem: error.message };
    throw error;
  } finally {
    await Promise.all(servers.map((each) => each.close()));
  }
}

interface ReplyOptions extends Pick<GatherOptions, 'onProgress' | 'signal'> {
  readonly isAsked: (playable: Playable) => boolean;
}

/** Plays the replies of a run. */
async function gatherReplies(
  subject: ClientSubject,
  target: ClientTarget,
  concurrency: number,
  list: CaseList<ReplyCase>,
  { onProgress, signal, isAsked }: ReplyOptions,
): Promise<Gathered> {
  const isWanted = (current: ReplyCase) =>
    isPlayed(current) && isAsked({ ...current, clauses: clausesFor(current) });
  const floods = new Floods();
  const watched = floods.watch(subject);
  const player = new Player(watched, { concurrency, isWanted, onProgress, signal });
  const played = await player.play(list);
  const explained = await findDefectsInTime(played, watched, signal);
  return {
    ...gatherPlayed(played, explained, {
      exhibit: (defect) => exhibit(defect, target),
      show: ({ exchange }) => showOctets(exchange),
    }),
    notes: floods.tell(established),
  };
}

/** How the trials of a run are chosen. */
interface TrialRun {
  /** Clauses that the client is known to break. */
  readonly known: ReadonlySet<ClauseId>;
  readonly isWanted: (trial: TrialCase) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Plays what no reply alone shows. */
export async function gatherTrials(
  options: TrialOptions,
  elsewhere: ClientPlace,
  run: TrialRun,
): Promise<{ readonly gathered: Gathered; readonly policy: TrialPolicy }> {
  const tried = await withTrialPlaces(options, elsewhere, run.signal, (places) =>
    playTrials(options, places, run),
  );
  return tried ?? { gathered: gatherNothing(interrupted), policy: { redirects: {}, challenges: {} } };
}

/**
 * Finds out which trials can be played to a client.
 *
 * @param use is called with the places of the trials; they are there as long as it runs
 * @returns null where it was stopped before that was known
 */
function withTrialPlaces<T>(
  options: TrialOptions,
  elsewhere: ClientPlace,
  signal: AbortSignal | undefined,
  use: (places: TrialPlaces) => Promise<T>,
): Promise<T | null> {
  return withAddressPlaces((addresses) =>
    withOtherAddress(options.connector, (other) =>
      withTrust(async (trust) => {
        const isTrusted = await unlessAborted(signal, () => trusts(trust, options)).catch(leaveInterrupted);
        if (isTrusted === null) return null;
        return use({ ...addresses, elsewhere, other, trust: isTrusted ? trust : null });
      }),
    ),
  );
}

/** @param places null for a client that comes by itself: nothing more can be asked of it than to come */
async function playTrials(
  options: TrialOptions,
  places: TrialPlaces | null,
  { known, isWanted, signal }: TrialRun,
): Promise<{ readonly gathered: Gathered; readonly policy: TrialPolicy }> {
  const subject = createTrialSubject(options, places, known);
  const player = new Player(subject, { concurrency: 1, isWanted, signal });
  const played = await player.play(trialCases(places));
  const explained = await findDefectsInTime(played, subject, signal);
  const show = ({ exchange }: { readonly exchange: Tried }) => showOctets(exchange);
  const gathered = gatherPlayed(played, explained, { exhibit: exhibitTrial, show });
  return { gathered, policy: subject.policy };
}
