import { quoteForShell } from './shell.ts';
import { commandBracket } from './visible.ts';

type MapText = (text: string) => string;

/** A word of a command that `quoteForShell` has written, and its parts. */
const word = /(?:'[^']*'|\\[\s\S]|[^\s'\\])+/g;
const part = /'([^']*)'|\\([\s\S])/g;

/** A command with every word of it made anew, which a shell takes for as many words, whatever has become of them. */
function mapCommand(command: string, map: MapText): string {
  return command.replace(word, (written) => {
    const plain = written.replace(part, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '');
    const made = map(plain);
    return made === plain ? written : quoteForShell(made);
  });
}

/** What is escaped in a format, and in a literal of Python. */
const inFormat = new RegExp(String.raw`[^\x20-\x7e]|[%'\\]|${commandBracket}`, 'g');
const inPython = new RegExp(String.raw`[^\x20-\x7e]|['\\]|${commandBracket}`, 'g');

/** The format of a `printf` between single quotes, in which nothing is to be filled in. */
export function escapeForPrintf(text: string): string {
  return text.replace(inFormat, (character) =>
    character === '%' ? '%%' : (named[character] ?? `\\${codeOf(character, 8)}`),
  );
}

/** A literal of octets in Python, without the quotes around it. */
export function escapeForPython(text: string): string {
  return text.replace(inPython, (character) =>
    character === "'" ? "\\'" : (named[character] ?? `\\x${codeOf(character, 16)}`),
  );
}

/** Plain text in the message of a variable that is not set: nothing that a shell would read as its own. */
export function tellInShell(text: string): string {
  return text.replace(/[^\w .,:;/?=&-]/g, '_').slice(-60);
}

const named: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\\': '\\\\' };

function codeOf(character: string, radix: 8 | 16): string {
  return character
    .charCodeAt(0)
    .toString(radix)
    .padStart(radix === 8 ? 3 : 2, '0');
}

/** The text of a literal in which characters are escaped by a backslash. */
function readEscapes(text: string): string {
  return text.replace(
    /\\(?:([0-7]{3})|x([0-9a-f]{2})|(.))/g,
    (_, octal?: string, hex?: string, one?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return one === 'r' ? '\r' : one === 'n' ? '\n' : (one ?? '');
    },
  );
}

/** Where a script of ours has the text of a message, how that is read, and how it is written. */
const literals: readonly {
  readonly at: RegExp;
  /** One after another; `%s` is what is filled in between them. */
  readonly piece: RegExp;
  readonly read: MapText;
  readonly write: MapText;
}[] = [
  {
    at: /(?<=printf (?:-- )?')[^']+/g,
    piece: /%s|(?:[^%]|%%)+/g,
    read: (text) => readEscapes(text.replaceAll('%%', '%')),
    write: escapeForPrintf,
  },
  { at: /(?<=\bb')(?:[^'\\]|\\.)+/g, piece: /^[\s\S]+$/g, read: readEscapes, write: escapeForPython },
  {
    at: /(?<=in place of the dots: ).*(?=\.\.\.\}"$)/gm,
    piece: /^.+$/g,
    read: (text) => text,
    write: tellInShell,
  },
];

/** A script with the text of its messages made anew, in which nothing else changes. */
function mapScript(script: string, map: MapText): string {
  return literals.reduce(
    (left, { at, piece, read, write }) =>
      left.replace(at, (literal) =>
        literal.replace(piece, (written) => {
          if (written === '%s') return written;
          const plain = read(written);
          const made = map(plain);
          return made === plain ? written : write(made);
        }),
      ),
    script,
  );
}

const mappers: ReadonlyMap<string, (text: string, map: MapText) => string> = new Map([
  ['replay', mapCommand],
  ['reproduction', mapScript],
]);

/**
 * A text of a report made anew. What is quoted there, as a command or a script is, stays quoted whatever has become of it.
 *
 * @param name of the key that has the text
 */
export function requote(text: string, name: string, map: MapText): string {
  return mappers.get(name)?.(text, map) ?? map(text);
}
