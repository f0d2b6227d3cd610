import { nothingSpecial } from '../../../models/breach.ts';
import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { judge } from '../../../models/decide.ts';
import { mirrorFaults, requestMirror } from '../../../models/mirror.ts';
import { compileObligations } from '../../../models/obligation.ts';
import {
  type AnswerFacts,
  replyObligations,
  replyObligationTable,
} from '../../../models/reply-obligation.ts';
import { requestObligationTable } from '../../../models/request-obligation.ts';
import { serverTable } from '../../../models/server-decision.ts';
import { shownRows } from '../../../models/shown.ts';
import type { Topic } from '../../../models/topic.ts';
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
import { fieldValues, type RequestHead } from '../../wire/index.ts';
import { tellInterims } from '../peer/answer.ts';
import { type Checked, describeField } from './broken-clause.ts';
import { type Seen, seeReply, seeRequest } from './seen.ts';
import { checkSwitch } from './switch.ts';

const checkReplyObligations = compileObligations(replyObligationTable);
const checkRequestObligations = compileObligations(requestObligationTable);

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
  const { owed, broken } = checkReplyObligations(facts);
  const isSwitch = seen.reply.status === 101 && asked.request !== null;
  const switched = isSwitch ? checkSwitch(asked.request, seen, octets, from) : nothing;
  return {
    shown: [...switched.shown, ...owed.map(({ clause }) => clause)],
    faults: [
      ...switched.faults,
      ...broken.map(({ clause, expected, about }) => ({
        clause,
        expected,
        observed: describeReply(about, seen, facts),
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

function describeReply(topic: Topic, seen: SeenReply, { behind }: Pick<AnswerFacts, 'behind'>): string {
  const { reply, interims, content } = seen;
  switch (topic) {
    case 'status':
      return `${reply.status} ${reply.reason}`.trim();
    case 'interims':
      return tellInterims(interims) || 'none';
    case 'start-line':
      return 'none';
    case 'fields':
      return 'a folded field';
    case 'lists':
      return describeList(findEmptyElement(reply), reply);
    case 'content':
      return `${content} octets`;
    case 'behind':
      return behind === 'http' ? 'a reply of HTTP' : 'octets that are no frame of a server';
    case 'pong':
      return describePong(seen);
    case 'second':
      return 'a reply to a second request on the same connection';
    case 'end':
      return 'an open connection';
    default:
      return describeField(topic, reply);
  }
}

function describePong({ pingInContent, pong, end }: SeenReply): string {
  if (pingInContent === 'answered') return 'a pong to a ping that stands in the content';
  if (pong === 'failed' || pong === 'closed') return 'a Close frame';
  return end === 'ended' ? 'the end of the connection' : 'nothing in time';
}

function describeList(name: string | null, { fields }: Pick<RequestHead, 'fields'>): string {
  return name === null ? 'none' : `${name}: ${fieldValues(fields, name).join(', ')}`;
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
    nothingSpecial,
  );
  const { owed, broken: unkept } = checkRequestObligations(readOpeningFacts(request, wanted));
  const broken = [...mirrored.map((row) => ({ ...row, expected: clauses[row.clause].summary })), ...unkept];
  return {
    shown: requestClausesOf(owed),
    // A clause that both tables find broken is one fault.
    faults: broken
      .filter(({ clause }, at) => broken.findIndex((each) => each.clause === clause) === at)
      .map(({ clause, expected, about }) => ({
        clause,
        expected,
        observed: describeRequest(about, request),
        about,
        seen: [seeRequest(about === 'lists' ? [findEmptyRequestElement(request) ?? about] : [about], octets)],
      })),
  };
}

function requestClausesOf(owed: readonly { readonly clause: ClauseId }[]): readonly ClauseId[] {
  return [...new Set([...requestMirror, ...owed].map(({ clause }) => clause))];
}

function describeRequest(topic: Topic, request: RequestHead): string {
  const { method, target, version, fields } = request;
  switch (topic) {
    case 'start-line':
      return `${method} in HTTP/${version.major}.${version.minor}`;
    case 'target':
      return target;
    case 'first-field':
      return fields[0]?.name ?? 'no field';
    case 'lists':
      return describeList(findEmptyRequestElement(request), request);
    case 'framing':
      return `${describeField('content-length', request)}, ${describeField('transfer-encoding', request)}`;
    default:
      return describeField(topic, request);
  }
}

const ofReply: ReadonlySet<ClauseId> = new Set(replyClauses);

/** Whether the tables for replies say when a clause is shown. */
export function isOfReply(clause: ClauseId): boolean {
  return ofReply.has(clause);
}
