import type { HeadState, RequestFacts } from '../../models/facts/request.ts';
import { contentOf } from '../wire/content.ts';
import {
  classifyKey,
  countFieldLines,
  equalsIgnoringCase,
  type HeadProgress,
  HeadReader,
  type HttpVersion,
  isHostValue,
  joinLines,
  type NewField,
  parseFieldLines,
  parseProtocolList,
  parseRequestLine,
  parseTarget,
  parseTokenList,
  parseVersion,
  type RequestHead,
  type RequestLine,
  type RequestTarget,
  type Span,
  splitHead,
} from '../wire/index.ts';
import type { Endpoint, ServerPolicy } from './endpoint.ts';
import { type Negotiated, negotiateOpening } from './negotiated.ts';
import { type OpeningFields, sortFields } from './opening-fields.ts';

/** What the application has said of an opening, beyond yes or no. */
export interface ApplicationAnswer {
  /** Fields to send besides those of the handshake. */
  readonly headers: readonly NewField[];
  /** Status of a refusal; null where the connection may open. */
  readonly status: number | null;
  /** Content of a refusal; null for the usual one. */
  readonly body: string | null;
  /** What the application wants to find again at the connection. */
  readonly context: unknown;
  /** What the application threw; null where it did not. */
  readonly error: unknown;
}

/** A request as far as it could be read, with the facts that the server's table compares. */
export interface RequestReading<E extends Endpoint = Endpoint> extends Omit<Negotiated, 'facts'> {
  readonly facts: RequestFacts;
  /** The endpoint that was asked for, or what stands in for one. */
  readonly endpoint: E;
  /** The octets that were read of the head. */
  readonly head: Uint8Array;
  readonly request: RequestHead | null;
  readonly target: RequestTarget | null;
  readonly key: string | null;
  /** Null as long as the application was not asked. */
  readonly answer: ApplicationAnswer | null;
  /** What is wrong with the syntax of the head, and at which octets. */
  readonly fault: { readonly problem: string; readonly span: Span } | null;
}

/** What a `HeadReader` knows for certain of a head. */
export type KnownHead = Exclude<HeadProgress, { readonly state: 'incomplete' }>;

const unread: RequestFacts = {
  head: 'complete',
  requestLine: 'unread',
  httpVersion: 'unread',
  fieldLines: 'unread',
  target: 'unread',
  method: 'unread',
  host: 'unread',
  upgrade: 'unread',
  connection: 'unread',
  content: 'unread',
  expectation: 'unread',
  version: 'unread',
  key: 'unread',
  subprotocol: 'unread',
  extensions: 'unread',
  path: 'unread',
  origin: 'unread',
  authorization: 'granted',
};

/** The facts of a request whose head never became complete. */
export function readUnfinished<E extends Endpoint>(
  head: Uint8Array,
  state: Exclude<HeadState, 'complete'>,
  { fallback }: Pick<ServerPolicy<E>, 'fallback'>,
): RequestReading<E> {
  return { ...nothing, endpoint: fallback, facts: { ...unread, head: state }, head };
}

/** Reads what came of a head that is complete, too large, or known before its end to be none. */
export function readRequestHead<E extends Endpoint>(
  progress: KnownHead,
  policy: ServerPolicy<E>,
): RequestReading<E> {
  const { state, head } = progress;
  if (state === 'tooLarge') return readUnfinished(head, 'tooLarge', policy);
  return readRequest(head, policy, state === 'malformed' ? progress : null);
}

/** Reads all that a client has sent before it left, or its head at least. */
export function readRequestOctets<E extends Endpoint>(
  octets: Uint8Array,
  policy: ServerPolicy<E>,
  headLimit: number,
): RequestReading<E> {
  const progress = new HeadReader('request', headLimit).push(octets);
  return progress.state === 'incomplete'
    ? readUnfinished(octets, 'cut', policy)
    : readRequestHead(progress, policy);
}

const noOctets = new Uint8Array();

const nothing = {
  request: null,
  target: null,
  key: null,
  offered: [],
  subprotocol: null,
  extensions: [],
  deflate: null,
  credential: null,
  answer: null,
  fault: null,
} as const;

/**
 * Reads a head: octets → head → fields → facts. Never throws.
 *
 * @param fault what is known to be wrong with it already: it stands in the last line that was begun
 */
export function readRequest<E extends Endpoint>(
  head: Uint8Array,
  policy: ServerPolicy<E>,
  fault: RequestReading['fault'] = null,
): RequestReading<E> {
  const { startLine, text, fieldsFrom } = splitHead(head);
  const fields = fault ? { ok: false as const, ...fault } : parseFieldLines(text, fieldsFrom);
  const count = fields.ok ? fields.value.length : countFieldLines(text, fieldsFrom);
  if (count > policy.fieldLimit) return readUnfinished(head, 'tooManyFields', policy);
  const line = parseRequestLine(startLine);
  if (!line.ok) {
    const isFirstLine = fieldsFrom === text.length;
    const own = fault && isFirstLine ? fault : line;
    const facts = { ...unread, requestLine: 'malformed' } as const;
    return { ...nothing, endpoint: policy.fallback, head, facts, fault: own };
  }
  const { method, version } = line.value;
  if (fields.ok) {
    const request = { method, target: line.value.target, version, fields: fields.value };
    return readFields(request, policy, head);
  }
  const target = parseTarget(line.value.target);
  const facts = lineFacts(line.value, target, policy, endpointOf(target, policy));
  return {
    ...nothing,
    endpoint: policy.fallback,
    head,
    facts: { ...unread, ...facts, fieldLines: 'malformed' },
    target,
    fault: fields,
  };
}

/**
 * The second half, for heads that somebody else has read: fields → facts.
 *
 * @param head the octets, where they are known
 */
export function readFields<E extends Endpoint>(
  request: RequestHead,
  policy: ServerPolicy<E>,
  head: Uint8Array = noOctets,
): RequestReading<E> {
  const { fields } = request;
  const target = parseTarget(request.target);
  const found = endpointOf(target, policy);
  const endpoint = found ?? policy.fallback;
  if (fields.length > policy.fieldLimit) {
    const facts = { ...unread, head: 'tooManyFields' } as const;
    return { ...nothing, endpoint, head, request, target, facts };
  }
  const sorted = sortFields(fields);
  const negotiation = negotiateOpening(fields, sorted, target, endpoint);
  const { facts, offered, subprotocol, extensions, deflate, credential } = negotiation;
  const line = lineFacts(request, target, policy, found);
  // Every name is written out: this is done for each request, and spreading costs as much as the rest.
  return {
    endpoint,
    head,
    request,
    target,
    answer: null,
    offered,
    subprotocol,
    extensions,
    deflate,
    credential,
    key: sorted.key[0] ?? null,
    fault: targetFault(request.method, target),
    facts: {
      head: 'complete',
      requestLine: line.requestLine,
      httpVersion: line.httpVersion,
      fieldLines: 'ok',
      target: line.target,
      method: line.method,
      host: hostFact(sorted.host, request.version),
      upgrade: upgradeFact(sorted.upgrade),
      connection: includesUpgrade(sorted.connection) ? 'upgrade' : 'lacksUpgrade',
      content: contentFact(sorted),
      expectation: sorted.expect.some(isContinue) ? 'continue' : 'none',
      version: versionFact(sorted.version),
      key: keyFact(sorted.key),
      subprotocol: facts.subprotocol,
      extensions: facts.extensions,
      path: line.path,
      origin: facts.origin,
      authorization: facts.authorization,
    },
  };
}

function endpointOf<E extends Endpoint>(target: RequestTarget, policy: ServerPolicy<E>): E | null {
  return 'path' in target ? policy.endpointAt(target.path) : null;
}

function lineFacts(line: RequestLine, target: RequestTarget, policy: ServerPolicy, found: Endpoint | null) {
  return {
    requestLine: 'ok',
    httpVersion: versionOfHttp(line.version),
    target: targetFact(line.target, target, policy),
    method: line.method === 'GET' ? 'GET' : 'other',
    path: 'path' in target ? (found ? 'known' : 'unknown') : 'unread',
  } as const;
}

/** A higher minor version is taken as 1.1 (RFC 9110 §2.5). */
export function versionOfHttp({ major, minor }: HttpVersion): '1.0' | '1.1' | 'otherMajor' {
  if (major !== 1) return 'otherMajor';
  return minor === 0 ? '1.0' : '1.1';
}

/** The fault of a target, counted from the start of the head. */
function targetFault(method: string, target: RequestTarget): RequestReading['fault'] {
  if (target.form !== 'malformed') return null;
  const offset = method.length + 1;
  const { problem, span } = target;
  return { problem, span: { start: span.start + offset, end: span.end + offset } };
}

function targetFact(text: string, target: RequestTarget, policy: ServerPolicy): RequestFacts['target'] {
  if (text.length > policy.targetLimit) return 'tooLong';
  if (target.form === 'malformed') return 'malformed';
  if (target.form === 'origin') return 'ok';
  // RFC 6455 §4.1 names http and https alone; a ws URI is for the client's user, not for the wire.
  if (target.form !== 'absolute' || !/^https?$/.test(target.scheme)) return 'noResource';
  return target.scheme === 'https' && !policy.secured ? 'unsecured' : 'ok';
}

/** A request of HTTP/1.0 needs no Host. */
function hostFact(values: readonly string[], { minor }: HttpVersion): RequestFacts['host'] {
  const value = values[0];
  if (value === undefined) return minor === 0 ? 'ok' : 'absent';
  if (values.length > 1) return 'repeated';
  return isHostValue(value) ? 'ok' : 'malformed';
}

function upgradeFact(values: readonly string[]): RequestFacts['upgrade'] {
  if (values.length === 0) return 'absent';
  return includesWebSocket(values) ? 'websocket' : 'other';
}

/** Whether Upgrade, over however many lines, is a list of protocols with `websocket` among them. */
export function includesWebSocket(values: readonly string[]): boolean {
  return (
    isAlone(values, 'websocket') || includesIgnoringCase(parseProtocolList(joinLines(values)), 'websocket')
  );
}

/** Whether Connection, over however many lines, is a list of tokens with `upgrade` among them. */
export function includesUpgrade(values: readonly string[]): boolean {
  return isAlone(values, 'upgrade') || includesIgnoringCase(parseTokenList(joinLines(values)), 'upgrade');
}

/** Whether a list is its one element, as it mostly is: nothing has to be parsed to know. */
function isAlone(values: readonly string[], element: string): boolean {
  const only = values[0];
  return values.length === 1 && only !== undefined && equalsIgnoringCase(only, element);
}

function includesIgnoringCase(elements: readonly string[] | null, wanted: string): boolean {
  if (elements === null) return false;
  for (const element of elements) if (equalsIgnoringCase(element, wanted)) return true;
  return false;
}

const malformed = { length: 'malformedLength', coding: 'malformedCoding', both: 'framedTwice' } as const;

function contentFact({ transferEncoding, contentLength }: OpeningFields): RequestFacts['content'] {
  const content = contentOf(transferEncoding, contentLength);
  if (content.kind === 'none') return 'none';
  if (content.kind !== 'malformed') return 'announced';
  return malformed[content.what];
}

function isContinue(value: string): boolean {
  return equalsIgnoringCase(value, '100-continue');
}

function versionFact(values: readonly string[]): RequestFacts['version'] {
  const value = values[0];
  if (value === undefined) return 'absent';
  if (values.length > 1) return 'repeated';
  const version = parseVersion(value);
  if (version === null) return 'malformed';
  return version === 13 ? '13' : 'other';
}

function keyFact(values: readonly string[]): RequestFacts['key'] {
  const value = values[0];
  if (value === undefined) return 'absent';
  return values.length > 1 ? 'repeated' : classifyKey(value);
}
