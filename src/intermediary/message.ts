import { encodeLatin1, equalsIgnoringCase, type Field, type NewField } from '../wire/index.ts';

/** The head of a message as a hop writes it: its start-line without CRLF, and its fields. */
export interface Message {
  readonly startLine: string;
  readonly fields: readonly NewField[];
}

/** Writes a head as it is, well-formed or not. */
export function writeMessage({ startLine, fields }: Message): Uint8Array {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return encodeLatin1(`${startLine}\r\n${lines.join('')}\r\n`);
}

export function toNewFields(fields: readonly Field[]): readonly NewField[] {
  return fields.map(({ name, value }) => [name, value]);
}

/** The fields without those of some names, whatever the letter case of either. */
export function withoutFields(fields: readonly NewField[], names: readonly string[]): readonly NewField[] {
  return fields.filter(([field]) => !names.some((name) => equalsIgnoringCase(field, name)));
}

/**
 * The fields with one line of a name, in the place of the first one that they had, or as the last; with none where
 * the value is null.
 */
export function withField(
  fields: readonly NewField[],
  name: string,
  value: string | null,
): readonly NewField[] {
  const isOther = ([field]: NewField) => !equalsIgnoringCase(field, name);
  const others = fields.filter(isOther);
  if (value === null) return others;
  const first = fields.findIndex((field) => !isOther(field));
  return first < 0 ? [...others, [name, value]] : others.toSpliced(first, 0, [name, value]);
}
