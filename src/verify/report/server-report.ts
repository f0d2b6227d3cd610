import type { ClauseId } from '../../../models/clauses.ts';
import type { TargetOptions } from '../judge/target.ts';
import type { Finding, Report } from './report.ts';

/** What was declared of a target, so that an answer can be judged again. Values of secrets are left out. */
export interface Declared {
  readonly subprotocol?: readonly string[];
  readonly subprotocolRequired?: boolean;
  readonly origin?: readonly string[];
  readonly versions?: readonly number[];
  readonly keyCheck?: NonNullable<TargetOptions['keyCheck']>;
  /** Where the credential stood, for example `query:token`. */
  readonly auth?: string;
  /** Names of the fields that were sent with every request. */
  readonly header?: readonly string[];
}

export interface ServerFinding extends Finding {
  /** Why its clause is waived, where it is. */
  readonly waived?: string;
}

/** What a waiver is for: a clause, or every clause whose finding has a tag. */
export type Waived = { readonly clause: ClauseId } | { readonly tag: string };
export type Waiver = Waived & { readonly reason: string };

/** The part of the cases that was played; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The report on a server, with what is needed to join the reports of shards and to replay a finding. */
export interface ServerReport extends Report {
  readonly findings: readonly ServerFinding[];
  readonly runs: number;
  readonly declared: Declared;
  readonly shard?: Shard;
  /** Waivers that no finding needed. */
  readonly unusedWaivers: readonly Waiver[];
}

export type Level = 'must' | 'should';

/** Whether a finding makes the exit code 1. */
export function isFailure({ level, waived }: ServerFinding, counted: Level): boolean {
  return waived === undefined && (counted === 'should' || level === 'MUST');
}

export function describeDeclared(options: TargetOptions): Declared {
  const { subprotocols, subprotocolRequired, origins, versions, keyCheck, auth, headers = [] } = options;
  return {
    ...(subprotocols ? { subprotocol: subprotocols } : {}),
    ...(subprotocolRequired === undefined ? {} : { subprotocolRequired }),
    ...(origins ? { origin: origins } : {}),
    ...(versions ? { versions } : {}),
    ...(keyCheck ? { keyCheck } : {}),
    ...(auth ? { auth: placeOf(auth) } : {}),
    ...(headers.length > 0 ? { header: headers.map(([name]) => name) } : {}),
  };
}

/** As `--auth` has it, without the value. */
function placeOf(auth: NonNullable<TargetOptions['auth']>): string {
  switch (auth.in) {
    case 'authorization':
      return 'header:Authorization';
    case 'field':
      return `header:${auth.name}`;
    case 'subprotocol':
      return 'subprotocol';
    case 'firstMessage':
      return 'first-message';
    default:
      return `${auth.in}:${auth.name}`;
  }
}
