import type { RequestSign } from '../../models/verdict/diagnose.ts';
import { includesUpgrade, includesWebSocket } from '../facts/request-facts.ts';
import { joinLines, splitList } from '../wire/index.ts';

/** A field that is a list and has to name a token. */
interface ListField {
  readonly name: 'connection' | 'upgrade';
  /** The token as it is usually written, and in lower case as it is looked for. */
  readonly usual: string;
  readonly includes: (values: readonly string[]) => boolean;
}

export const connectionField: ListField = {
  name: 'connection',
  usual: 'Upgrade',
  includes: includesUpgrade,
};
export const upgradeField: ListField = {
  name: 'upgrade',
  usual: 'websocket',
  includes: includesWebSocket,
};

/** What is odd in the lines of such a field. */
export function readListSigns(field: ListField, values: readonly string[]): readonly RequestSign[] {
  const { name, usual, includes } = field;
  const whole = joinLines(values);
  if (values.length === 0) return [`${name}IsAbsent`];
  if (whole.trim() === '') return [];
  if (!includes(values)) {
    if (new RegExp(`\\b${usual}\\b`, 'i').test(whole)) return [`${name}HasItAsWord`];
    return [new RegExp(usual, 'i').test(whole) ? `${name}HasItInWord` : `${name}IsOther`];
  }
  if (values.length > 1) {
    if (!includes(values.slice(1))) return [`${name}HasItInFirstLine`];
    return includes(values.slice(0, -1)) ? [] : [`${name}HasItInLastLine`];
  }
  const elements = splitList(whole);
  if (whole.split(',').length > elements.length) return [`${name}HasEmptyElements`];
  if (elements.length > 1) return [`${name}IsList`];
  return whole === usual ? [] : [`${name}IsRecased`];
}
