import { equalsIgnoringCase, parseUrl } from '../wire/index.ts';
import { encodeUtf8 } from '../wire/octet.ts';
import { type ListedRequest, tellSecure, writeRequest } from './listed.ts';
import type { PasteReading } from './paste.ts';

const WORD = /(?:\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\])+/g;
/** In single quotes with escapes, in single quotes, in double quotes; a run of others has to end before `$'`. */
const PART =
  /\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|((?:\\[\s\S]|[^\\'"$]|\$(?!'))+)/g;

/** Whether a text is a command line of curl, as browsers copy it for bash and for cmd. */
export function isCommand(text: string): boolean {
  return /^\s*(?:[$%] +)?curl(?:\.exe)?\s/.test(text);
}

/** The options of curl that have a value and change nothing of the head. */
const valued = new Set(
  ['-d', '--data', '--data-raw', '--data-binary', '--data-urlencode', '-o', '--output', '-m', '--max-time']
    .concat([
      '-u',
      '--user',
      '-x',
      '--proxy',
      '-U',
      '--proxy-user',
      '--resolve',
      '--connect-to',
      '--connect-timeout',
      '--cacert',
    ])
    .concat(['-E', '--cert', '--key', '-w', '--write-out', '-c', '--cookie-jar', '-F', '--form', '-T']),
);

/** The options that are fields. */
const fieldOf: ReadonlyMap<string, string> = new Map([
  ...['-b', '--cookie'].map((option) => [option, 'Cookie'] as const),
  ...['-A', '--user-agent'].map((option) => [option, 'User-Agent'] as const),
  ...['-e', '--referer'].map((option) => [option, 'Referer'] as const),
]);

/** The request that a command line of curl sends, as far as that says it. */
export function readCommand(text: string): PasteReading {
  const { url, method, fields } = readWords(splitWords(text));
  const parsed = url === null ? null : parseUrl(url);
  if (parsed === null) return { problem: 'the command line of curl has no URL with a scheme' };
  const hasHost = fields.some(({ name }) => equalsIgnoringCase(name, 'host'));
  const host = hasHost ? [] : [{ name: 'Host', value: parsed.host }];
  const written = writeRequest({ url, method, version: null, fields: [...host, ...fields] });
  const assumed = hasHost ? [] : ['Host is what curl sends for the URL.'];
  return { request: written.text, reply: null, notes: [...assumed, ...written.notes], ...tellSecure(url) };
}

function readWords([, ...words]: readonly string[]): Omit<ListedRequest, 'version'> {
  const fields: { name: string; value: string }[] = [];
  let [url, method]: [string | null, string | null] = [null, null];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const value = words[at + 1] ?? '';
    const name = fieldOf.get(word);
    if (!word.startsWith('-')) url ??= word;
    else if (word === '--url') url = value;
    else if (word === '-X' || word === '--request') method = value;
    else if (word === '-H' || word === '--header') fields.push(...readField(value));
    else if (name !== undefined) fields.push({ name, value });
    else if (!valued.has(word)) continue;
    if (word.startsWith('-')) at += 1;
  }
  return { url, method, fields };
}

/** `Name: value`; `Name;` for an empty value, and `Name:` for none at all. */
function readField(text: string): readonly { readonly name: string; readonly value: string }[] {
  const [, name = '', end, value = ''] = /^([^:;]+)([:;]) *(.*)$/s.exec(text) ?? [];
  return name === '' || (end === ':' && value === '') ? [] : [{ name, value }];
}

/** Words as a shell parts them. In cmd a caret stands before whatever would mean something there. */
export function splitWords(text: string): readonly string[] {
  const plain = text.includes('^"') ? text.replace(/\^(\r?\n)/g, ' ').replace(/\^([\s\S])/g, '$1') : text;
  const words =
    plain
      .replace(/^\s*[$%] +/, '')
      .replace(/\\\r?\n/g, ' ')
      .match(WORD) ?? [];
  return words.map((word) =>
    word.replace(PART, (_part, escaped?: string, single?: string, double?: string, bare?: string) => {
      if (escaped !== undefined) return readEscapes(escaped);
      return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? bare?.replace(/\\([\s\S])/g, '$1') ?? '';
    }),
  );
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g;

/** What stands in `$'…'`, where a browser had something to escape. */
function readEscapes(text: string): string {
  return text.replace(ESCAPE, (_found, wide?: string, code?: string, one = '') => {
    const hexadecimal = wide ?? code;
    if (hexadecimal === undefined) return controls[one] ?? one;
    const character = String.fromCharCode(Number.parseInt(hexadecimal, 16));
    return wide === undefined ? character : encodeUtf8(character);
  });
}
