import type { ClauseId } from '../../models/clauses.ts';
import { isToken } from '../wire/index.ts';

/**
 * The name that both lists have and that stands first in the list of the side whose order counts; null when there
 * is none. Names are compared exactly.
 *
 * @see RFC 6455 §4.2.2: which of the offered names a server takes is its own affair.
 */
export function selectSubprotocol(
  offered: readonly string[],
  supported: readonly string[],
  preference: 'client' | 'server' = 'client',
): string | null {
  const [wanted, other] = preference === 'client' ? [offered, supported] : [supported, offered];
  return wanted.find((name) => other.includes(name)) ?? null;
}

/** What is wrong with a list of subprotocols that is about to be offered or supported; null when nothing is. */
export function checkSubprotocols(names: readonly string[]): { problem: string; clause: ClauseId } | null {
  const odd = names.find((name) => !isToken(name));
  if (odd !== undefined) {
    return {
      problem: `the subprotocol ${JSON.stringify(odd)} is not a token: visible ASCII without separators was expected`,
      clause: 'rfc6455/4.1/subprotocol-token',
    };
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    return {
      problem: `the subprotocol ${JSON.stringify(twice)} is named twice: unique names were expected`,
      clause: 'rfc6455/4.1/subprotocol-unique',
    };
  }
  return null;
}
