import { encodeUtf8 } from '../wire/octet.ts';
import { readBasic } from './credential.ts';

/** What tells a secret: as it was given, decoded, and of user information the password by itself. */
export function formsOf(secret: string): readonly string[] {
  const decoded = decodePercent(secret);
  const basic = readBasic(secret);
  const pair = basic ? `${basic.user}:${basic.password}` : decoded;
  const isPair = /^[^:\s/]*:[^/]/.test(pair);
  return [...new Set([secret, decoded, ...(isPair ? [pair, pair.slice(pair.indexOf(':') + 1)] : [])])];
}

/** Shorter codes are found in other texts as well. */
const shortestCode = 10;

/** What a text becomes in which no letter of it is left. */
export interface Code {
  readonly text: string;
  readonly pattern: string;
}

/** A text in base64, once and twice. */
export function codesOf(text: string): readonly Code[] {
  const once = writeBase64(text);
  return [...once, ...once.flatMap(writeBase64)].map((code) => ({
    text: code,
    pattern: patternOfBase64(code),
  }));
}

/** What base64 makes of a text, without what depends on the octets around it. */
function writeBase64(text: string): readonly string[] {
  const octets = encodeUtf8(text);
  // Three octets are four letters: where it begins within these decides the letters.
  return [0, 2, 3]
    .map((lost, place) => {
      const known = Math.floor(((place + octets.length) * 8) / 6);
      return btoa('\0'.repeat(place) + octets).slice(lost, known);
    })
    .filter((code) => code.length >= shortestCode);
}

/** Base64 in either alphabet, with the letter and the padding behind it. */
function patternOfBase64(code: string): string {
  const letters = code.replace(/[+/]/g, (sign) => (sign === '+' ? '(?:[+-]|%2B)' : '(?:\\\\?/|_|%2F)'));
  return `${letters}[\\w+/-]?(?:=|%3D)*`;
}

/** A longer text is looked for as it is, and one with more signs. */
const longestSpelt = 4_096;
const mostSigns = 256;

/** The pattern of a text, whose signs may be escaped for a URL, JSON, a markup language or a shell. */
export function patternOf(text: string): string {
  const signs = /\s+|[^\x20-\x7e\s]+|[^A-Za-z0-9]/g;
  if (text.length > longestSpelt || (text.match(signs)?.length ?? 0) > mostSigns) return quote(text);
  return text.replace(signs, (sign) => {
    if (/^\s/.test(sign)) return '(?:[\\s+\\\\]|%(?:25)?20)+';
    return sign.length > 1 || sign > '~' ? patternOfOthers(sign) : patternOfSign(sign);
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** What stands for a sign between single quotes of a shell, and in a format. */
const doubled: Readonly<Record<string, string>> = { "'": "'\\\\''", '%': '%%' };

function patternOfSign(sign: string): string {
  const code = hex(sign, 2);
  const octal = sign.charCodeAt(0).toString(8).padStart(3, '0');
  return [
    // A name that is made of it has another sign there.
    `(?:${doubled[sign] ?? '_'}|_|\\\\{0,3}${quote(sign)}`,
    `%(?:25)?${code}`,
    `\\\\{1,2}(?:u00|x)${code}|\\\\{1,2}${octal}`,
    `&(?:#x0*${code}|#0*${sign.charCodeAt(0)}|${entities[sign] ?? '#'});)`,
  ].join('|');
}

/** Letters beyond ASCII, which whoever reads octets as something else has lost. */
function patternOfOthers(letters: string): string {
  const octets = encodeUtf8(letters);
  const percent = [...octets].map((octet) => `%(?:25)?${hex(octet, 2)}`).join('');
  const units = letters
    .split('')
    .map((unit) => `\\\\{1,2}u${hex(unit, 4)}`)
    .join('');
  return `(?:${quote(letters)}|${quote(octets)}|${percent}|${units}|\ufffd+)`;
}

function hex(character: string, length: number): string {
  return character.charCodeAt(0).toString(16).padStart(length, '0');
}

function quote(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');
}

/** A text without percent-encoding; as it is where that is malformed. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
