import type { AcceptRecipe, ReplySign } from '../../models/verdict/diagnose.ts';
import { computeAccept, GUID, type Sha1 } from '../wire/index.ts';

/** Hashes as the platform has them: each of a text of octets, in base64. Without one nothing is told of it. */
export interface Hashes {
  readonly sha1: Sha1;
  readonly sha256?: Sha1;
  readonly md5?: Sha1;
}

/** A key as it stood on the wire: its value, and the white space before and behind it. */
export interface SentKey {
  readonly value: string;
  readonly before: string;
  readonly behind: string;
}

/** The accept value of the example, which answers the key of the example (RFC 6455 §1.3). */
const example = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

/** Fewer characters may be those of the right value by chance. */
const shortestCut = 8;

type Recipes = Readonly<
  Record<
    Exclude<AcceptRecipe, `space${string}`>,
    (accept: string, key: string, hashes: Hashes, right: string) => boolean
  >
>;

const recipes: Recipes = {
  keyIsDecoded: (accept, key, { sha1 }) => accept === sha1(atob(key) + GUID),
  guidIsLowercase: (accept, key, { sha1 }) => accept === sha1(key + GUID.toLowerCase()),
  guidIsMissing: (accept, key, { sha1 }) => accept === sha1(key),
  guidIsFirst: (accept, key, { sha1 }) => accept === sha1(GUID + key),
  guidHasTypo: isOfTypo,
  lineFeedIsHashed: (accept, key, { sha1 }) => accept === sha1(`${key}${GUID}\n`),
  lineEndIsHashed: (accept, key, { sha1 }) =>
    ['\r\n', '\r', '\n'].some((end) => accept === sha1(key + end + GUID)),
  hashIsSha256: (accept, key, { sha256 }) => accept === sha256?.(key + GUID),
  hashIsMd5: (accept, key, { md5 }) => accept === md5?.(key + GUID),
  valueIsHex: (accept, _key, _hashes, right) => accept.toLowerCase() === toHex(right),
  valueIsHexInBase64: (accept, _key, _hashes, right) => accept === btoa(toHex(right)),
  valueLacksPadding: (accept, _key, _hashes, right) => accept === right.replace(/=+$/, ''),
  valueIsBase64Url: (accept, _key, _hashes, right) => {
    const urlSafe = right.replaceAll('+', '-').replaceAll('/', '_');
    return accept === urlSafe || accept === urlSafe.replace(/=+$/, '');
  },
  valueIsOfExample: (accept) => accept === example,
  valueIsKey: (accept, key) => accept === key,
  valueHasMore: (accept, _key, _hashes, right) => accept !== right && accept.includes(right),
  valueIsCut: (accept, _key, _hashes, right) =>
    accept.length >= shortestCut &&
    accept !== right.replace(/=+$/, '') &&
    (right.startsWith(accept) || right.endsWith(accept)),
  valueIsEmpty: (accept) => accept === '',
  valueIsRecased: (accept, _key, _hashes, right) => accept.toLowerCase() === right.toLowerCase(),
};

/**
 * What an accept value shows of how it was made.
 *
 * @param key one that is well formed
 */
export function readAcceptSigns(accept: string, key: SentKey, hashes: Hashes): readonly ReplySign[] {
  const { value } = key;
  const right = computeAccept(value, hashes.sha1);
  const spaces = readSpaceSigns(accept, key, hashes.sha1);
  if (accept === right) {
    const isTold = /[+/]/.test(right);
    return ['acceptIsRight', ...(isTold ? (['valueIsBase64Url fails'] as const) : []), ...spaces];
  }
  const names = Object.keys(recipes) as (keyof Recipes)[]; // Object.keys forgets the keys
  const told = names.map(
    (name) => `${name} ${recipes[name](accept, value, hashes, right) ? 'holds' : 'fails'}` as const,
  );
  return [...told, ...spaces];
}

/** Whether white space around a key was hashed. One space before it is usual, and shows nothing if it was not. */
function readSpaceSigns(
  accept: string,
  { value, before, behind }: SentKey,
  sha1: Sha1,
): readonly ReplySign[] {
  const hashed = endsOf(before)
    .flatMap((start) => startsOf(behind).map((end) => [start, end] as const))
    .find(([start, end]) => accept === computeAccept(start + value + end, sha1));
  const [start = '', end = ''] = hashed ?? [];
  return [
    ...(start !== '' ? (['spaceBeforeIsHashed holds'] as const) : []),
    ...(start === '' && !/^ ?$/.test(before) ? (['spaceBeforeIsHashed fails'] as const) : []),
    ...(end !== '' ? (['spaceBehindIsHashed holds'] as const) : []),
    ...(end === '' && behind !== '' ? (['spaceBehindIsHashed fails'] as const) : []),
  ];
}

/** More white space than this is not looked at. */
const most = 8;

/** What may be left of white space before a key: nothing, the last of it, …, all of it. */
function endsOf(before: string): readonly string[] {
  const length = Math.min(before.length, most);
  return Array.from({ length: length + 1 }, (_, count) => before.slice(before.length - count));
}

function startsOf(behind: string): readonly string[] {
  const length = Math.min(behind.length, most);
  return Array.from({ length: length + 1 }, (_, count) => behind.slice(0, count));
}

function toHex(base64: string): string {
  return [...atob(base64)].map((octet) => octet.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** Whether the GUID with one typo leads to the value: a character replaced, left out, put in, or two that changed places. */
function isOfTypo(accept: string, key: string, { sha1 }: Hashes): boolean {
  return typos.some((typo) => accept === sha1(key + typo));
}

const typos: readonly string[] = [...GUID].flatMap((letter, at) => {
  const [before, behind] = [GUID.slice(0, at), GUID.slice(at + 1)];
  const others = [...'0123456789ABCDEF-'];
  return [
    before + behind,
    `${before}${behind.slice(0, 1)}${letter}${behind.slice(1)}`,
    ...others.flatMap((other) => [before + other + behind, before + other + letter + behind]),
  ];
});
