import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { replyCases } from '../client/reply/reply-case.ts';
import { findDefectsInTime } from '../explain/defect.ts';
import { type Case, type CaseList, octetsOf } from '../judge/case.ts';
import type { Sampling } from '../judge/sampling.ts';
import type { Target } from '../judge/target.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted/scripted-server.ts';
import { knownGood } from '../proxy/case/case-list.ts';
import { buildReport } from '../report/builder.ts';
import type { Exhibit } from '../report/exhibit.ts';
import { type Gathered, gatherPlayed, joinGathered } from '../report/gathered.ts';
import type { Report } from '../report/report.ts';
import { Player } from '../run/player.ts';
import type { Subject } from '../run/subject.ts';
import { serverCases } from '../server/case/request-case.ts';
import { clausesOfRoom, playClientRoom } from './client-room.ts';
import { type ClientSetUp, clientSetUps } from './client-set-up.ts';
import { countPairs, playHop } from './hop-room.ts';
import { createPathSubject, pathCases } from './path/path-subject.ts';
import { type PlannedServer, plannedServers } from './planned-server.ts';
import { createClientSubject } from './reference-client.ts';
import { createReferenceSubject, describeReference } from './reference-server.ts';
import { startSetUp } from './set-up.ts';

export interface SelfOptions {
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Variants of each row. Default 20. */
  readonly runs?: number;
  /** Clauses to report on; empty for all. */
  readonly only?: readonly ClauseId[];
  /** Cases played at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds that one case may take. Default 10,000. */
  readonly timeout?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the run early once it is aborted: the report has what was found until then, and is `partial`. */
  readonly signal?: AbortSignal | undefined;
}

const defaults = { runs: 20, concurrency: 8, timeout: 10_000 };

/** Of five digits, as systems give them: some near misses of a port are none where it has fewer. */
const anyPort = 50_000;

/** How many cases and paths `verify self` makes for each clause. */
export function planSelf(seed = 1, runs = defaults.runs): ReadonlyMap<ClauseId, number> {
  const made = new Map<ClauseId, number>();
  const count = (clause: ClauseId) => made.set(clause, (made.get(clause) ?? 0) + 1);
  for (const [nth, plan] of plannedServers.entries()) {
    const { literals, drawn } = casesOf(plan, nth, describeReference(plan, anyPort), seed, runs);
    for (const { clause } of [...literals, ...drawn]) count(clause);
  }
  for (const [nth, setUp] of clientSetUps.entries()) {
    const { literals, drawn } = repliesOf(setUp, nth, { seed, runs });
    for (const { clause } of [...literals, ...drawn]) count(clause);
  }
  for (const clause of clausesOfRoom({ seed, runs: shareOfRoom(runs) })) count(clause);
  for (const { clause } of pathCases().drawn) count(clause);
  made.set(knownGood.clause, (made.get(knownGood.clause) ?? 0) + countPairs(runs));
  return made;
}

/** The default server gets every kind of case; the others get what their policy or their choices are about. */
function casesOf(plan: PlannedServer, nth: number, target: Target, seed: number, runs: number) {
  const share = nth === 0 ? runs : Math.ceil(runs / 3);
  return serverCases(target, seed + nth * 100_000, share, plan.scope);
}

/** The first client gets every kind of reply; the others get what their offer or their rules are about. */
function repliesOf({ scope }: ClientSetUp, nth: number, { seed, runs }: Sampling) {
  return replyCases(scope, { seed: seed + nth * 500_000, runs: nth === 0 ? runs : Math.ceil(runs / 2) });
}

/** In its room the client gets what it gets from others, and with less variety. */
function shareOfRoom(runs: number): number {
  return Math.ceil(runs / 2);
}

/** What is the same for everything that a run plays. */
interface Run {
  readonly seed: number;
  readonly runs: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  readonly isAsked: (clause: ClauseId) => boolean;
  readonly tick: () => void;
  /** The command that plays all of it again. */
  readonly again: string;
}

/** Holds the reference server, client and hop against the models, over real sockets. */
export async function verifySelf(version: string, options: SelfOptions): Promise<Report> {
  const { seed, runs, only = [], concurrency, timeout, onProgress, signal } = { ...defaults, ...options };
  const startedAt = new Date();
  const made = planSelf(seed, runs);
  const total = [...made.values()].reduce((sum, count) => sum + count, 0);
  // A clause that no case is made for may be shown by any of them.
  const isAll = only.some((clause) => !made.has(clause)) || only.length === 0;
  let done = 0;
  const run: Run = {
    seed,
    runs,
    concurrency,
    timeout,
    signal,
    isAsked: (clause) => isAll || only.includes(clause),
    tick: () => onProgress?.(Math.min(++done, total), total),
    again: `ws101 verify self --seed ${seed} --runs ${runs}`,
  };
  const parts: Gathered[] = [];
  for (const [nth, plan] of plannedServers.entries()) {
    if (!signal?.aborted) parts.push(await playServer(plan, nth, run));
  }
  const scripted = await startScriptedServer({ deadline: timeout });
  try {
    for (const [nth, setUp] of clientSetUps.entries())
      if (!signal?.aborted) parts.push(await playClient(setUp, nth, scripted, run));
  } finally {
    await scripted.close();
  }
  const isAbout = (actor: 'client' | 'intermediary') =>
    only.length === 0 || only.some((clause) => clauses[clause].actor === actor);
  if (isAbout('client') && !signal?.aborted)
    parts.push(await playClientRoom({ ...run, runs: shareOfRoom(runs) }));
  if (isAbout('intermediary') && !signal?.aborted) parts.push(await playHop(run));
  parts.push(await playPaths(run));
  onProgress?.(total, total);
  const head = { version, mode: 'self', target: 'self', seed, runs, startedAt, only } as const;
  const gathered = joinGathered(parts);
  // What was not begun has counted nothing.
  const left = gathered.ended !== null && isAll ? total - gathered.cases : gathered.unplayed;
  return buildReport({ ...head, policy: {}, declared: {} }, { ...gathered, unplayed: left });
}

/** Plays the cases of one reference server. */
async function playServer(plan: PlannedServer, nth: number, run: Run): Promise<Gathered> {
  const server = await startSetUp(plan);
  try {
    const target = describeReference(plan, server.port);
    const subject = createReferenceSubject(server, target, run.timeout);
    const cases = casesOf(plan, nth, target, run.seed, run.runs);
    return await playCases(cases, subject, run, (current, exchange) => ({
      scene: { of: 'case', title: `${current.title}, to a reference server ${plan.title}` },
      request: octetsOf(current),
      response: exchange.answer.octets,
    }));
  } finally {
    await server.close();
  }
}

/** Plays replies to one reference client. */
function playClient(setUp: ClientSetUp, nth: number, server: ScriptedServer, run: Run): Promise<Gathered> {
  const subject = createClientSubject(setUp, server, run.timeout);
  return playCases(repliesOf(setUp, nth, run), subject, run, (current, { server: end, reply }) => ({
    scene: { of: 'case', title: `${current.title}, to a reference client ${setUp.title}` },
    request: Buffer.concat(end?.received.map(({ octets }) => octets) ?? []),
    response: reply,
  }));
}

/** Plays cases to a subject, and finds the defects behind what they show. */
async function playCases<C extends Case, Exchange>(
  cases: CaseList<C>,
  subject: Subject<C, Exchange>,
  { concurrency, signal, isAsked, tick, again }: Run,
  show: (current: C, exchange: Exchange) => Pick<Exhibit, 'scene' | 'request' | 'response'>,
): Promise<Gathered> {
  const isWanted = ({ clause }: C) => isAsked(clause);
  const player = new Player(subject, { concurrency, isWanted, onProgress: tick, signal });
  const played = await player.play(cases);
  const { defects, accidents, ended } = await findDefectsInTime(played, subject, signal);
  // What is known from inside has no accidents.
  const explained = { defects: [...defects, ...accidents], accidents: [], ended };
  return gatherPlayed(played, explained, {
    exhibit: ({ current, exchange, after, ...defect }) => ({
      ...defect,
      ...show(current, exchange),
      number: current.number,
      ...(after ? { after: { current: after.current, ...show(after.current, after.exchange) } } : {}),
      replay: `${again} --only ${current.clause}`,
    }),
    show: ({ current, exchange }) => show(current, exchange),
  });
}

/** Plays the paths through the reference client, server and hop. */
function playPaths(run: Run): Promise<Gathered> {
  return playCases(pathCases(), createPathSubject(run.timeout), run, ({ title }, { request, response }) => ({
    scene: { of: 'case', title },
    request: request ?? new Uint8Array(),
    response: response ?? new Uint8Array(),
  }));
}
