const named: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\t': '\\t' };

/** What a reader does not see, or what moves a terminal or the text around it: controls, marks of direction, line separators. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * The bracket by which a log takes what follows for a command: of `##[` (GitHub Actions), `##vso[` (Azure Pipelines), `##teamcity[`,
 * or of any other name.
 */
export const commandBracket = String.raw`\[(?<=##\w*\[)`;

/** Where a log takes a line for a command: there, and by `::` that begins a line and comes again in it (GitHub Actions). */
const command = new RegExp(String.raw`^([^\S\n]*):(?=:.*::)|${commandBracket}`, 'gm');

/** A character by its code. */
export function nameCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hexadecimal = code.toString(16).padStart(2, '0');
  return named[character] ?? (code < 0x100 ? `\\x${hexadecimal}` : `\\u{${hexadecimal}}`);
}

/**
 * A text of somebody else for a terminal or a log, where nothing of it controls anything: what a reader would not see, or
 * what a log would take for a command, stands as its code. Line feeds are kept where `keepLines` says so.
 */
export function visible(text: string, keepLines = false): string {
  return text
    .replace(unseen, (character) => (keepLines && character === '\n' ? character : nameCharacter(character)))
    .replace(command, (_, indent?: string) => (indent === undefined ? '\\x5b' : `${indent}\\x3a`));
}
