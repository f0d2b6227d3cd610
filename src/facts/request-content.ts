import type { AnswerFacts } from '../../models/facts/answer.ts';
import {
  BodyReader,
  encodeLatin1,
  type Field,
  fieldValues,
  parseFieldLines,
  type RequestHead,
  requestContent,
  splitHead,
} from '../wire/index.ts';

/** Octets of content that are looked at. */
const limit = 65_536;

/** Octets that stand behind the head of an opening of the draft hixie-76, though no field tells of them. */
const hixieOctets = 8;

/**
 * How much has come of what a request announces behind its head. Content whose framing cannot be read never comes to
 * an end. What nothing announces is no content: a server may read it as frames.
 *
 * @see RFC 9112 §6.3
 */
export function readRequestContent(
  fields: readonly Field[],
  behind: Uint8Array,
): AnswerFacts['requestContent'] {
  const isHixie = fieldValues(fields, 'sec-websocket-key1').length > 0;
  if (isHixie && behind.length < hixieOctets) return 'outstanding';
  const content = requestContent(fields);
  if (content.kind === 'none') return behind.length > 0 && !isHixie ? 'unannounced' : 'none';
  if (content.kind === 'malformed' && content.what !== 'both') return 'outstanding';
  // Where both are announced, the coding overrides the length.
  const reader = new BodyReader(content.kind === 'malformed' ? { kind: 'chunked' } : content, limit);
  reader.push(behind);
  return reader.isComplete(false) ? 'sent' : 'outstanding';
}

/** Expect announces content, too, since nobody expects a 100 without any (RFC 9110 §10.1.1). */
const announcing = /^[ \t]*(?:content-length|transfer-encoding|expect|sec-websocket-key1)[ \t]*:/im;

/**
 * The same for octets of which nothing else need be readable. Where the fields are not either, any line that seems to
 * announce content does, since a server may read it.
 *
 * @param octets a head, and what was sent behind that
 * @param request the same request, where it could be read as a whole
 */
export function readAnyContent(
  octets: Uint8Array,
  request: RequestHead | null,
): AnswerFacts['requestContent'] {
  const { text, fieldsFrom } = splitHead(octets);
  const head = headOf(text);
  const parsed = request ? { ok: true as const, value: request.fields } : parseFieldLines(text, fieldsFrom);
  if (!parsed.ok) return announcing.test(head) ? 'outstanding' : 'none';
  return readRequestContent(parsed.value, encodeLatin1(text.slice(head.length + 2)));
}

/** As far as its empty line, or all of it where it has none. */
export function headOf(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? text : text.slice(0, end + 2);
}
