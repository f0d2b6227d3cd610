import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';

const named: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '\\': '\\' };
const typed = /\\(?<name>[rnt\\])|\\x(?<code>[0-9A-Fa-f]{2})|(?<end>\r\n?|\n)|(?<wide>\P{ASCII}+)/gu;

/**
 * The octets that a text in the editor stands for. Each line end is CR LF; `\r`, `\n`, `\t`, `\\` and `\x00` to
 * `\xff` are one octet each, and a backslash before anything else is itself. Characters beyond ASCII are UTF-8.
 */
export function readTyped(text: string): Uint8Array {
  return encodeLatin1(
    text.replace(typed, (found: string, name?: string, code?: string, end?: string) => {
      if (name !== undefined) return named[name] ?? found;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return end === undefined ? decodeLatin1(new TextEncoder().encode(found)) : '\r\n';
    }),
  );
}

const escapes: Readonly<Record<string, string>> = {
  '\r\n': '\n',
  '\r': '\\r',
  '\n': '\\n',
  '\t': '\\t',
  '\\': '\\\\',
};

/** A text for the editor that stands for the octets. */
export function writeTyped(octets: Uint8Array): string {
  return decodeLatin1(octets).replace(
    /\r\n|[^ -[\]-~]/g,
    (found) => escapes[found] ?? `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
