import type { ReplyEdit } from '../arbitraries/edit.ts';
import { type Spelling, spellingWords } from '../arbitraries/fit-accept.ts';
import { visible } from '../quote/visible.ts';
import { nameSpelling } from './accept-name.ts';

/** What a change of the canonical 101 is, in one line. */
export function describeEdit(edit: ReplyEdit): string {
  switch (edit.kind) {
    case 'setPart':
      return edit.part === 'prefix' ? `${statusOf(edit.text)} before the 101` : describeStatusLine(edit.text);
    case 'setField':
      return describeField(edit.name, edit.values);
    case 'addLines':
      return `101 with the line ${quote(edit.lines.map((l) => `${l.name}${l.colon}${l.value}`).join('\r\n'))}`;
    case 'recaseNames':
      return `Field names in ${nameCase(edit.upper)}`;
    case 'spaceValues': {
      const whose = edit.names?.length === 1 ? `the value of ${edit.names.join()}` : 'the other values';
      return edit.before === '' && edit.after === ''
        ? `No white space before ${whose}`
        : `White space around ${whose}: ${quote(edit.before)} before, ${quote(edit.after)} behind`;
    }
    case 'reverseLines':
      return 'Fields in reverse order';
    default:
      throw new Error(`no replies are written by ${edit.kind}`);
  }
}

/** A well-formed status line with another status. */
export const otherStatus = /^HTTP\/1\.1 (?!101)([1-9][0-9]{2})(?: |$)/;

function describeStatusLine(text: string): string {
  const [, status] = otherStatus.exec(text) ?? [];
  if (status === undefined) return text === '' ? 'No status line' : `Status line ${quote(text)}`;
  return status.startsWith('1') ? `${status} and no 101 behind it` : `${status} in the place of 101`;
}

function describeField(name: string, values: readonly string[]): string {
  const [first] = values;
  if (first === undefined) return `101 without ${name}`;
  if (values.length > 1)
    return `101 with ${counts[values.length] ?? values.length} lines of ${name}: ${values.map(nameValue).join(' | ')}`;
  return first === '' ? `101 with an empty ${name}` : `101 with ${name}: ${nameValue(first)}`;
}

function quote(text: string): string {
  return `"${visible(text)}"`;
}

function nameValue(value: string): string {
  return value === '' ? '(empty)' : visible(nameSpelling(value, spellings));
}

/** What is said in the place of the accept value, which differs from request to request. */
const spellings = {
  whole: nameRight('whole'),
  swapped: nameRight('swapped'),
  withoutLast: nameRight('withoutLast'),
  withoutFirst: nameRight('withoutFirst'),
};

function nameRight(spelling: Spelling): string {
  return `(the right value${spellingWords[spelling]})`;
}

const counts = ['no', 'one', 'two', 'three'];

function statusOf(head: string): string {
  return /^HTTP\/1\.1 ([0-9]{3})/.exec(head)?.[1] ?? 'A head';
}

export function nameCase(upper: readonly boolean[]): string {
  if (upper.every((each) => each)) return 'upper case';
  return upper.some((each) => each) ? 'mixed case' : 'lower case';
}
