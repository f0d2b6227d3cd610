import { type RequestGuard, requestGuards } from '../../models/decisions/server.ts';
import type { RequestSign, ServerSign } from '../../models/verdict/diagnose.ts';
import { hasNoElement } from '../facts/request-details.ts';
import { classifyKey, type Field, fieldValues, parseVersion, splitList } from '../wire/index.ts';
import { connectionField, readListSigns, upgradeField } from './list-sign.ts';

/** The one thing in which a request differs from the canonical one. */
export interface OddPart {
  /** The field, or the part of the start-line; null where it is not one alone. */
  readonly part: string | null;
  /** The guard that finds a fault in it; null where none does. */
  readonly guard: string | null;
}

type Reader = (values: readonly string[], guard: string | null) => readonly RequestSign[];

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['connection', (values) => readListSigns(connectionField, values)],
  ['upgrade', (values) => readListSigns(upgradeField, values)],
  ['sec-websocket-version', readVersionSigns],
  ['sec-websocket-key', readKeySigns],
  [
    'sec-websocket-protocol',
    (values, guard) =>
      readOfferSigns(values, guard, ['subprotocolsAreReadable', 'subprotocolsAreUnreadable']),
  ],
  [
    'sec-websocket-extensions',
    (values, guard) => readOfferSigns(values, guard, ['extensionsAreReadable', 'extensionsAreUnreadable']),
  ],
]);

/**
 * What a server does with a request that is odd in one part: its signs, each as accepted or refused.
 *
 * @param fields null where they cannot be read
 */
export function readRequestSigns(
  { part, guard }: OddPart,
  fields: readonly Field[] | null,
  outcome: 'accepted' | 'refused',
): readonly ServerSign[] {
  // Whatever changes several parts may be refused for any of them.
  if (part === null || part === 'several' || part === 'message') return [];
  const read = readers.get(part);
  const own = read && fields ? read(fieldValues(fields, part), guard) : [];
  const signs = guard !== null && isGuard(guard) ? [guard, ...own] : own;
  return signs.map((sign) => `${sign} ${outcome}` as const);
}

function isGuard(name: string): name is RequestGuard {
  return Object.hasOwn(requestGuards, name);
}

function readVersionSigns(values: readonly string[]): readonly RequestSign[] {
  const [value = '', ...others] = values;
  const last = others.at(-1);
  if (last !== undefined) {
    if ((value === '13') === (last === '13')) return [];
    return [value === '13' ? 'versionIs13InFirstLine' : 'versionIs13InLastLine'];
  }
  if (value === '' || value === '13') return [];
  const elements = splitList(value);
  if (elements.length > 1 && elements[0] === '13') return ['versionListBeginsWith13'];
  if (elements.length > 1 && elements.includes('13')) return ['versionListHas13'];
  if (/^0+13$/.test(value)) return ['versionHasZeros'];
  // Some readers of numbers take a sign, a fraction, an exponent or hexadecimal digits, and others do not.
  if (Number(value) === 13) return [];
  if (/^13\D/.test(value)) return ['versionHasTail'];
  if (value.includes('13')) return ['versionMentions13'];
  // A server may speak a draft as well.
  return /^[0-8]$/.test(value)
    ? []
    : [parseVersion(value) === null ? 'versionIsOther' : 'versionIsOtherNumber'];
}

function readKeySigns(values: readonly string[]): readonly RequestSign[] {
  const [value = '', ...others] = values;
  const last = others.at(-1);
  if (last !== undefined) {
    const isKey = (text: string) => classifyKey(text) === 'ok';
    if (isKey(value) === isKey(last)) return [];
    return [isKey(value) ? 'keyIsInFirstLine' : 'keyIsInLastLine'];
  }
  if (values.length === 0 || classifyKey(value) === 'ok') return [];
  if (value === '') return ['keyHasOtherLength', 'keyDecodesToOthers'];
  return [
    ...readPadding(value),
    value.length === 24 ? 'keyHas24Characters' : 'keyHasOtherLength',
    decodeLeniently(value) === 16 ? 'keyDecodesTo16Octets' : 'keyDecodesToOthers',
  ];
}

/** What breaks the grammar of base64. */
function readPadding(value: string): readonly RequestSign[] {
  if (classifyKey(value) === 'wrongLength') return [];
  if (/^[\w-]{22}==$/.test(value)) return ['keyIsUrlSafe'];
  if (/[^A-Za-z0-9+/=]/.test(value)) return ['keyHasForeignOctets'];
  if (/^[^=]{22}=?$/.test(value)) return [value.length === 22 ? 'keyLacksPadding' : 'keyHasOnePad'];
  return ['keyIsOddlyPadded'];
}

/**
 * As many octets as a decoder gives that skips whatever is in neither alphabet, and ends where the padding begins.
 *
 * @see RFC 4648 §3.3
 */
function decodeLeniently(value: string): number {
  const data = value.replace(/[^\w+/=-]/g, '').replace(/=.*$/, '');
  return Math.floor((data.length * 3) / 4);
}

/** A list of empty elements alone may be read as an empty one, and shows nothing. */
function readOfferSigns(
  values: readonly string[],
  guard: string | null,
  [readable, unreadable]: readonly [RequestSign, RequestSign],
): readonly RequestSign[] {
  if (values.length === 0 || hasNoElement(values)) return [];
  return [guard === null ? readable : unreadable];
}
