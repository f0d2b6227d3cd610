import type { ReplyFacts } from '../../models/facts/reply.ts';
import { type DeflateParameters, deflateName, readAnswer } from '../negotiation/permessage-deflate.ts';
import {
  type Extension,
  equalsIgnoringCase,
  type Field,
  fieldValues,
  isToken,
  joinLines,
  parseExtensionList,
  type ReplyHead,
} from '../wire/index.ts';
import { type HeadLimits, type HeadReading, readHead, readParsedHead } from './head-facts.ts';
import { includesUpgrade, type KnownHead } from './request-facts.ts';

/** What the client sent that a reply is compared with. */
export interface OfferedTerms {
  /** The accept value computed from the key. */
  readonly accept: string;
  readonly subprotocols: readonly string[];
  readonly extensions: readonly Extension[];
}

/** A server's reply as far as it could be read, with the facts that the client's table compares. */
export interface ReplyReading extends HeadReading {
  readonly facts: ReplyFacts;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
  /** What permessage-deflate was agreed on; null where it was not. */
  readonly deflate: DeflateParameters | null;
}

const unswitched = {
  upgrade: 'unread',
  connection: 'unread',
  accept: 'unread',
  subprotocol: 'unread',
  extensions: 'unread',
} as const;

/**
 * Reads what came of a head that is complete, too large, or known before its end to be none: octets → head →
 * fields → facts. Never throws.
 */
export function readReplyHead(progress: KnownHead, offer: OfferedTerms, limits: HeadLimits): ReplyReading {
  return readOffered(readHead(progress, limits), offer);
}

/** The second half, for heads that somebody else has read: fields → facts. */
export function readReplyFields(reply: ReplyHead, offer: OfferedTerms, limits: HeadLimits): ReplyReading {
  return readOffered(readParsedHead(reply, limits), offer);
}

function readOffered(reading: HeadReading, offer: OfferedTerms): ReplyReading {
  const { facts, reply, fault } = reading;
  if (!reply || fault || reply.status !== 101) {
    const bare = { subprotocol: null, extensions: [], deflate: null };
    return { ...reading, ...bare, facts: { ...facts, ...unswitched } };
  }
  const { fields } = reply;
  const extensions = readExtensions(reply.fields);
  const agreement = readAgreement(extensions, offer.extensions);
  const subprotocols = fieldValues(fields, 'sec-websocket-protocol');
  return {
    head: reading.head,
    reply,
    fault,
    facts: {
      head: facts.head,
      statusLine: facts.statusLine,
      httpVersion: facts.httpVersion,
      fieldLines: facts.fieldLines,
      status: facts.status,
      interims: facts.interims,
      upgrade: upgradeFact(fieldValues(fields, 'upgrade')),
      connection: connectionFact(fieldValues(fields, 'connection')),
      accept: acceptFact(fieldValues(fields, 'sec-websocket-accept'), offer.accept),
      subprotocol: subprotocolFact(subprotocols, offer.subprotocols),
      extensions: agreement.fact,
    },
    subprotocol: subprotocols[0] ?? null,
    extensions: extensions ?? [],
    deflate: agreement.deflate,
  };
}

/** Unlike in a request, the value in a reply is compared as a whole: RFC 6455 §4.1 allows no list. */
function upgradeFact(values: readonly string[]): ReplyFacts['upgrade'] {
  if (values.length === 0) return 'absent';
  return equalsIgnoringCase(joinLines(values), 'websocket') ? 'websocket' : 'other';
}

function connectionFact(values: readonly string[]): ReplyFacts['connection'] {
  if (values.length === 0) return 'absent';
  return includesUpgrade(values) ? 'upgrade' : 'lacksUpgrade';
}

function acceptFact(values: readonly string[], expected: string): ReplyFacts['accept'] {
  if (values.length === 0) return 'absent';
  for (const value of values) if (value === '' || value !== expected) return 'wrong';
  return values.length > 1 ? 'repeated' : 'ok';
}

function subprotocolFact(values: readonly string[], offered: readonly string[]): ReplyFacts['subprotocol'] {
  const value = values[0];
  if (value === undefined) return offered.length === 0 ? 'unneeded' : 'noneChosen';
  if (values.length > 1) return 'repeated';
  if (value === '') return 'empty';
  if (!isToken(value)) return 'malformed';
  return offered.includes(value) ? 'chosen' : 'unoffered';
}

/** The extensions over all lines (they may be several in a reply, erratum 3433); null when malformed. */
function readExtensions(fields: readonly Field[]): readonly Extension[] | null {
  const lines = fieldValues(fields, 'sec-websocket-extensions');
  if (lines.length === 0) return [];
  const extensions = parseExtensionList(joinLines(lines));
  return extensions.ok ? extensions.value : null;
}

/** What the extensions of a reply come to; `deflate` is null unless permessage-deflate is agreed. */
function readAgreement(
  answered: readonly Extension[] | null,
  offered: readonly Extension[],
): { readonly fact: ReplyFacts['extensions']; readonly deflate: DeflateParameters | null } {
  if (answered === null) return { fact: 'malformed', deflate: null };
  if (answered.length === 0) return { fact: 'none', deflate: null };
  const names = new Set(offered.map(({ name }) => name));
  if (answered.some(({ name }) => !names.has(name))) return { fact: 'unoffered', deflate: null };
  const [answer, ...more] = answered.filter(({ name }) => name === deflateName);
  if (answer === undefined) return { fact: 'agreed', deflate: null };
  if (more.length > 0) return { fact: 'repeated', deflate: null };
  const read = readAnswer(answer, offered);
  return read.ok ? { fact: 'agreed', deflate: read.parameters } : { fact: read.fault, deflate: null };
}
