import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { judge } from '../../../models/decide.ts';
import { serverTable } from '../../../models/decisions/server.ts';
import type { AnswerFacts } from '../../../models/facts/answer.ts';
import type { Pattern } from '../../../models/match.ts';
import { checkObligations } from '../../../models/obligations/obligation.ts';
import { answerGuards, replyObligations, replyObligationTable } from '../../../models/obligations/reply.ts';
import { requestObligationTable } from '../../../models/obligations/request.ts';
import { shownRows } from '../../../models/obligations/switch.ts';
import type { Topic } from '../../../models/topic.ts';
import { mirrorFaults, requestMirror } from '../../../models/verdict/mirror.ts';
import { openEndpoint } from '../../facts/endpoint.ts';
import {
  type AskedReply,
  findEmptyElement,
  findEmptyRequestElement,
  readAnswerFacts,
  readOpeningFacts,
  type SeenReply,
  type Wanted,
} from '../../facts/obligation-facts.ts';
import { readFields } from '../../facts/request-facts.ts';
import type { RequestHead } from '../../wire/index.ts';
import type { Checked } from './seen/broken-clause.ts';
import { linesOf, type Phrase, statusPhrase, textPhrase } from './seen/phrase.ts';
import { type Seen, seeReply, seeRequest } from './seen/seen.ts';
import { checkSwitch } from './switch/switch.ts';

/** The clauses that a 101 may show. */
const ofSwitch: ReadonlySet<ClauseId> = new Set(
  [
    ...shownRows,
    ...replyObligations.filter(({ owed }) => {
      const { status = 101 }: Pattern<AnswerFacts> = answerGuards[owed];
      return [status].flat().includes(101);
    }),
  ].map(({ clause }) => clause),
);

/** Whether a 101 may show a clause; others are about refusals. */
export function isOfSwitch(clause: ClauseId): boolean {
  return ofSwitch.has(clause);
}

/** The clauses that a reply is held against. */
export const replyClauses: readonly ClauseId[] = [...shownRows, ...replyObligations].map(
  ({ clause }) => clause,
);

/**
 * Holds a reply against what every reply owes. A 101 is also held against what the request has asked for.
 *
 * @param octets all that came, of which the head of this reply begins at `from`
 */
export function checkReply(seen: SeenReply, asked: AskedReply, octets: Uint8Array, from: number): Checked {
  const facts = readAnswerFacts(seen, asked);
  const { owed, broken } = checkObligations(replyObligationTable, facts);
  const isSwitch = seen.reply.status === 101 && asked.request !== null;
  const switched = isSwitch ? checkSwitch(asked.request, seen, octets, from) : nothing;
  return {
    shown: [...switched.shown, ...owed.map(({ clause }) => clause)],
    faults: [
      ...switched.faults,
      ...broken.map(({ clause, expected, about }) => ({
        clause,
        expected: textPhrase(expected),
        observed: observeReply(about, seen, facts),
        about,
        seen: [locateReply(about, seen, octets, from)],
      })),
    ],
  };
}

/** Where a reply has what an obligation looks at; behind a 101 no more than came before the pong. */
function locateReply(
  about: Topic,
  { reply, head, behind }: SeenReply,
  octets: Uint8Array,
  from: number,
): Seen {
  const topic = about === 'lists' ? (findEmptyElement(reply) ?? about) : about;
  const end = about === 'behind' ? from + head.length + behind.length : octets.length;
  return seeReply([topic], octets.subarray(0, end), from);
}

const nothing: Checked = { shown: [], faults: [] };

function observeReply(topic: Topic, seen: SeenReply, { behind }: Pick<AnswerFacts, 'behind'>): Phrase {
  const { reply, interims, content } = seen;
  switch (topic) {
    case 'status':
      return statusPhrase(reply);
    case 'interims':
      return { is: 'interims', statuses: interims };
    case 'start-line':
      return 'none';
    case 'fields':
      return 'foldedField';
    case 'lists':
      return observeList(findEmptyElement(reply), reply);
    case 'content':
      return content === null ? 'none' : { is: 'octets', count: content };
    case 'behind':
      return behind === 'http' ? 'replyBehindSwitch' : 'octetsThatAreNoFrame';
    case 'pong':
      return observePong(seen);
    case 'second':
      return 'replyToSecond';
    case 'end':
      return 'openConnection';
    default:
      return { is: 'values', ...linesOf(topic, reply) };
  }
}

function observePong({ pingInContent, pong, end }: SeenReply): Phrase {
  if (pingInContent === 'answered') return 'pongToContent';
  if (pong === 'failed' || pong === 'closed') return 'closeFrame';
  return end === 'ended' ? 'end' : 'nothingInTime';
}

function observeList(name: string | null, head: Pick<RequestHead, 'fields'>): Phrase {
  return name === null ? 'none' : { is: 'list', ...linesOf(name, head) };
}

const plenty = 16 * 1024 * 1024;
/** A server that welcomes everybody: a request that it refuses has a fault of its own. */
const anybody = {
  endpointAt: () => openEndpoint,
  fallback: openEndpoint,
  secured: false,
  targetLimit: plenty,
  fieldLimit: plenty,
};

/** Holds a client's request against what every request owes, and against what a server would refuse. */
export function checkRequest(request: RequestHead, wanted: Wanted, octets: Uint8Array): Checked {
  const { facts } = readFields(request, anybody);
  const rows = judge(serverTable, facts, openEndpoint.choices);
  const mirrored = mirrorFaults(
    requestMirror,
    rows.map(({ guard }) => guard),
    {},
  );
  const { owed, broken: unkept } = checkObligations(
    requestObligationTable,
    readOpeningFacts(request, wanted),
  );
  const broken = [...mirrored.map((row) => ({ ...row, expected: clauses[row.clause].summary })), ...unkept];
  return {
    shown: requestClausesOf(owed),
    // A clause that both tables find broken is one fault.
    faults: broken
      .filter(({ clause }, at) => broken.findIndex((each) => each.clause === clause) === at)
      .map(({ clause, expected, about }) => ({
        clause,
        expected: textPhrase(expected),
        observed: observeRequest(about, request),
        about,
        seen: [seeRequest(about === 'lists' ? [findEmptyRequestElement(request) ?? about] : [about], octets)],
      })),
  };
}

/** The clauses that a server's table finds broken by a request. */
const mirroredClauses = requestMirror.map(({ says }) => says.clause);

function requestClausesOf(owed: readonly { readonly clause: ClauseId }[]): readonly ClauseId[] {
  return [...new Set([...mirroredClauses, ...owed.map(({ clause }) => clause)])];
}

function observeRequest(topic: Topic, request: RequestHead): Phrase {
  const { method, target, version, fields } = request;
  switch (topic) {
    case 'start-line':
      return { is: 'requestLine', method, major: version.major, minor: version.minor };
    case 'target':
      return textPhrase(target);
    case 'first-field':
      return fields[0] ? textPhrase(fields[0].name) : 'noField';
    case 'lists':
      return observeList(findEmptyRequestElement(request), request);
    case 'framing':
      return {
        is: 'framing',
        fields: [linesOf('content-length', request), linesOf('transfer-encoding', request)],
      };
    default:
      return { is: 'values', ...linesOf(topic, request) };
  }
}

const ofReply: ReadonlySet<ClauseId> = new Set(replyClauses);

/** Whether the tables for replies say when a clause is shown. */
export function isOfReply(clause: ClauseId): boolean {
  return ofReply.has(clause);
}
