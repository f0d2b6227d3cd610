import type { ReplyEdit } from '../arbitraries/edit.ts';
import { nameSpelling } from './accept-name.ts';
import { nameCase, otherStatus } from './title.ts';

/** The id of a case: the name of its fault or clause, and what tells it from others of that name. */
export function makeId(name: string, edits: readonly ReplyEdit[]): string {
  return [name, ...edits.map(nameEdit)].filter((part) => part !== '').join('-');
}

function nameEdit(edit: ReplyEdit): string {
  switch (edit.kind) {
    case 'setPart':
      return spell(otherStatus.exec(edit.text)?.[1] ?? edit.text);
    case 'setField':
      return edit.values.map((value) => spell(nameSpelling(value, spellings))).join('-then-');
    case 'addLines':
      return edit.lines.map(({ name, colon, value }) => spell(`${name}${colon}${value}`)).join('-then-');
    case 'recaseNames':
      return spell(nameCase(edit.upper));
    case 'spaceValues':
      return [edit.before, edit.after].map(spellSpace).join('-then-');
    default:
      return '';
  }
}

const spellings = {
  whole: 'value',
  swapped: 'value in other case',
  withoutLast: 'value without last',
  withoutFirst: 'value without first',
};

/** Characters that make a difference, by their names. */
const named: Readonly<Record<string, string>> = {
  '"': 'quote',
  ',': 'comma',
  ';': 'semicolon',
  '+': 'plus',
  '[': 'bracket',
  ' ': 'space',
  '\t': 'tab',
  '\r': 'cr',
  '\n': 'lf',
  '\0': 'nul',
};

/** Characters between words that make none. */
const separators = /[=/:()-]+/g;

function spell(text: string): string {
  const told = text
    .replace('permessage-deflate; ', '')
    .replace(/(?<=.)=$/, ' equals')
    .replace(/^ | $|(?<= ) /g, ' space ')
    .replace(separators, ' ')
    .replace(/[^A-Za-z0-9._ ]/g, (each) => ` ${named[each] ?? `x${each.charCodeAt(0).toString(16)}`} `);
  return told.trim().split(/ +/).join('-') || 'empty';
}

function spellSpace(text: string): string {
  return [...text].map((each) => named[each]).join('-') || 'none';
}
