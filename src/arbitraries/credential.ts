import { applyEdit, type RequestEdit } from './edit.ts';
import type { RequestMessage } from './message.ts';

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
export function placing(credential: PlacedCredential): RequestEdit {
  const { part: name, text, separator } = write(credential);
  if (name === 'target') return { kind: 'addQuery', text };
  if (separator === null) return { kind: 'setField', name, values: [text] };
  return { kind: 'addElement', name, separator, text };
}

/** Takes the credential out of a request that carries it. */
export function removing(credential: PlacedCredential): RequestEdit {
  const { part: name, text, separator } = write(credential);
  if (name === 'target') return { kind: 'removeQuery', text };
  if (separator === null) return { kind: 'setField', name, values: [] };
  return { kind: 'removeElement', name, separator, text };
}

/** A request with a credential, which had none. */
export function placeCredential(message: RequestMessage, credential: PlacedCredential): RequestMessage {
  return applyEdit(message, placing(credential));
}

/** A request without the credential that it carried. */
export function removeCredential(message: RequestMessage, credential: PlacedCredential): RequestMessage {
  return applyEdit(message, removing(credential));
}
