import type { AnswerFacts } from '../../models/reply-obligation.ts';
import { BodyReader, type Field, fieldValues, requestContent } from '../wire/index.ts';

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
