import type { Socket } from 'node:net';
import { compileLifecycle } from '../../models/compile.ts';
import { decideRequest } from '../../models/compiled/server.ts';
import { judge } from '../../models/decide.ts';
import type { ServerRow } from '../../models/decisions/row.ts';
import { serverTable } from '../../models/decisions/server.ts';
import {
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/lifecycles/session.ts';
import { describeName } from '../draw/rule-text.ts';
import { fillAnswer, fillLateness } from '../facts/answer-facts.ts';
import type { ServerPolicy } from '../facts/endpoint.ts';
import { type RequestReading, readRequestHead, readUnfinished } from '../facts/request-facts.ts';
import { askApplication } from '../server/ask.ts';
import { type ServedEndpoint, warnOfHijacking } from '../server/endpoint-option.ts';
import { defaultLimits } from '../server/option.ts';
import { writeReply } from '../server/reply.ts';
import { decodeLatin1, encodeLatin1, HeadReader } from '../wire/index.ts';
import { noCauses } from './cause-view.ts';
import { settleServer, tooLate } from './endpoint.ts';
import { viewClause, viewOctetsOf } from './evidence-view.ts';
import { followEvents } from './lifecycle-path.ts';
import { viewRows } from './row-view.ts';
import { readList, type ServerSettings } from './setting.ts';
import type { View } from './view.ts';

const session = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

type Reading = RequestReading<ServedEndpoint>;

/** What was read, and what ended the reading. */
interface Read {
  readonly reading: Reading;
  readonly event: SessionEvent;
  /** Octets before the head: empty lines. */
  readonly offset: number;
}

/** A request after all that was decided on it. */
interface Decided {
  readonly reading: Reading;
  readonly row: ServerRow;
  readonly asked: ServerRow | null;
  readonly events: readonly SessionEvent[];
}

/**
 * A request as the reference server sees it, and what comes of it.
 *
 * @param date what Date says in the reply
 * @returns a text where the settings make no sense: what is wrong with them
 */
export async function viewRequest(
  octets: Uint8Array,
  settings: ServerSettings,
  date: Date,
): Promise<View | string> {
  const endpoint = settleServer(settings);
  if (!endpoint.ok) return endpoint.problem;
  const read = readAsServer(octets, settings, endpoint.value);
  const { reading, row, asked, events } = await decideOn(read);
  const { choices } = reading.endpoint;
  const holding = judge(serverTable, reading.facts, choices);
  const passes = row.verdict === 'plainHttp';
  const answer = passes ? null : encodeLatin1(writeReply(row, reading, () => date));
  const fields = reading.request?.fields ?? [];
  const others = holding.filter((each) => each !== row);
  const isUnfinished = read.event === 'PEER_ENDED' || read.event === 'TIMED_OUT';
  const warning = warnOfHijacking(endpoint.value);
  return {
    ...noCauses,
    outcome: row.verdict === 'refuse' ? 'refused' : 'accepted',
    verdict: describeVerdict(row, answer),
    problem: reading.fault?.problem ?? null,
    clause: viewClause(row.clause),
    sent: viewOctetsOf(octets, [row, ...others], { ...reading, fields }, read.offset),
    answer,
    facts: Object.entries(reading.facts),
    rows: viewRows(serverTable, choices, [row, ...others], asked),
    isUnfinished,
    notes: [...(isUnfinished ? [unfinished] : []), ...(warning === null ? [] : [warning])],
    lifecycle: 'serverSession',
    path: followEvents(session, events),
  };
}

const unfinished =
  'The head is incomplete: the empty line that ends it is missing. The page shows what the server does if that line never comes.';

function readAsServer(octets: Uint8Array, settings: ServerSettings, endpoint: ServedEndpoint): Read {
  const paths = readList(settings.paths);
  const policy: ServerPolicy<ServedEndpoint> = {
    endpointAt: (path) => (paths.length === 0 || paths.includes(path) ? endpoint : null),
    fallback: endpoint,
    secured: settings.transport === 'tls',
    targetLimit: defaultLimits.targetOctets,
    fieldLimit: defaultLimits.fields,
  };
  const reader = new HeadReader('request', defaultLimits.headOctets);
  if (settings.arrival === 'crowded') {
    const reading = readUnfinished(reader.partial, 'unadmitted', policy);
    return { reading, event: 'LIMIT_REACHED', offset: 0 };
  }
  const progress = reader.push(octets);
  const offset = reader.received - reader.partial.length;
  if (progress.state !== 'incomplete') {
    return { reading: readRequestHead(progress, policy), event: 'HEAD_READ', offset };
  }
  const [state, event] =
    settings.arrival === 'late' ? (['late', 'TIMED_OUT'] as const) : (['cut', 'PEER_ENDED'] as const);
  return { reading: readUnfinished(reader.partial, state, policy), event, offset };
}

async function decideOn({ reading, event }: Read): Promise<Decided> {
  const row = decideRequest(reading.facts, reading.endpoint.choices);
  const events = [event, requestEvents[row.verdict]] as const;
  if (row.verdict !== 'ask') return { reading, row, asked: null, events };
  const nobody = {} as Socket; // what the application is here asks for none
  const answered = await askApplication(reading, nobody, new AbortController().signal);
  const isLate = answered.answer.error === tooLate;
  const filled = isLate ? fillLateness(reading) : fillAnswer(reading, answered);
  const decided = decideRequest(filled.facts, filled.endpoint.choices);
  const more = [isLate ? 'TIMED_OUT' : 'ANSWERED', requestEvents[decided.verdict]] as const;
  return { reading: filled, row: decided, asked: row, events: [...events, ...more] };
}

function describeVerdict({ verdict, guard }: ServerRow, answer: Uint8Array | null): string {
  if (answer === null) return `Plain HTTP, since ${describeName(guard)}: the application answers.`;
  const heads = decodeLatin1(answer).matchAll(/^HTTP\/1\.1 (?!100 )(.*?) ?\r$/gm);
  const [[, status = ''] = []] = heads;
  if (verdict === 'accept') return `${status}: the connection opens.`;
  if (verdict === 'hold')
    return `${status}: the connection is held until its first message brings a credential.`;
  return `${status}: ${describeName(guard)}.`;
}
