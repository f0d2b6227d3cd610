import { line, type RequestMessage, replaceLines, setField } from './message.ts';

/** A credential, and where a request carries it. */
export type PlacedCredential =
  | { readonly in: 'query' | 'cookie' | 'field'; readonly name: string; readonly value: string }
  | { readonly in: 'authorization'; readonly scheme: 'Bearer' | 'Basic'; readonly value: string }
  | { readonly in: 'subprotocol'; readonly prefix: string; readonly value: string };

/** What a credential is in the octets: a parameter of the query, a whole field, or one element of a field. */
interface Written {
  /** The name of the field, or `target`. */
  readonly part: string;
  readonly text: string;
  /** What parts it from other elements; null where there are none. */
  readonly separator: string | null;
}

function write(credential: PlacedCredential): Written {
  const { value } = credential;
  switch (credential.in) {
    case 'query':
      return { part: 'target', text: `${credential.name}=${value}`, separator: '&' };
    case 'cookie':
      return { part: 'Cookie', text: `${credential.name}=${value}`, separator: '; ' };
    case 'subprotocol':
      return { part: 'Sec-WebSocket-Protocol', text: `${credential.prefix}${value}`, separator: ', ' };
    case 'authorization':
      return { part: 'Authorization', text: `${credential.scheme} ${value}`, separator: null };
    case 'field':
      return { part: credential.name, text: value, separator: null };
  }
}

/** The part of a request that carries a credential. */
export function partOf(credential: PlacedCredential): string {
  return write(credential).part;
}

/** Puts a credential into a request that has none; what else stands beside it stays. */
export function placeCredential(message: RequestMessage, credential: PlacedCredential): RequestMessage {
  const { part, text, separator } = write(credential);
  if (part === 'target') {
    const mark = message.target.includes('?') ? '&' : '?';
    return { ...message, target: `${message.target}${mark}${text}` };
  }
  if (separator === null) return setField(message, part, text);
  return setField(message, part, [...valuesOf(message, part), text].join(separator));
}

/** Takes the credential out of a request that carries it. */
export function removeCredential(message: RequestMessage, credential: PlacedCredential): RequestMessage {
  const { part, text, separator } = write(credential);
  if (part === 'target') {
    return { ...message, target: message.target.replace(`&${text}`, '').replace(`?${text}`, '') };
  }
  if (separator === null) return setField(message, part);
  const kept = valuesOf(message, part)
    .flatMap((value) => value.split(separator))
    .filter((element) => element !== text);
  return replaceLines(message, part, kept.length > 0 ? [line(part, kept.join(separator))] : []);
}

function valuesOf({ lines }: RequestMessage, name: string): readonly string[] {
  return lines.filter((each) => each.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value);
}
