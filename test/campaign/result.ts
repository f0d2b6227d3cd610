import type { ClauseId } from '../../models/clauses.ts';

export type Role = 'server' | 'client' | 'proxy';

export const roles = ['server', 'client', 'proxy'] as const satisfies readonly Role[];

/** What one implementation was seen to do, as `npm run campaign` writes it: a file each in `test/campaign/result/<role>`. */
export interface Result {
  readonly role: Role;
  /** The name of its recipe, unique among those of its role. */
  readonly name: string;
  /** Implementations of one family share a column: all versions of one library, or one proxy set up in several ways. */
  readonly family: string;
  /** What sets this one apart in its family; empty for the only or the usual one. */
  readonly variant: string;
  readonly language: string;
  readonly version: string;
  /** What reads HTTP, what knows of WebSocket, and what was built with both: each in words. */
  readonly layers: Readonly<Partial<Record<Layer, string>>>;
  /** How it is had: packages of Debian or npm. */
  readonly from: readonly string[];
  /** The command that starts it, and the one that verifies it; a port of 9001 stands for any. */
  readonly start: string;
  readonly verify: string;
  /** ISO 8601. */
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  /** The version of ws101, and what its sources were then. */
  readonly ws101: string;
  /** Of runs with generated variants, and how many of each row; what is written down alone is played besides. */
  readonly seeds: readonly number[];
  readonly runs: number;
  /**
   * Of every clause that may be published and binds this role: broken as all seeds, or a replay on a fresh process,
   * confirm; kept where a run has shown it, and none has shown otherwise; else untested.
   */
  readonly verdicts: Readonly<Partial<Record<ClauseId, Verdict>>>;
  readonly findings: readonly ResultFinding[];
  /** Of clauses that passed the place in `exchanges` of one that shows it, where a single exchange does that may be published. */
  readonly kept: Readonly<Partial<Record<ClauseId, number>>>;
  readonly exchanges: readonly ResultExchange[];
  /** What the texts leave to it, as it was learnt. */
  readonly policy: Readonly<Record<string, unknown>>;
}

export type Verdict = 'pass' | 'fail' | 'warn' | 'untested';

/** Who may look at a part of a message: what reads HTTP, what knows of WebSocket, or what was built with both. */
export type Layer = 'http' | 'library' | 'application';

/**
 * The octets of an exchange, base64, with ports from 9001 on, and a date of 1970 in place of any: of a client `request`
 * is what it sent, and `response` what it was sent.
 */
export interface ResultExchange {
  readonly request: string;
  readonly response: string;
  /** What was sent behind a reply that had begun: to a server, or by a client. */
  readonly behind?: string;
  /** Of a proxy besides. */
  readonly forwarded?: string;
  readonly answered?: string;
}

/** One defect. */
export interface ResultFinding extends Omit<ResultExchange, 'behind'> {
  readonly level: 'MUST' | 'SHOULD';
  readonly clause: ClauseId;
  /** Other clauses that it breaks. */
  readonly also: readonly ClauseId[];
  readonly title: string;
  /** What would have been right. */
  readonly expected: string;
  /** Tags of the report: `leniency` is what is broken to the letter only. */
  readonly tags: readonly string[];
  /** What an otherwise valid message had, and what came of it: both in words. */
  readonly sent: string;
  readonly came: string;
  /** The seeds with which it was found. */
  readonly seeds: readonly number[];
  /** Whether what is written down alone shows it, with no generated variant. */
  readonly literal: boolean;
  /** Whether it was seen again, alone, on a process that was started anew. */
  readonly replayed: boolean;
  /** Whose decision it is, where that was read in the sources. */
  readonly decidedBy?: Layer;
}
