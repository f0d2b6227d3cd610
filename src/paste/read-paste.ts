import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';
import { isCommand, readCommand } from './command.ts';
import { isFieldList, readFieldList } from './field-list.ts';
import { isJson, readHar } from './har.ts';
import { isOctets, readExactly, readOctets } from './octet-paste.ts';
import type { PasteKind, PasteReading, ReadPaste } from './paste.ts';
import { isTrace, readTrace } from './trace.ts';

/** The first whose test holds reads the text; what is none of these is octets. */
const readers: readonly {
  readonly kind: PasteKind;
  readonly fits: (text: string) => boolean;
  readonly read: (text: string) => PasteReading;
}[] = [
  { kind: 'octets', fits: isOctets, read: readOctets },
  { kind: 'har', fits: isJson, read: readHar },
  { kind: 'trace', fits: isTrace, read: readTrace },
  { kind: 'command', fits: isCommand, read: readCommand },
  { kind: 'fields', fits: isFieldList, read: readFieldList },
];

const ofOctets = { kind: 'octets', read: readOctets } as const;

/** In UTF-8. */
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/**
 * Finds the request and the reply in whatever was pasted. Never throws.
 *
 * @param octets of a message, or of a text in UTF-8
 */
export function readPaste(octets: Uint8Array): ReadPaste {
  const given = decodeLatin1(octets);
  const text = given.startsWith(BYTE_ORDER_MARK) ? given.slice(BYTE_ORDER_MARK.length) : given;
  if (isBinary(octets)) return { ok: false, problem: 'it is binary, and no message of HTTP', isBinary: true };
  const { kind, read } = readers.find(({ fits }) => fits(text)) ?? ofOctets;
  return finish(kind, read(text));
}

/** A message that begins with text. */
const BEGINS = /^(?:\r?\n)*(?:HTTP\/|[!-~]+ +\S+ +HTTP\/)/;

/**
 * Whether octets that do not begin as a message have a NUL, or more than a twentieth of them are controls that no text
 * has, neither as line ends nor for colours, or more than an eighth are no UTF-8.
 */
function isBinary(octets: Uint8Array): boolean {
  if (BEGINS.test(decodeLatin1(octets.subarray(0, 1_024)))) return false;
  if (octets.includes(0)) return true;
  const isOfText = (octet: number) => octet >= 0x20 || [0x09, 0x0a, 0x0d, 0x1b].includes(octet);
  const controls = octets.filter((octet) => !isOfText(octet)).length;
  const illFormed = new TextDecoder().decode(octets).match(/\ufffd/g)?.length ?? 0;
  return controls * 20 > octets.length || illFormed * 8 > octets.length;
}

/** Takes all octets for one message, as they are. */
export function readMessage(octets: Uint8Array): ReadPaste {
  return finish('octets', readExactly(decodeLatin1(octets)));
}

function finish(kind: PasteKind, reading: PasteReading): ReadPaste {
  if ('problem' in reading) return { ok: false, problem: reading.problem };
  const { request, reply, notes, isSecure } = reading;
  if (request === null && reply === null) return { ok: false, problem: notes.join(' ') };
  const [asked, answered] = [request, reply].map((text) => (text === null ? null : encodeLatin1(text)));
  const value = { kind, request: asked ?? null, reply: answered ?? null, notes };
  return { ok: true, value: isSecure === undefined ? value : { ...value, isSecure } };
}
