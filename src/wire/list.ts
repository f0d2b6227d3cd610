import { isToken } from './token.ts';
import { trimOws } from './white-space.ts';

/**
 * The elements of a list that has no quoted strings, in order, without the white space around them.
 *
 * Lenient: any number of empty elements is ignored (a reasonable number MUST be).
 *
 * @see RFC 9110 §5.6.1.2
 */
export function splitList(value: string): readonly string[] {
  return value
    .split(',')
    .map(trimOws)
    .filter((element) => element !== '');
}

/** The tokens of `#token`; `[]` when every element is empty, `null` when one is no token. */
export function parseTokenList(value: string): readonly string[] | null {
  const elements = splitList(value);
  return elements.every(isToken) ? elements : null;
}

/**
 * The elements of `Upgrade = #protocol`, as written; `null` when one is no protocol.
 *
 * @see RFC 9110 §7.8
 */
export function parseProtocolList(value: string): readonly string[] | null {
  const elements = splitList(value);
  return elements.every(isProtocol) ? elements : null;
}

// protocol = protocol-name [ "/" protocol-version ], both a token
function isProtocol(element: string): boolean {
  const parts = element.split('/');
  return parts.length <= 2 && parts.every(isToken);
}
