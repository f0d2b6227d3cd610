import type { ClauseId } from '../../../../models/clauses.ts';
import { serverRows } from '../../../../models/decisions/server.ts';
import { redactHead } from '../../../auth/redaction.ts';
import type { NewField } from '../../../wire/index.ts';
import type { Target } from '../../judge/target.ts';
import { hideCredential, lineOf, mask } from '../../report/placeholder.ts';
import type { Finding } from '../../report/report.ts';
import { canBeSpoilt, movePieces, remakeRequest } from './recipe.ts';

/** The request of a finding as it is sent to a target. */
export interface Restored {
  readonly octets: Uint8Array;
  readonly lengths: Pick<Finding, 'pieces' | 'rest'>;
  /** Whether no placeholder is left in it. */
  readonly isWhole: boolean;
  /** Whether it was to have the credential spoilt in a way in which the one that is given stays as it is. */
  readonly isUnspoilt: boolean;
}

/** Makes the request of a finding anew for a target. One that an earlier version has found is taken as it is. */
export function restore(
  {
    clause,
    request,
    recipe,
    pieces,
    rest,
  }: Pick<Finding, 'clause' | 'request' | 'recipe' | 'pieces' | 'rest'>,
  target: Target,
): Restored {
  const hidden = Buffer.from(request, 'base64');
  const lengths = { ...(pieces ? { pieces } : {}), ...(rest === undefined ? {} : { rest }) };
  const made = recipe ? remakeRequest(hidden, recipe, target) : null;
  const isUnspoilt = recipe !== undefined && !canBeSpoilt(recipe, target);
  return made
    ? {
        ...restoreOctets(made.octets, clause, target),
        lengths: movePieces(hidden.length, lengths, made),
        isUnspoilt,
      }
    : { ...restoreOctets(hidden, clause, target), lengths, isUnspoilt };
}

/** Clauses whose requests carry a wrong credential, or none: the right one has no place in them. */
const ofCredentials: ReadonlySet<ClauseId> = new Set(
  serverRows.filter(({ guard }) => guard.startsWith('credentialIs')).map(({ clause }) => clause),
);

/**
 * Puts back what placeholders stand for.
 *
 * @returns the octets, and whether no placeholder is left in them
 */
export function restoreOctets(
  hidden: Uint8Array,
  clause: ClauseId,
  target: Target,
): { readonly octets: Uint8Array; readonly isWhole: boolean } {
  const { uri, options } = target;
  const { auth, headers = [], subprotocols = [] } = options;
  const octets = Buffer.from(hidden);
  const isPlaceholder = (at: number, length: number) => {
    if (length >= 4) return true; // nothing else looks like it
    const filled = Buffer.from(octets).fill(strangeTo(target, length), at, at + length, 'latin1');
    return Buffer.from(hideCredential(filled, target)).equals(hideCredential(octets, target));
  };
  const line = `GET ${uri.resourceName} HTTP/1.1\r\n`;
  const at = octets.indexOf(hideCredential(Buffer.from(line, 'latin1'), target).subarray(4, -11));
  if (at >= 0) octets.write(uri.resourceName, at, 'latin1');
  for (const [place, value] of findDeclared(octets, headers)) octets.write(value, place, 'latin1');
  for (const [place, name] of findNames(octets, subprotocols)) octets.write(name, place, 'latin1');
  if (auth && auth.in !== 'firstMessage' && !ofCredentials.has(clause)) {
    const hiddenValue = mask(auth.value);
    const masked = octets.toString('latin1');
    for (let at = masked.indexOf(hiddenValue); at >= 0; at = masked.indexOf(hiddenValue, at + 1)) {
      const isAlone = masked[at - 1] !== '*' && masked[at + hiddenValue.length] !== '*';
      if (isAlone && isPlaceholder(at, auth.value.length)) octets.write(auth.value, at, 'latin1');
    }
  }
  const runs = [...octets.toString('latin1').matchAll(/\*+/g)];
  return { octets, isWhole: !runs.some(({ 0: run, index }) => isPlaceholder(index, run.length)) };
}

/** A text that is no secret, but would be hidden because of its place. */
function strangeTo({ options: { auth } }: Target, length: number): string {
  if (auth?.in === 'subprotocol' && auth.prefix === '') {
    const upper = auth.value.toUpperCase();
    return (upper === auth.value ? auth.value.toLowerCase() : upper).slice(0, length);
  }
  return (auth?.value.startsWith('x') ? 'y' : 'x').repeat(length);
}

/** Where names of subprotocols are hidden, which have a key in them. If several look alike, each place takes the next. */
function findNames(octets: Buffer, given: readonly string[]): readonly (readonly [number, string])[] {
  const start = 'Sec-WebSocket-Protocol: ';
  const names = given.map((name) => {
    const line = redactHead(Buffer.from(`${start}${name}\r\n`, 'latin1'));
    return { name, hidden: Buffer.from(line).toString('latin1').slice(start.length, -2) };
  });
  const lines = [...octets.toString('latin1').matchAll(/^sec-websocket-protocol[ \t]*:(.*)$/gim)];
  const words = lines.flatMap(({ 0: line, 1: list = '', index }) =>
    [...list.matchAll(/[^\s,]+/g)].map((word) => ({
      place: index + line.length - list.length + word.index,
      word: word[0],
    })),
  );
  return words.flatMap(({ place, word }, at) => {
    const nth = words.slice(0, at).filter((each) => each.word === word).length;
    const alike = names.filter(({ name, hidden }) => hidden === word && hidden !== name);
    const own = alike[Math.min(nth, alike.length - 1)];
    return own ? [[place, own.name] as const] : [];
  });
}

/** Where values of declared fields are hidden. If several lines look alike, each takes the next value. */
function findDeclared(octets: Buffer, headers: readonly NewField[]): ReadonlyMap<number, string> {
  const text = octets.toString('latin1');
  const found = new Map<number, string>();
  const given = headers.map(([name, value]) => ({
    key: `${name.toLowerCase()}:${mask(value)}`,
    name,
    value,
  }));
  for (const { key, name, value } of given) {
    const alike = given.filter((each) => each.key === key);
    const lines = value === '' ? [] : [...text.matchAll(lineOf(name, mask(value)))];
    lines.forEach(({ index, 1: before = '' }, count) => {
      found.set(index + before.length, alike[Math.min(count, alike.length - 1)]?.value ?? value);
    });
  }
  return found;
}
