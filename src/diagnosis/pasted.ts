import { redactField } from '../auth/redaction.ts';
import { carriesCredential } from '../auth/secret-target.ts';
import { describePaste, type Paste, readPaste } from '../paste/index.ts';
import {
  decodeLatin1,
  fieldValues,
  joinLines,
  parseRequest,
  parseWebSocketUri,
  splitList,
} from '../wire/index.ts';
import { type ErrorText, readErrorText } from './error-text.ts';
import type { Asked, Observation } from './observation.ts';

/** What a text shows that somebody pasted. */
export interface Pasted {
  readonly observation: Observation;
  /** The words of a client or a server in it; null where there are none that are known. */
  readonly words: ErrorText | null;
  /** The messages in it; null where it has words alone. */
  readonly paste: Paste | null;
  /** What it was taken for, and what was assumed, in sentences. */
  readonly told: readonly string[];
}

const nothing = new Uint8Array();

/** Where nothing is known of what was asked for. */
export const unknownAsked: Asked = { uri: null, origin: null, subprotocols: [], isCredentialSent: null };

/** What the words of an error show; null where they are not known. */
export function readWords(text: string): Pasted | null {
  const words = readErrorText(text);
  if (words === null) return null;
  const uri = words.url === null ? null : parseWebSocketUri(words.url.replace(/^http/i, 'ws'));
  const asked = { ...unknownAsked, uri: uri?.ok ? uri.value : null };
  return { observation: { asked, words: words.signs }, words, paste: null, told: [] };
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
  const words = !read.ok && read.isBinary ? null : readWords(text);
  if (!read.ok) return words ?? { problem: read.problem };
  const { reply } = read.value;
  if (words && !isMessage(read.value)) return words;
  const seen = observe(read.value);
  const asked = seen.asked === unknownAsked && words ? words.observation.asked : seen.asked;
  return {
    observation: reply === null && words ? { ...words.observation, asked } : seen,
    words: reply === null ? (words?.words ?? null) : null,
    paste: read.value,
    told: describePaste(read.value),
  };
}

/** Whether a line of what was pasted is a request line or a status line, or looked like one to a reader of some other form. */
export function isMessage({ kind, request, reply }: Paste): boolean {
  if (kind !== 'octets')
    return request !== null || /^HTTP\//.test(decodeLatin1(reply?.subarray(0, 5) ?? nothing));
  return [request, reply].some(
    (octets) => octets !== null && /^HTTP\/|^\S+ .*\bHTTP\/[\d.]+\r?$/m.test(decodeLatin1(octets)),
  );
}

function observe({ request, reply, isSecure }: Paste): Observation {
  const asked = request === null ? unknownAsked : readAsked(request, isSecure);
  if (reply === null) return { asked };
  const opening = {
    request: request ?? nothing,
    reply,
    end: 'replied',
    ms: 0,
    unreached: null,
  } as const;
  return { asked, opening };
}

/**
 * What a request asked for; nothing is known of it where its head cannot be read.
 *
 * @param isSecure whether it went over TLS, which its octets do not say
 */
export function readAsked(octets: Uint8Array, isSecure = false): Asked {
  const parsed = parseRequest(octets);
  if (!parsed.ok) return unknownAsked;
  const { target, fields } = parsed.value;
  const [host = ''] = fieldValues(fields, 'host');
  const [origin = null] = fieldValues(fields, 'origin');
  const names = splitList(joinLines(fieldValues(fields, 'sec-websocket-protocol')));
  const uri = parseWebSocketUri(
    `${isSecure ? 'wss' : 'ws'}://${host}${target.startsWith('/') ? target : '/'}`,
  );
  const isSecret = fields.some(({ name, value }) => redactField(name, value) !== value);
  return {
    origin,
    subprotocols: names,
    uri: uri.ok ? uri.value : null,
    isCredentialSent: isSecret || carriesCredential(target),
  };
}
