import type { ClauseId } from '../../models/clauses.ts';
import { isToken } from '../wire/index.ts';

/** The first of the offered names that is supported, in the client's order of preference; otherwise null. */
export function selectSubprotocol(offered: readonly string[], supported: readonly string[]): string | null {
  return offered.find((name) => supported.includes(name)) ?? null;
}

/** What is wrong with a list of subprotocols that is about to be offered or supported; null when nothing is. */
export function checkSubprotocols(names: readonly string[]): { problem: string; clause: ClauseId } | null {
  const odd = names.find((name) => !isToken(name));
  if (odd !== undefined) {
    return {
      problem: `the subprotocol ${JSON.stringify(odd)} is no token: visible ASCII without separators was expected`,
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
