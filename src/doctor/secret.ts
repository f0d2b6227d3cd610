import { redactHead, redactTarget } from '../auth/redaction.ts';
import { ruleOf } from '../auth/secret-field.ts';
import { hideTarget } from '../auth/secret-target.ts';
import type { Observation } from '../diagnosis/index.ts';
import { decodeLatin1, encodeLatin1, type NewField, parseRequest } from '../wire/index.ts';
import type { DoctorOptions } from './option.ts';

/** Takes out of what is told whatever is secret in it. */
export interface Hider {
  /** A sentence, in which a server may have said back what it was sent. */
  text(text: string): string;
  /** A message, with as many placeholders as there were octets. */
  octets(message: Uint8Array): Uint8Array;
}

/** Fields of which everybody may know the value. */
const harmless =
  /^(?:host|origin|user-agent|accept(?:-.+)?|cache-control|pragma|referer|connection|sec-(?:fetch|ch)-.+|x-forwarded-.+|forwarded|via|authorization|proxy-authorization|cookie)$/i;

/** Fewer letters than these are no secret where they stand by themselves: too much else is written with them. */
const longEnough = 4;

/** A word of a sentence that is a URI, or has parameters. */
const uriLike = /[^\s'"<>()]*(?:\/\/|[?&;#][^\s'"<>()=]*=|:[^\s'"<>()@]*@)[^\s'"<>()]*/g;

/**
 * Hides the credentials that were given, wherever they stand, and what looks like one.
 *
 * @param urls the target's, and those of the same service nearer to the application
 */
export function makeHider(urls: readonly string[], options: DoctorOptions, seen?: Observation): Hider {
  const { headers = [], subprotocols = [], proxy } = options;
  const asked = seen?.opening ? parseRequest(seen.opening.request) : null;
  const pasted = asked?.ok ? asked.value : { target: '', fields: [] };
  const fields: readonly NewField[] = [
    ...headers,
    ['Sec-WebSocket-Protocol', subprotocols.join(', ')],
    ...pasted.fields.map(({ name, value }) => [name, value] as const),
  ];
  const found: string[] = [];
  const keep = (secret: string) => {
    found.push(secret);
    return secret;
  };
  for (const [name, value] of fields) ruleOf(name, {})?.(value, {}, keep);
  // What somebody adds may be a credential under a name of its own.
  const own = headers.filter(([name]) => !harmless.test(name));
  found.push(...own.map(([, value]) => value));
  for (const url of [...urls, pasted.target, ...(proxy === undefined ? [] : [proxy])])
    hideTarget(url, {}, keep);
  const words = [...new Set(found.flatMap(spell))].filter(({ length }) => length >= longEnough);
  const longest = words.toSorted((one, other) => other.length - one.length);
  const hideWords = (text: string) =>
    longest.reduce((left, word) => left.replaceAll(word, () => '*'.repeat(word.length)), text);
  return {
    text: (text) => hideWords(text).replace(uriLike, (uri) => redactTarget(uri)),
    octets: (message) =>
      encodeLatin1(hideWords(decodeLatin1(redactHead(message, { fields: own.map(([name]) => name) })))),
  };
}

/** How a secret may be written where it is said back; of user information the password by itself, too. */
function spell(secret: string): readonly string[] {
  const spellings = [secret, ...secret.split(':').slice(1), encodeURIComponent(secret), decode(secret)];
  return [...spellings, ...spellings.map((text) => decodeLatin1(new TextEncoder().encode(text)))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
