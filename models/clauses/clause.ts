export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** Who owes it. What binds two of them is two clauses. */
export type Actor = 'client' | 'server' | 'intermediary';

/** What a run may lack to show a clause, without which there is no verdict on it. */
export type Need =
  /** Something declared of a server, or another URL. */
  | ('credential' | 'firstMessage' | 'origins' | 'demand' | 'subprotocols' | 'idleTime')
  | ('secureUrl' | 'plainUrl')
  /** What only an insider of a server knows. */
  | ('knownLimits' | 'knownPaths' | 'knownIntent')
  /** What a server has to do at all before it can do it rightly. */
  | ('agreedDeflate' | 'agreedParameters' | 'versionRead' | 'pong')
  /** What is played to no client, or is not seen of one. */
  | ('refusalByAlpn' | 'proxy' | 'browser' | 'oddUrls' | 'messages' | 'unreachable' | 'widerOffer')
  | ('inside' | 'endurance' | 'trust' | 'concurrency');

export interface Clause {
  readonly level: Level;
  readonly actor: Actor;
  /** One sentence: who must do what. */
  readonly summary: string;
  /** Whether the wire can show that it is kept. */
  readonly observable: boolean;
  /** What a run needs to show it, besides messages. */
  readonly needs?: Need;
  /** Where texts disagree with each other or with themselves, and how this project settles it. */
  readonly note?: string;
  /** Cited from memory: the text has not been compared yet. */
  readonly unchecked?: true;
}

type More = Partial<Pick<Clause, 'observable' | 'needs' | 'note' | 'unchecked'>>;

const owedAt =
  (level: Level) =>
  (actor: Actor, summary: string, more: More = {}): Clause => ({
    level,
    actor,
    summary,
    observable: true,
    ...more,
  });

export const must = owedAt('MUST');
export const should = owedAt('SHOULD');
export const may = owedAt('MAY');

/** The clauses of one document, by their ids. */
export type Clauses = Readonly<Record<`${string}/${string}/${string}`, Clause>>;
