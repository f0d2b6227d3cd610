import type { ReplyFacts } from '../../models/vocabulary.ts';
import {
  countFieldLines,
  type Extension,
  equalsIgnoringCase,
  type Field,
  fieldValues,
  isToken,
  parseExtensionList,
  parseFieldLines,
  parseStatusLine,
  type ReplyHead,
  type Span,
  type StatusLine,
  splitHead,
  unfoldLines,
} from '../wire/index.ts';
import { includesUpgrade, type KnownHead, versionOfHttp } from './request-facts.ts';

/** What the client sent that a reply is compared with. */
export interface Offer {
  /** The accept value computed from the key. */
  readonly accept: string;
  readonly subprotocols: readonly string[];
  /** Names of the extensions offered. */
  readonly extensions: readonly string[];
}

/** A reply as far as it could be read, with the facts that the client's table compares. */
export interface ReplyReading {
  readonly facts: ReplyFacts;
  /** The octets that were read of the head. */
  readonly head: Uint8Array;
  /** With no field where one of them is malformed. */
  readonly reply: ReplyHead | null;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
  readonly fault: { readonly problem: string; readonly span: Span } | null;
}

const unread: ReplyFacts = {
  head: 'complete',
  statusLine: 'unread',
  httpVersion: 'unread',
  fieldLines: 'unread',
  status: 'unread',
  interims: 'few',
  upgrade: 'unread',
  connection: 'unread',
  accept: 'unread',
  subprotocol: 'unread',
  extensions: 'unread',
};

const nothing = { reply: null, subprotocol: null, extensions: [], fault: null } as const;

export interface ReplyLimits {
  /** Field lines that a head may have. */
  readonly fieldLimit: number;
  /** Interim replies before this one, and how many may come. */
  readonly interims: number;
  readonly interimLimit: number;
}

/** Reads what came of a head that is complete, too large, or known before its end to be none. */
export function readReplyHead(progress: KnownHead, offer: Offer, limits: ReplyLimits): ReplyReading {
  const { state, head } = progress;
  if (state === 'tooLarge') return { ...nothing, facts: { ...unread, head: 'tooLarge' }, head };
  return readReply(head, offer, limits, state === 'malformed' ? progress : null);
}

/**
 * Reads a head of a reply: octets → head → fields → facts. Never throws.
 *
 * @param fault what is known to be wrong with it already: it stands in the last line that was begun
 */
export function readReply(
  head: Uint8Array,
  offer: Offer,
  limits: ReplyLimits,
  fault: ReplyReading['fault'] = null,
): ReplyReading {
  const { startLine, text, fieldsFrom } = splitHead(head);
  if (countFieldLines(text, fieldsFrom) > limits.fieldLimit) {
    return { ...nothing, facts: { ...unread, head: 'tooManyFields' }, head };
  }
  const line = parseStatusLine(startLine);
  if (!line.ok) {
    const isFirstLine = fieldsFrom === text.length;
    const own = fault && isFirstLine ? fault : line;
    return { ...nothing, facts: { ...unread, statusLine: 'malformed' }, head, fault: own };
  }
  const fields = fault
    ? { ok: false as const, ...fault }
    : parseFieldLines(unfoldLines(text, fieldsFrom), fieldsFrom);
  const facts = { ...unread, ...lineFacts(line.value, limits) };
  if (!fields.ok) {
    const reply = { ...line.value, fields: [] };
    return { ...nothing, facts: { ...facts, fieldLines: 'malformed' }, head, reply, fault: fields };
  }
  const reply = { ...line.value, fields: fields.value };
  if (reply.status !== 101) return { ...nothing, facts: { ...facts, fieldLines: 'ok' }, head, reply };
  const extensions = readExtensions(reply.fields);
  return {
    ...nothing,
    facts: { ...facts, ...switchFacts(reply.fields, offer, extensions) },
    head,
    reply,
    subprotocol: fieldValues(reply.fields, 'sec-websocket-protocol')[0] ?? null,
    extensions: extensions ?? [],
  };
}

function lineFacts({ version, status }: StatusLine, { interims, interimLimit }: ReplyLimits) {
  const isInterim = status !== 101 && status >= 100 && status < 200;
  return {
    statusLine: 'ok',
    httpVersion: versionOfHttp(version),
    status: status === 101 ? '101' : isInterim ? 'interim' : 'final',
    interims: isInterim && interims >= interimLimit ? 'tooMany' : 'few',
  } as const;
}

/** What is compared in a 101 alone. */
function switchFacts(fields: readonly Field[], offer: Offer, extensions: readonly Extension[] | null) {
  return {
    fieldLines: 'ok',
    upgrade: upgradeFact(fieldValues(fields, 'upgrade')),
    connection: connectionFact(fieldValues(fields, 'connection')),
    accept: acceptFact(fieldValues(fields, 'sec-websocket-accept'), offer.accept),
    subprotocol: subprotocolFact(fieldValues(fields, 'sec-websocket-protocol'), offer.subprotocols),
    extensions: extensionsFact(extensions, offer.extensions),
  } as const;
}

/** Unlike in a request, the value in a reply is compared as a whole: RFC 6455 §4.1 allows no list. */
function upgradeFact(values: readonly string[]): ReplyFacts['upgrade'] {
  if (values.length === 0) return 'absent';
  return equalsIgnoringCase(values.join(','), 'websocket') ? 'websocket' : 'other';
}

function connectionFact(values: readonly string[]): ReplyFacts['connection'] {
  if (values.length === 0) return 'absent';
  return includesUpgrade(values) ? 'upgrade' : 'lacksUpgrade';
}

function acceptFact([value, ...more]: readonly string[], expected: string): ReplyFacts['accept'] {
  if (value === undefined) return 'absent';
  if ([value, ...more].some((each) => each !== expected)) return 'wrong';
  return more.length > 0 ? 'repeated' : 'ok';
}

function subprotocolFact(
  [value, ...more]: readonly string[],
  offered: readonly string[],
): ReplyFacts['subprotocol'] {
  if (value === undefined) return offered.length === 0 ? 'unneeded' : 'noneChosen';
  if (more.length > 0) return 'repeated';
  if (value === '') return 'empty';
  if (!isToken(value)) return 'malformed';
  return offered.includes(value) ? 'chosen' : 'unoffered';
}

/** The extensions over all lines (they may be several in a reply, erratum 3433); null when malformed. */
function readExtensions(fields: readonly Field[]): readonly Extension[] | null {
  const lines = fieldValues(fields, 'sec-websocket-extensions');
  if (lines.length === 0) return [];
  const extensions = parseExtensionList(lines.join(','));
  return extensions.ok ? extensions.value : null;
}

function extensionsFact(
  extensions: readonly Extension[] | null,
  offered: readonly string[],
): ReplyFacts['extensions'] {
  if (extensions === null) return 'malformed';
  if (extensions.length === 0) return 'none';
  return extensions.every(({ name }) => offered.includes(name)) ? 'agreed' : 'unoffered';
}
