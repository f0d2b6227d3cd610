import type { ClauseId } from '../../../models/clauses.ts';
import type { Why } from '../../../models/verdict/condition.ts';
import type { Spelling } from '../../arbitraries/index.ts';
import type { Span } from '../../wire/index.ts';
import type { Change } from '../judge/change.ts';
import type { Side } from '../judge/seen/seen.ts';
import type { Declared } from './declared.ts';

/** What a report says of a clause. A broken clause of level SHOULD is a warning. */
export type ClauseVerdict = 'pass' | 'fail' | 'warn' | 'untested';

export interface ClauseResult {
  readonly id: ClauseId;
  /** For example `RFC 6455 §4.2.2`. */
  readonly source: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly verdict: ClauseVerdict;
  /** Cases that have shown something of this clause. */
  readonly cases: number;
  /** What is worth knowing of a clause that passes: a breach for which nobody is blamed. */
  readonly note?: string;
  /** Of what kind the reason is for which a clause is untested, and the reason in words. */
  readonly why?: Why;
  readonly reason?: string;
  /** What a user can give so that it is played, for example `--origin https://example.com`. */
  readonly unlock?: string;
  /** Why every finding that breaks the clause is waived. */
  readonly waived?: string;
}

/** A choice that a text leaves to implementations, and whether the subject was seen to choose as ws101 does. */
export type ChoiceResult = Omit<ClauseResult, 'level'>;

/** What was sent on one connection, and what came back; octets are in base64. */
export interface SentRequest {
  readonly request: string;
  readonly response: string;
  /** Octets of each piece, where the request was sent in several. */
  readonly pieces?: readonly number[];
  /** How many of its last octets were held back until the target began to answer, where some were. */
  readonly rest?: number;
  /** What was sent once the reply had begun: behind a 101 a ping, behind any other reply a second request. */
  readonly behind?: string;
  /** How many octets came from the target, where more came than are kept. */
  readonly came?: number;
  /** What a hop has made of both, at its backend: the request that arrived, and its answer. */
  readonly forwarded?: string;
  readonly answered?: string;
  /** What was played to a hop, by its name: what its client sent, and how its backend answered. */
  readonly pair?: string;
  /** What was tried with a client where no reply alone shows it, by its name. */
  readonly trial?: string;
  /** How the octets were made that ws101 has sent: to a server its request, to a client its reply. */
  readonly recipe?: Recipe;
}

/** Names of what is octets, in base64, in a report of any command. */
export const octetNames: ReadonlySet<string> = new Set([
  'request',
  'response',
  'behind',
  'forwarded',
  'answered',
]);

/** Octets that are made of a value which is another one on another connection. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  /** The accept value of the key, a subprotocol of the offer; the authority of the URL, what stands behind it; the credential. */
  readonly of: 'accept' | 'subprotocol' | 'authority' | 'resource' | 'credential';
  /** Which subprotocol of the offer, counted from 0. */
  readonly nth?: number;
  /** How it is written, right or spoilt. */
  readonly spelling: Spelling;
}

/** How octets were made, so that they can be made anew for another connection. */
export interface Recipe {
  readonly spans: readonly ValueSpan[];
  /** Of a reply to a client: what was changed in a right one; nothing where it is right. */
  readonly changes?: readonly Omit<Change, 'edits'>[];
  /** Of a reply to a client: how many octets go before the final reply, if any do. */
  readonly prefix?: number;
  /** Of a reply to a client: the seed of its cuts, if it is sent in several pieces. */
  readonly cutBy?: number;
}

/** A request that goes before another, on a connection of its own. */
export interface EarlierRequest extends SentRequest {
  /** The clause that it was made for. */
  readonly clause: ClauseId;
  /** The place of its case among all of the run. */
  readonly case: number;
}

/** Octets of one side of an exchange, counted from its first; `end` is exclusive. */
export interface SeenOctets extends Span {
  readonly side: Side;
}

/** One defect as it is reported. */
export interface Finding extends SentRequest {
  readonly clause: ClauseId;
  readonly source: string;
  readonly level: 'MUST' | 'SHOULD';
  /** What the subject did, in one line. */
  readonly title: string;
  /** What the clause says, in one sentence. */
  readonly rule?: string;
  /** Where its text is; a clause of the service specification has none. */
  readonly url?: string;
  readonly expected: string;
  readonly observed: string;
  /** The octets that show it; a report of an earlier version has none. */
  readonly seen?: readonly SeenOctets[];
  /** How often it was seen, of so many times that the same was sent, where it was sent again. */
  readonly again?: { readonly seen: number; readonly of: number };
  /** A script for bash that shows it without ws101. */
  readonly reproduction?: string;
  /** What is probably wrong, where that can be told. */
  readonly hint?: string;
  /** On what else the same was seen, a few of them in words. */
  readonly alsoOn?: readonly string[];
  /** Other clauses that the same defect breaks; they have no finding of their own. */
  readonly also?: readonly ClauseId[];
  /** The guards of the rows of the server's table that were not kept, where it is of rows. */
  readonly guards?: readonly string[];
  /** The request behind which alone it is seen. */
  readonly after?: EarlierRequest;
  readonly tags: readonly string[];
  /** The place of the case that has shown it first, among all of the run. */
  readonly case?: number;
  readonly replay: string;
  /** Why its clause is waived, where it is. */
  readonly waived?: string;
}

/** A fault that is not seen every time when the same is sent: nobody is blamed for it. */
export interface Flaky extends SentRequest {
  readonly clause: ClauseId;
  readonly source: string;
  /** How often it was seen, of so many times that its request was sent. */
  readonly seen: number;
  readonly of: number;
  readonly title: string;
  readonly rule?: string;
  readonly expected: string;
  readonly observed: string;
  readonly case: number;
}

/** Something that is worth knowing, and for which nobody is blamed. */
export interface Note {
  readonly clause: ClauseId;
  readonly title: string;
  /** As in a finding. */
  readonly case?: number;
  readonly request?: string;
}

/** What a waiver is for: a clause, or every clause whose finding has a tag. */
export type Waived = { readonly clause: ClauseId } | { readonly tag: string };
export type Waiver = Waived & { readonly reason: string };

/** The part of the cases that was played; `index` counts from 1. */
export interface ReportedShard {
  readonly index: number;
  readonly count: number;
}

/** What a verification has found, of any subject. Later versions may add keys. */
export interface Report {
  readonly tool: 'ws101';
  readonly version: string;
  readonly schema: 1;
  readonly mode: 'self' | 'server' | 'client' | 'proxy';
  readonly target: string;
  readonly seed: number;
  /** Variants of each row that were drawn. */
  readonly runs: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Whether the run ended before all was played: it was interrupted, or its subject was lost. */
  readonly partial?: true;
  /** Why the run ended before all was played. */
  readonly ended?: string;
  /** Cases that were left out, since others like them had shown the same; of a partial run, all that it had left. */
  readonly unplayed?: number;
  readonly summary: {
    readonly clauses: Readonly<Record<ClauseVerdict, number>>;
    /** How many of those that pass have a note. */
    readonly noted: number;
    /** Of how many that are broken every finding is waived. */
    readonly waived: number;
    /** How many of those that are untested are so for each kind of reason. */
    readonly untested: Readonly<Record<Why, number>>;
    /** How many findings there are of each level, those that are waived, and what is not seen every time, apart. */
    readonly findings: Readonly<Record<'must' | 'should' | 'waived' | 'flaky', number>> & {
      /** Of level MUST, but broken by the letter alone; reports of earlier versions have none. */
      readonly literal?: number;
    };
    readonly cases: number;
  };
  readonly clauses: readonly ClauseResult[];
  /** Clauses of level MAY. */
  readonly choices: readonly ChoiceResult[];
  readonly findings: readonly Finding[];
  /** Reports of earlier versions do not have it. */
  readonly flaky?: readonly Flaky[];
  readonly notes: readonly Note[];
  readonly policy: Readonly<Record<string, unknown>>;
  /** What was declared of the target, without values of secrets. */
  readonly declared: Declared;
  readonly shard?: ReportedShard;
  /** Waivers that no finding needed. */
  readonly unusedWaivers: readonly Waiver[];
}

/** The level of findings that make the exit code 1. */
export type CountedLevel = 'must' | 'should';

/** Whether a finding makes its clause fail. What is broken by the letter alone is a warning, whatever the text's level. */
export function isFailure({ level, tags }: Pick<Finding, 'level' | 'tags'>): boolean {
  return level === 'MUST' && !tags.includes('literal');
}

/** Whether a finding makes the exit code 1. */
export function isCounted(finding: Finding, counted: CountedLevel): boolean {
  return finding.waived === undefined && (counted === 'should' || isFailure(finding));
}
