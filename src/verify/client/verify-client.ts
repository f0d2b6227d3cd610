import type { ClauseId } from '../../../models/clauses.ts';
import type { ClientChoices } from '../../../models/facts/reply.ts';
import { offerOf } from '../../arbitraries/index.ts';
import { sha1 } from '../../sha1.ts';
import type { RequestHead } from '../../wire/index.ts';
import type { Connector } from '../connector/connector.ts';
import { buildReport, type OnKept, type RunHead, tellKept } from '../report/builder.ts';
import type { Report } from '../report/report.ts';
import { isPartOf, type Sharding } from '../run/shard.ts';
import { casesFor, clausesFor, gatherClient, isAskedFor } from './gather.ts';
import { standIn } from './reply/reply-case.ts';

export interface VerifyClientOptions extends Sharding {
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Variants of each row. Default 10. */
  readonly runs?: number;
  /** Clauses to report on; empty for all. */
  readonly only?: readonly ClauseId[];
  /** Milliseconds that one case may take. Default 2,000. */
  readonly timeout?: number;
  /** Milliseconds for which a reply is held back, to learn how long the client waits for one. Default: as long as a case. */
  readonly patience?: number;
  /** Which rules bind the client. Default `rfc6455`. */
  readonly rules?: ClientChoices['rules'];
  readonly onProgress?: (done: number, total: number) => void;
  /** Called at the end for each clause that passes, with an exchange that shows it as a report has them, where a single one does. */
  readonly onKept?: OnKept;
  /** Ends the run early once it is aborted: the report has what was found until then, and is `partial`. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a verification: a report, or why there is none. */
export type ClientVerification =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

/** What a client is asked to offer where nothing else is said. */
export const defaultSubprotocols: readonly string[] = ['chat', 'superchat'];

const defaults = { runs: 10, timeout: 2_000, rules: 'rfc6455' } as const;

/** So many connections confirm what a short run finds, at least. */
const confirming = 40;

/** How many connections a run needs of a client that has sent this request, with enough to confirm what it finds. */
export function countCases(
  request: RequestHead,
  { seed, runs, rules, only = [] }: Pick<VerifyClientOptions, 'seed' | 'runs' | 'rules' | 'only'>,
): number {
  const offer = { ...offerOf(request, sha1), accept: standIn };
  const choices = { rules: rules ?? defaults.rules };
  const target = { offer, choices, needsChoice: false };
  const cases = casesFor(target, { seed, runs: runs ?? defaults.runs });
  const isAsked = isAskedFor(only, {}, cases);
  const { length } = [...cases.literals, ...cases.drawn].filter((each) =>
    isAsked({ ...each, clauses: clausesFor(each) }),
  );
  return length + Math.max(confirming, Math.ceil(length / 2));
}

/** Holds a client against the client's table, over sockets. The connector is not closed. */
export async function verifyClient(
  version: string,
  connector: Connector,
  options: VerifyClientOptions,
): Promise<ClientVerification> {
  const { only = [], onProgress = () => {}, onKept, signal, ...run } = { ...defaults, ...options };
  const { seed, runs } = run;
  const startedAt = new Date();
  const gathering = await gatherClient(connector, { ...run, only, onProgress, signal });
  if (!gathering.ok) return gathering;
  const head: RunHead = {
    version,
    mode: 'client',
    target: connector.name,
    seed,
    runs,
    startedAt,
    only,
    policy: gathering.policy,
    declared: {},
    actor: 'client',
    isPart: isPartOf(run),
  };
  const report = buildReport(head, gathering.gathered);
  tellKept(report, gathering.gathered, onKept);
  return { ok: true, report };
}
