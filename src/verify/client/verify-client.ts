import type { ClauseId } from '../../../models/clauses.ts';
import type { ClientChoices } from '../../../models/vocabulary.ts';
import { offerOf } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import { clausesOf, findDefects } from '../explain/defect.ts';
import type { CaseList } from '../judge/case.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted-server.ts';
import { buildReport } from '../report/builder.ts';
import type { Report } from '../report/report.ts';
import { Player } from '../run/player.ts';
import { calibrate } from './calibration.ts';
import { type Connector, NoClient } from './connector.ts';
import { ping } from './exchange.ts';
import { exhibit, exhibitKeys } from './exhibit.ts';
import { placeOn } from './place.ts';
import { type ReplyCase, replyCases, standIn } from './reply-case.ts';
import type { Sampling } from './sampling.ts';
import { createClientSubject, resource } from './subject.ts';
import type { ClientTarget } from './target.ts';

export interface VerifyClientOptions {
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Variants of each row. Default 10. */
  readonly runs?: number;
  /** Clauses to report on; empty for all. */
  readonly only?: readonly ClauseId[];
  /** Milliseconds that one case may take. Default 2,000. */
  readonly timeout?: number;
  /** Which rules bind the client. Default `rfc6455`. */
  readonly rules?: ClientChoices['rules'];
  readonly onProgress?: (done: number, total: number) => void;
}

/** The result of a verification: a report, or why there is none. */
export type ClientVerification =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

const defaults = { runs: 10, timeout: 2_000, rules: 'rfc6455' } as const;

/** Generous: how much a client reads is its own choice. */
const limits = { headOctets: 65_536, fields: 1_000, interims: 100 };

/** The client's rows that a run for others does not play: limits are everybody's own. */
const ofLimits: ReadonlySet<string> = new Set(['headIsTooLarge', 'fieldsAreTooMany', 'interimsAreTooMany']);

/** The replies of a run. */
function casesFor(
  { offer, choices, needsChoice: choosesAlways }: Pick<ClientTarget, 'offer' | 'choices' | 'needsChoice'>,
  sampling: Sampling,
): CaseList<ReplyCase> {
  return replyCases({ offer, choices, limits, content: ping, choosesAlways, isPlain: true }, sampling);
}

/** How many connections a run needs of a client that has sent this request, with enough to confirm what it finds. */
export function countCases(
  request: RequestHead,
  {
    seed,
    runs,
    rules,
  }: { readonly rules?: ClientChoices['rules'] } & Omit<Sampling, 'runs'> & Partial<Sampling>,
): number {
  const offer = { ...offerOf(request, sha1), accept: standIn };
  const choices = { rules: rules ?? defaults.rules };
  const target = { offer, choices, needsChoice: false };
  const { total } = casesFor(target, { seed, runs: runs ?? defaults.runs });
  return total + Math.ceil(total / 2);
}

/** Holds a client against the client's table, over sockets. The connector is not closed. */
export async function verifyClient(
  version: string,
  connector: Connector,
  options: VerifyClientOptions,
): Promise<ClientVerification> {
  const { seed, runs, only = [], timeout, rules, onProgress } = { ...defaults, ...options };
  const startedAt = new Date();
  const servers: ScriptedServer[] = [];
  try {
    const count = connector.places ? 0 : connector.atOnce;
    for (let nth = 0; nth < count; nth += 1) servers.push(await startScriptedServer());
    const places = connector.places ?? servers.map((server) => placeOn(server));
    const [place] = places;
    if (!place) return { ok: false, problem: 'the client makes no connection at once' };
    const play = { place, resource: `${resource}first`, timeout };
    const calibration = await calibrate(connector, play, { rules });
    if (!calibration.ok) return calibration;
    const { target } = calibration;
    const subject = createClientSubject(connector, places, target, timeout);
    const cases = casesFor(target, { seed, runs });
    const isPlayed = (guard: string | null) => guard === null || !ofLimits.has(guard);
    const player = new Player(subject, {
      concurrency: connector.atOnce,
      isWanted: ({ changes }) => changes.every(({ guard }) => isPlayed(guard)),
      onProgress,
    });
    const played = await player.play(cases);
    if (played.ended === null && !(await subject.isAlive()))
      return { ok: false, problem: 'at the end of the run the client did not open on a right 101' };
    const { defects, accidents } = await findDefects(played, subject);
    const keys = exhibitKeys(connector.connections ?? servers.flatMap(({ connections }) => connections));
    const exhibits = [...defects.map((defect) => exhibit(defect, target)), ...keys.exhibits];
    const flaky = accidents.map((accident) => ({ ...exhibit(accident, target), again: accident.again }));
    const { tally, losses, unplayed, hasty, fates, ended } = played;
    const head = {
      ...({ version, mode: 'client', target: connector.name, seed, runs, startedAt, only } as const),
      ...{ policy: {}, declared: {}, actor: 'client' as const },
    };
    const counts = new Map([
      ...tally.countsBeside([...exhibits, ...flaky].flatMap(clausesOf)),
      ...keys.counts,
    ]);
    const gathered = { cases: tally.cases + losses.length, counts, exhibits, flaky };
    return { ok: true, report: buildReport(head, { ...gathered, ended, unplayed, hasty, fates }) };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NoClient)
      return { ok: false, problem: error.message };
    throw error;
  } finally {
    await Promise.all(servers.map((each) => each.close()));
  }
}
