const named: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\t': '\\t' };

/** What a reader does not see, or what moves a terminal or the text around it: controls, marks of direction, line separators. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Where GitHub Actions takes a line of a log for a command: `::` that begins a line and comes again in it, and `##[`
 * anywhere (`ActionCommand.cs` of actions/runner).
 */
const command = /^([^\S\n]*):(?=:.*::)|(?<=##)\[/gm;

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
