import type { SaidSign } from '../../src/knowledge/failure-sign.ts';
import { saidRows } from '../../src/knowledge/said.ts';
import { readTextCases } from '../text-case.ts';
import { splitTexts } from './split-texts.ts';

/** A content of a reply that says something, and the statuses with which it counts as that. */
export interface SaidWithStatuses {
  readonly sign: SaidSign;
  readonly statuses: readonly number[];
  readonly text: string;
}

/** A content that comes near to what is known, and what is said by it: another thing, or nothing. */
export interface NearlySaid {
  readonly status: number;
  readonly text: string;
  readonly signs: readonly SaidSign[];
}

/** Every status that some server refuses an opening with, and some that none does. */
export const everyStatus: readonly number[] = [
  ...[101, 200, 202, 204, 301, 304],
  ...[400, 401, 403, 404, 405, 406, 410, 413, 414, 422, 426, 429, 431, 451],
  ...[500, 501, 502, 503, 504, 505, 520],
];

export const saidWithStatuses: readonly SaidWithStatuses[] = readTextCases(
  new URL('data/said-content.txt', import.meta.url),
  ['statuses', 'why'],
).flatMap(({ title, lists, text: texts }) => {
  const sign = readSign(title);
  const statuses = (lists.get('statuses') ?? []).map(readStatus);
  return splitTexts(texts).map((text) => ({ sign, statuses, text }));
});

export const nearlySaid: readonly NearlySaid[] = readTextCases(
  new URL('data/near-content.txt', import.meta.url),
  [],
).flatMap(({ title, text: lines }) => {
  const signs = title === 'nothing' ? [] : [readSign(title)];
  return splitTexts(lines).map((line) => ({
    status: readStatus(line.slice(0, 3)),
    text: line.slice('400 '.length),
    signs,
  }));
});

function readSign(name: string): SaidSign {
  const row = saidRows.find(({ sign }) => sign === name);
  if (row === undefined) throw new SyntaxError(`nothing says ${name}`);
  return row.sign;
}

function readStatus(digits: string): number {
  const status = everyStatus.find((each) => String(each) === digits);
  if (status === undefined) throw new SyntaxError(`${digits} is none of the statuses that are tried`);
  return status;
}
