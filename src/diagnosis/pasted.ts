import { redactField, redactTarget } from '../auth/redaction.ts';
import { describePaste, type Paste, readPaste } from '../paste/index.ts';
import { fieldValues, joinLines, parseRequest, parseWebSocketUri, splitList } from '../wire/index.ts';
import { type ErrorText, readErrorText } from './error-text.ts';
import type { Asked, Observation } from './observation.ts';

/** What a text shows that somebody pasted. */
export interface Pasted {
  readonly observation: Observation;
  /** The words of a client or a server in it; null where there are none that are known. */
  readonly words: ErrorText | null;
  /** What it was taken for, and what was assumed, in sentences. */
  readonly told: readonly string[];
}

const nobody: Asked = { uri: null, origin: null, subprotocols: [], isCredentialSent: null };

/** What the words of an error show; null where they are not known. */
export function readWords(text: string): Pasted | null {
  const words = readErrorText(text);
  if (words === null) return null;
  const uri = words.url === null ? null : parseWebSocketUri(words.url.replace(/^http/i, 'ws'));
  const asked = { ...nobody, uri: uri?.ok ? uri.value : null };
  return { observation: { asked, words: words.signs }, words, told: [] };
}

/**
 * What a request, a reply or both show, in whatever form they were pasted, and else the words of an error.
 *
 * @param octets of the text, in UTF-8
 * @returns what is wrong with it where it has neither
 */
export function readPasted(octets: Uint8Array): Pasted | { readonly problem: string } {
  const text = new TextDecoder().decode(octets);
  if (text.trim() === '') return { problem: 'it is empty' };
  const read = readPaste(octets);
  const words = readWords(text);
  if (!read.ok) return words ?? { problem: read.problem };
  const { request, reply } = read.value;
  const isMessage = request !== null || startsAsReply(reply);
  if (!isMessage && words) return words;
  return {
    observation: { ...observe(read.value), ...(reply === null && words ? words.observation : {}) },
    words: reply === null ? (words?.words ?? null) : null,
    told: describePaste(read.value),
  };
}

function startsAsReply(reply: Uint8Array | null): boolean {
  return reply !== null && /^HTTP\//.test(new TextDecoder().decode(reply.subarray(0, 5)));
}

function observe({ request, reply }: Paste): Observation {
  const asked = request === null ? nobody : readAsked(request);
  if (reply === null) return { asked };
  const opening = {
    request: request ?? new Uint8Array(),
    reply,
    end: 'replied',
    ms: 0,
    unreached: null,
  } as const;
  return { asked, opening };
}

/** What a request asked for. */
function readAsked(octets: Uint8Array): Asked {
  const parsed = parseRequest(octets);
  if (!parsed.ok) return nobody;
  const { target, fields } = parsed.value;
  const [host = ''] = fieldValues(fields, 'host');
  const [origin = null] = fieldValues(fields, 'origin');
  const names = splitList(joinLines(fieldValues(fields, 'sec-websocket-protocol')));
  const uri = parseWebSocketUri(`ws://${host}${target.startsWith('/') ? target : '/'}`);
  const isSecret = fields.some(({ name, value }) => redactField(name, value) !== value);
  return {
    ...{ origin, subprotocols: names, uri: uri.ok ? uri.value : null },
    isCredentialSent: isSecret || redactTarget(target) !== target,
  };
}
