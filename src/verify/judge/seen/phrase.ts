import type { ServerRow } from '../../../../models/decisions/row.ts';
import type { RequestGuard } from '../../../../models/decisions/server.ts';
import type { Topic } from '../../../../models/topic.ts';
import { type Field, fieldValues } from '../../../wire/index.ts';
import { type Answer, behindInterims } from '../../peer/answer.ts';

/** What was due, what was seen, or what is probably its cause, before it is put into words by `report/phrase.ts`. */
export type Phrase = PlainPhrase | FilledPhrase;

/** What needs nothing besides to be told. */
export type PlainPhrase =
  // What a server does, or owes.
  | 'acceptance'
  | 'replyOfHttp'
  | 'acceptingSwitch'
  | 'readableSwitch'
  | 'survival'
  | 'noConnectionSince'
  | 'noConnectionAgain'
  | 'silenceBeforeCredential'
  | 'noReplyBehindSwitch'
  | 'replyBehindSwitch'
  | 'pongToEarlyPing'
  | 'pongToContent'
  | 'octetsThatAreNoFrame'
  | 'replyToSecond'
  | 'foldedField'
  // What a client does, or owes.
  | 'survivingClient'
  | 'closeFrame'
  | 'pong'
  | 'freshKey'
  | 'randomKey'
  | 'uniqueNames'
  | 'tokens'
  // What a hop does, or owes.
  | 'arrivalOrReply'
  | 'arrival'
  | 'neither'
  | 'interimFirst'
  | 'noSwitch'
  | 'switch'
  | 'openAfterPause'
  | 'wholeContent'
  | 'partOfContent'
  | 'nothingButRequests'
  | 'octetsBeyond'
  | 'oneLength'
  // What any of them does.
  | 'request'
  | 'reply'
  | 'noReply'
  | 'noField'
  | 'openConnection'
  | 'end'
  | 'nothingInTime'
  | 'nothing'
  | 'none'
  | 'permitted'
  // Causes.
  | 'cutRequest'
  | 'declaredToCarry';

/** What is told with something that is of the rule or of the exchange. */
export type FilledPhrase =
  /** Words of a rule, or octets of the peer. */
  | { readonly is: 'text'; readonly text: string }
  /** What the rows permit by which a request is refused; `orEnd` where the end of the connection would do as well. */
  | {
      readonly is: 'permits';
      readonly rows: readonly Pick<ServerRow<RequestGuard>, 'permits' | 'guard'>[];
      readonly orEnd: boolean;
    }
  /** A connection that fails, because of rows of the client. */
  | { readonly is: 'failing'; readonly guards: readonly string[] }
  /** What a part of a 101 has to be. */
  | {
      readonly is: 'partOfSwitch';
      readonly about: Topic;
      readonly accept: string;
      readonly subprotocols: readonly string[];
    }
  /** Values of a field that is known from the rule; none where the message has no such field. */
  | ({ readonly is: 'values' } & Lines)
  /** A field whose values are a list. */
  | ({ readonly is: 'list' } & Lines)
  /** Values of two fields that say how long a message is. */
  | { readonly is: 'framing'; readonly fields: readonly Lines[] }
  /** Fields by name and value. */
  | { readonly is: 'fields'; readonly fields: readonly Lines[] }
  /** None of the fields that a Connection names. */
  | { readonly is: 'noneNominated'; readonly options: string }
  | { readonly is: 'requestLine'; readonly method: string; readonly major: number; readonly minor: number }
  | { readonly is: 'status'; readonly status: number; readonly reason: string }
  /** How a connection ended on which no reply came. */
  | {
      readonly is: 'unanswered';
      readonly interims: readonly number[];
      readonly end: Answer['end'];
    }
  | { readonly is: 'interims'; readonly statuses: readonly number[] }
  /** Kinds of faulty openings to which the connection ended without a reply, of so many. */
  | { readonly is: 'dropped'; readonly guards: readonly string[]; readonly of: number }
  /** An answer that has the accept value of the key. */
  | { readonly is: 'accepting'; readonly answer: Phrase }
  /** Numbers of octets. */
  | {
      readonly is: 'octets' | 'octetsThatAreNoReply' | 'octetsThatAreNoRequest' | 'otherOctets' | 'message';
      readonly count: number;
    }
  /** A key on several connections, and the status line that the first of them got. */
  | {
      readonly is: 'repeatedKey';
      readonly key: string;
      readonly count: number;
      readonly of: number;
      readonly answered: string | null;
    }
  | { readonly is: 'sameBits'; readonly bits: number; readonly keys: number }
  | { readonly is: 'serverName'; readonly host: string }
  /** A connection that failed, and what the client said of it. */
  | { readonly is: 'failure'; readonly told: string | null }
  | { readonly is: 'processEnd'; readonly how: string }
  | { readonly is: 'ownAnswer'; readonly status: number | null }
  /** What became of a connection. */
  | { readonly is: 'outcome'; readonly outcome: 'opened' | 'openedAnother' | 'failed' | 'undecided' }
  /** A cause: it is seen only behind another request. */
  | {
      readonly is: 'onlyBehind';
      readonly number: number;
      readonly title: string;
      readonly recovers: boolean;
      /** So many requests it was given to recover. */
      readonly within: number;
    }
  /** A cause: why octets cannot be read. */
  | { readonly is: 'unreadable'; readonly problem: string; readonly at: number }
  /** A cause: what an accept value should have been, and how the wrong one came about. */
  | { readonly is: 'rightAccept'; readonly accept: string; readonly cause: string | null };

/** All values of a field. */
export interface Lines {
  readonly name: string;
  readonly values: readonly string[];
}

/** The values of a field as a phrase has them. */
export function linesOf(name: string, { fields }: { readonly fields: readonly Field[] }): Lines {
  return { name, values: fieldValues(fields, name) };
}

/** What an answer is as a whole. */
export function answerPhrase(answer: Answer): Phrase {
  const { reply, end, interims } = answer;
  if (reply) return statusPhrase(reply);
  const { length } = behindInterims(answer);
  return length > 0 ? { is: 'octetsThatAreNoReply', count: length } : { is: 'unanswered', interims, end };
}

export function statusPhrase({
  status,
  reason,
}: {
  readonly status: number;
  readonly reason: string;
}): Phrase {
  return { is: 'status', status, reason };
}

/** Words of a rule, or octets of the peer. */
export function textPhrase(text: string): Phrase {
  return { is: 'text', text };
}
