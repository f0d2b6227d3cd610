import { commandBracket } from './visible.ts';

/** What JSON leaves as it is, but a terminal, a reader or a log may take for more; a line feed is between values alone. */
const unseen = new RegExp(String.raw`(?!\n)[\p{C}\p{Zl}\p{Zp}]|${commandBracket}`, 'gu');

/** A value as JSON that can be shown anywhere: what a terminal or a log would obey is escaped. */
export function toJson(value: unknown, space = 0): string {
  return JSON.stringify(value, null, space).replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
