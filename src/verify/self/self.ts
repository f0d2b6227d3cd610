import type { ClauseId } from '../../../models/clauses.ts';
import { replyClauses, requestClauses } from '../judge/obligation.ts';
import type { Case } from '../judge/observation.ts';
import { buildReport, type Report } from '../report/report.ts';
import { playAll } from '../run/runner.ts';
import { applicationHabits } from './application-habit.ts';
import { lenient, type ServedBench, startBench, targetOf } from './bench.ts';
import { benchPlans } from './bench-plan.ts';
import { browserHabits } from './browser-habit.ts';
import { clientCases } from './client-case.ts';
import { clientHabits } from './client-habit.ts';
import { connectionPaths } from './connection-path.ts';
import { deflateCases } from './deflate-case.ts';
import { firstMessageHabits } from './first-message-habit.ts';
import { hopCases } from './hop-case.ts';
import { inputCases } from './input-case.ts';
import { keepOpenHabits } from './keep-open-habit.ts';
import { offerHabits } from './offer-habit.ts';
import { secureHabits } from './secure-habit.ts';
import { serverCases } from './server-case.ts';
import { serverHabits } from './server-habit.ts';
import { sessionPaths } from './session-path.ts';
import { targetHabits } from './target-habit.ts';
import { tunnelHabits } from './tunnel-habit.ts';

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
}

const defaultRuns = 20;

/** Clauses that no case is made for and many show: what follows from a verdict, or stands beside another. */
const shownBeside: readonly ClauseId[] = [
  'service/1/frames-after-101',
  'service/3/not-101-failed',
  'service/3/accept-mismatch-closed',
  'service/3/subprotocol-unoffered-closed',
  'service/6/open-event',
  'service/6/error-then-close',
  'rfc6455/3/hash-escaped',
  'rfc6455/4.1/invalid-uri-fails',
  'rfc6455/4.1/key-random',
  'rfc6455/4.1/wait-for-reply',
  'rfc6455/4.1/extensions-in-use',
  'rfc6455/7.1.7/no-further-data',
  'rfc6455/11.1.1/percent-encoded',
  'rfc6455/9.1/parameters-defined',
  'rfc6455/9.1/extension-registered',
  'rfc7692/7.1.1.2/client-takeover-hinted',
  'rfc7692/7.1.2.2/client-bits-offered',
  'service/5.3/query-token',
  'service/5.3/cookie',
  'service/5.3/field',
  'service/5.3/subprotocol-token',
  'rfc6455/10.2/origin-verified',
  'rfc6455/4.2.2/origin-considered',
  'rfc6455/4.1/origin-browser',
  'rfc6455/4.1/pending-limit',
  'rfc6455/4.1/tls-all-traffic',
  'rfc6455/4.2.2/tls-all-traffic',
  'rfc6455/4.2.2/tls-before-handshake',
  'rfc6455/7.1.7/failure-reported',
  'rfc6455/10.6/client-tls-supported',
  'rfc6455/10.6/strong-tls',
  'rfc6455/10.6/tls-supported',
  'rfc7301/3.1/protocols-offered',
  'rfc9110/9.3.6/tunnel-formed',
  'rfc9110/11.7.2/proxy-authorization',
  'rfc9110/15.5.8/proxy-authentication',
  'rfc9112/3.2.3/connect-target',
  'service/5.3/first-message-none-lost',
  'service/5.3/first-message-shape',
  'whatwg/3.1/http-scheme',
];

/** What `verify self` would play: the number of cases made for each clause, and what it looks for always. */
export function planSelf(): {
  readonly made: ReadonlyMap<ClauseId, number>;
  readonly always: ReadonlySet<ClauseId>;
} {
  const made = new Map<ClauseId, number>();
  const plans = benchPlans.map((plan) => ({
    choices: { ...lenient, ...plan.choices },
    target: targetOf(plan, 0),
    authority: null,
    guards: plan.guards ?? null,
    port: 0,
    outcomeOf: () => Promise.reject(new Error('a plan')),
    handedOver: () => null,
  }));
  for (const { clause } of selfCases(plans, 1, defaultRuns)) made.set(clause, (made.get(clause) ?? 0) + 1);
  return { made, always: new Set([...replyClauses, ...requestClauses, ...shownBeside]) };
}

function selfCases(servers: readonly ServedBench[], seed: number, runs: number): readonly Case[] {
  return [
    ...connectionPaths(),
    ...sessionPaths(),
    ...hopCases(),
    ...clientHabits(),
    ...serverHabits(),
    ...applicationHabits(),
    ...firstMessageHabits(),
    ...deflateCases(),
    ...offerHabits(),
    ...secureHabits(),
    ...tunnelHabits(),
    ...browserHabits(),
    ...keepOpenHabits(),
    ...targetHabits(seed),
    ...inputCases({ seed, runs }),
    ...servers.flatMap((server, index) => {
      const share = index === 0 ? runs : Math.ceil(runs / 3);
      return serverCases(server, { seed: seed + index * 100_000, runs: share });
    }),
    ...clientCases({ seed, runs }),
  ];
}

/** Plays the reference client and the reference server against each other and against raw octets. */
export async function verifySelf(version: string, options: SelfOptions): Promise<Report> {
  const { seed, runs = defaultRuns, only = [], concurrency = 8, timeout = 10_000 } = options;
  const startedAt = new Date();
  const servers = await Promise.all(benchPlans.map((plan) => startBench(plan)));
  try {
    const cases = select(selfCases(servers, seed, runs), only);
    const { onProgress } = options;
    const played = await playAll(cases, { concurrency, timeout, ...(onProgress ? { onProgress } : {}) });
    const durationMs = Date.now() - startedAt.getTime();
    const again = `ws101 verify self --seed ${seed} --runs ${runs}`;
    const head = { version, target: 'self', seed, startedAt: startedAt.toISOString(), durationMs, again };
    return buildReport(head, played, only);
  } finally {
    for (const server of servers) await server.close();
  }
}

/** The cases made for the clauses; all of them where no case is made for any, as some show only beside others. */
function select(cases: readonly Case[], only: readonly ClauseId[]): readonly Case[] {
  const made = new Set(cases.map(({ clause }) => clause));
  return only.some((id) => made.has(id)) ? cases.filter(({ clause }) => only.includes(clause)) : cases;
}
