import { type AnswerFacts, statuses } from '../../models/facts/answer.ts';
import type { OpeningFacts } from '../../models/facts/opening.ts';
import type { Topic } from '../../models/topic.ts';
import { busyStatuses } from '../../models/verdict/exemption.ts';
import {
  classifyKey,
  decodeLatin1,
  equalsIgnoringCase,
  type Field,
  fieldValues,
  isToken,
  joinLines,
  parseTokenList,
  parseVersion,
  type ReplyHead,
  type RequestHead,
  trimOws,
} from '../wire/index.ts';
import { readBehind } from './behind-facts.ts';
import { includesUpgrade, includesWebSocket } from './request-facts.ts';

/** A reply, and what came before and behind it. */
export interface SeenReply {
  readonly reply: ReplyHead;
  /** The octets of its head. */
  readonly head: Uint8Array;
  /** Statuses of the interim replies before it. */
  readonly interims: readonly number[];
  /** What came behind a 101, before the pong where there is one. */
  readonly behind: Uint8Array;
  readonly pong: AnswerFacts['pong'];
  readonly second: AnswerFacts['second'];
  /** Whether a ping that stood in the content got a pong. */
  readonly pingInContent: 'answered' | 'unanswered';
  /** Number of octets after its head; null where they were not waited for. */
  readonly content: number | null;
  readonly end: AnswerFacts['end'];
}

/** What a reply answers, and what is known of whoever sent it. */
export interface AskedReply
  extends Pick<
    AnswerFacts,
    'fault' | 'refusal' | 'choice' | 'support' | 'clock' | 'resource' | 'intent' | 'requestContent'
  > {
  /** Whether the reply began before any of the request's content had been sent. */
  readonly began: 'beforeContent' | 'other';
  /** Null where it cannot be read. */
  readonly request: Pick<RequestHead, 'method' | 'version' | 'fields'> | null;
  /** Versions that the server was declared to speak; null where nothing was said. */
  readonly versions: readonly number[] | null;
}

/** Reads what a reply owes is compared with. Never throws. */
export function readAnswerFacts(seen: SeenReply, asked: AskedReply): AnswerFacts {
  const { reply, interims, behind, pong, content } = seen;
  const { request, versions } = asked;
  const head = decodeLatin1(seen.head);
  const byName = groupByName(reply.fields);
  const values = (name: string) => byName.get(name) ?? none;
  const presence = (name: string) => (byName.has(name) ? 'sent' : 'absent');
  const wanted = (name: string) => fieldValues(request?.fields ?? [], name);
  const listed = elementsOf(values('sec-websocket-version'));
  const refused = listed.length > 0 ? wanted('sec-websocket-version') : [];
  const connection = values('connection');
  const closes = elementsOf(connection).some((option) => equalsIgnoringCase(option, 'close'));
  return {
    status: statusFact(reply.status),
    interims: interims.length === 0 ? 'none' : interims.includes(100) ? 'continue' : 'other',
    statusLine: /^\S+ [0-9]{3} /.test(head) ? 'spaced' : 'unspaced',
    fieldLines: /\r\n[ \t]/.test(head) ? 'folded' : 'whole',
    lists: replyLists.every((name) => !hasEmpty(values(name))) ? 'ok' : 'emptyElement',
    upgrade: presence('upgrade'),
    upgradeOption: includesUpgrade(connection) ? 'listed' : 'unlisted',
    closeOption: closes ? 'listed' : 'unlisted',
    accept: presence('sec-websocket-accept'),
    subprotocol: subprotocolFact(values('sec-websocket-protocol'), wanted('sec-websocket-protocol')),
    allow: presence('allow'),
    challenge: challengeFact(values('www-authenticate')),
    // Reading a date takes long, and nobody asks for it where the clock is unknown.
    date: asked.clock === 'unknown' || isDate(values('date')) ? 'ok' : 'wrong',
    contentLength: presence('content-length'),
    transferEncoding: presence('transfer-encoding'),
    versions: versionsFact(listed),
    refusedVersion: listed.some((each) => refused.includes(each)) ? 'listed' : 'unlisted',
    declaredVersions: versions?.every((each) => listed.includes(String(each))) ? 'listed' : 'unlisted',
    content: content === null ? 'unseen' : content === 0 ? 'none' : 'some',
    behind: readBehind(behind, presence('sec-websocket-extensions') === 'sent', pong === 'came'),
    pong,
    end: seen.end,
    second: seen.second,
    fault: asked.fault,
    refusal: asked.refusal,
    askedVersion: askedVersionFact(asked.fault, wanted('sec-websocket-version')),
    asksFor: request === null || includesWebSocket(wanted('upgrade')) ? 'websocket' : 'other',
    requestVersion: request?.version.major === 1 && request.version.minor === 0 ? '1.0' : 'other',
    method: request?.method === 'HEAD' ? 'HEAD' : 'other',
    expectation: wanted('expect').some((each) => equalsIgnoringCase(each, '100-continue'))
      ? 'continue'
      : 'none',
    requestContent: asked.requestContent,
    contentUse: contentUseFact(seen, asked),
    wait: waitFact(interims, asked),
    choice: asked.choice,
    support: asked.support,
    speaks: versions === null ? 'undeclared' : versions.every((each) => each === 13) ? 'only13' : 'others',
    clock: asked.clock,
    resource: asked.resource,
    intent: asked.intent,
  };
}

const none: readonly string[] = [];

/** A status, or the class of those that no rule tells apart. */
function statusFact(status: number): AnswerFacts['status'] {
  return statuses.find((each) => each === status) ?? classes[Math.floor(status / 100)] ?? '5xx';
}

const classes: Readonly<Record<number, AnswerFacts['status']>> = { 2: '2xx', 3: '3xx', 4: '4xx' };

/** What a server that reads versions may take for another one, though none is written so. */
const nearVersion = /^[0-9]/;

function askedVersionFact(
  fault: AnswerFacts['fault'],
  versions: readonly string[],
): AnswerFacts['askedVersion'] {
  if (fault === 'versionIsNot13') return 'number';
  const isNear = fault === 'versionIsMalformed' && versions.every((each) => nearVersion.test(each));
  return isNear ? 'nearNumber' : 'other';
}

/** Faults for which a request is refused whose content was looked at. */
const ofContent: readonly AnswerFacts['fault'][] = ['none', 'contentIsAnnounced', 'contentIsFramedTwice'];

function contentUseFact(
  { reply: { status }, pong, pingInContent }: SeenReply,
  { requestContent, began, fault }: AskedReply,
): AnswerFacts['contentUse'] {
  if (requestContent !== 'sent') return 'unseen';
  if (status === 101) {
    if (pong === 'unasked') return 'unseen';
    if (pingInContent === 'answered') return 'asFrames';
    if (pong === 'reset') return 'unseen';
    return pong === 'came' ? 'asContent' : 'asFrames';
  }
  const isRefused = status >= 300 && !busyStatuses.includes(status);
  return isRefused && began !== 'beforeContent' && ofContent.includes(fault) ? 'refused' : 'unseen';
}

/** Octets that nothing announces are no content: a server may read them as frames. */
function waitFact(interims: readonly number[], { requestContent, began }: AskedReply): AnswerFacts['wait'] {
  if (interims.includes(100)) return 'continued';
  const isToFollow = requestContent === 'outstanding' || requestContent === 'sent';
  return isToFollow && began === 'beforeContent' ? 'skipped' : 'other';
}

/** The values of all fields by their names in lower case. */
function groupByName(fields: readonly Field[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const { name, value } of fields) {
    const lower = name.toLowerCase();
    const values = byName.get(lower);
    if (values) values.push(value);
    else byName.set(lower, [value]);
  }
  return byName;
}

/** The elements of the list that the lines of a field make together, empty ones among them; none without a line. */
function elementsOf(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return lines;
  const list = joinLines(lines);
  // Most lists have one element, and the values of fields have no white space around them.
  return list.includes(',') ? list.split(',').map((element) => trimOws(element)) : [list];
}

const replyLists: readonly Topic[] = ['connection', 'upgrade', 'allow', 'sec-websocket-version'];
const requestLists: readonly Topic[] = ['connection', 'upgrade', 'sec-websocket-protocol'];

/** The field of a message that is a list with an empty element in it; null where there is none. */
export function findEmptyElement(
  { fields }: Pick<RequestHead, 'fields'>,
  lists: readonly Topic[] = replyLists,
): Topic | null {
  return lists.find((name) => hasEmpty(fieldValues(fields, name))) ?? null;
}

/** A value that is empty as a whole is no list with an empty element. */
function hasEmpty(lines: readonly string[]): boolean {
  const elements = elementsOf(lines);
  return elements.length > 1 && elements.includes('');
}

/** The same for a request. */
export function findEmptyRequestElement(request: Pick<RequestHead, 'fields'>): Topic | null {
  return findEmptyElement(request, requestLists);
}

// challenge = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
function challengeFact(values: readonly string[]): AnswerFacts['challenge'] {
  if (values.length === 0) return 'absent';
  return values.every((value) => isToken(value.split(/[ ,]/, 1)[0] ?? '')) ? 'ok' : 'malformed';
}

/** @see RFC 9110 §5.6.7 */
function isDate(values: readonly string[]): boolean {
  const [date = '', ...more] = values;
  return more.length === 0 && new Date(date).toUTCString() === date;
}

function subprotocolFact(chosen: readonly string[], lines: readonly string[]): AnswerFacts['subprotocol'] {
  if (chosen.length === 0) return 'absent';
  const offered = elementsOf(lines);
  return chosen.every((name) => offered.includes(name)) ? 'offered' : 'unoffered';
}

function versionsFact(elements: readonly string[]): AnswerFacts['versions'] {
  if (elements.length === 0) return 'absent';
  if (elements.some((element) => parseVersion(element) === null)) return 'malformed';
  return elements.every((element) => element === '13') ? 'only13' : 'other';
}

/** What a client was asked to do. */
export interface Wanted {
  /** Host with its port, as Host should name it. */
  readonly authority: string;
  readonly resourceName: string;
  readonly subprotocols: readonly string[];
  /** Value of Sec-WebSocket-Extensions; null where none is to be offered. */
  readonly extensions: string | null;
}

/** Reads what a client's opening owes is compared with. Never throws. */
export function readOpeningFacts({ target, fields }: RequestHead, wanted: Wanted): OpeningFacts {
  const values = (name: string) => fieldValues(fields, name);
  const only = (name: string) => (values(name).length === 1 ? values(name)[0] : undefined);
  const [key] = values('sec-websocket-key');
  const isKey = key !== undefined && classifyKey(key) === 'ok';
  const offered = parseTokenList(values('sec-websocket-protocol').join(','));
  const names = new Set(offered);
  const isOffered = values('sec-websocket-protocol').length > 0;
  const isSame =
    [...names].join() === wanted.subprotocols.join() && wanted.subprotocols.length > 0 === isOffered;
  // RFC 6455 §4.1 allows the absolute form as well; which form it should be is another matter.
  const origins = ['', `http://${wanted.authority}`, `https://${wanted.authority}`];
  const targets = origins.map((origin) => `${origin}${wanted.resourceName}`);
  return {
    target: targets.includes(target) ? 'asAsked' : 'other',
    form: target.startsWith('/') ? 'origin' : 'other',
    host: only('host') === wanted.authority ? 'asAsked' : 'other',
    firstField: equalsIgnoringCase(fields[0]?.name ?? '', 'host') ? 'host' : 'other',
    padBits: isKey ? (/[AQgw]==$/.test(key) ? 'zero' : 'set') : 'unread',
    subprotocols: isSame ? 'asAsked' : values('sec-websocket-protocol').length === 0 ? 'absent' : 'other',
    names: offered !== null && names.size < offered.length ? 'repeated' : 'unique',
    asksForSubprotocols: wanted.subprotocols.length > 0 ? 'yes' : 'no',
    extensions:
      (values('sec-websocket-extensions').join(', ') || null) === wanted.extensions ? 'asAsked' : 'other',
    lists: findEmptyRequestElement({ fields }) === null ? 'ok' : 'emptyElement',
    expectation: values('expect').length > 0 ? 'sent' : 'none',
    framing: [...values('content-length'), ...values('transfer-encoding')].length > 0 ? 'sent' : 'none',
  };
}
