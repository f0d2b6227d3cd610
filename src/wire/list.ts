import { isToken } from './token.ts';
import { trimOws } from './white-space.ts';

/**
 * The values of the lines of one list as the list that they make together.
 *
 * @see RFC 9110 §5.3
 */
export function joinLines(values: readonly string[]): string {
  const only = values[0];
  return values.length === 1 && only !== undefined ? only : values.join(',');
}

/**
 * The elements of a list that has no quoted strings, in order, without the white space around them.
 *
 * Lenient: any number of empty elements is ignored (a reasonable number MUST be).
 *
 * @see RFC 9110 §5.6.1.2
 */
export function splitList(value: string): readonly string[] {
  const elements: string[] = [];
  for (let start = 0; start <= value.length; ) {
    const comma = value.indexOf(',', start);
    const end = comma < 0 ? value.length : comma;
    const element = trimOws(value, start, end);
    if (element !== '') elements.push(element);
    start = end + 1;
  }
  return elements;
}

/** The tokens of `#token`; `[]` when every element is empty, `null` when one is no token. */
export function parseTokenList(value: string): readonly string[] | null {
  const elements = splitList(value);
  for (const element of elements) if (!isToken(element)) return null;
  return elements;
}

/**
 * The elements of `Upgrade = #protocol`, as written; `null` when one is no protocol.
 *
 * @see RFC 9110 §7.8
 */
export function parseProtocolList(value: string): readonly string[] | null {
  const elements = splitList(value);
  for (const element of elements) if (!isProtocol(element)) return null;
  return elements;
}

// protocol = protocol-name [ "/" protocol-version ], both a token
function isProtocol(element: string): boolean {
  const slash = element.indexOf('/');
  if (slash < 0) return isToken(element);
  return isToken(element.slice(0, slash)) && isToken(element.slice(slash + 1));
}
