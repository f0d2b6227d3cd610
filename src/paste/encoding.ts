import { decodeLatin1 } from '../wire/index.ts';

/** How a text of UTF-16 begins: with its byte order mark, or with characters of ASCII, as every text does that is read. */
const beginnings = [
  ['utf-16le', /^(?:\xff\xfe|(?:[\t\r\n -~]\0){2,4}$)/],
  ['utf-16be', /^(?:\xfe\xff|(?:\0[\t\r\n -~]){2,4}$)/],
] as const;

/**
 * The octets of a text of UTF-16 in UTF-8, without a byte order mark; those of anything else as they are. PowerShell writes
 * in UTF-16 what a program prints.
 */
export function toUtf8(octets: Uint8Array): Uint8Array {
  const beginning = decodeLatin1(octets.subarray(0, 8));
  const [encoding] = beginnings.find(([, pattern]) => pattern.test(beginning)) ?? [];
  return encoding === undefined ? octets : new TextEncoder().encode(new TextDecoder(encoding).decode(octets));
}

/** The text of octets in UTF-8 or UTF-16, without a byte order mark. */
export function decodeText(octets: Uint8Array): string {
  return new TextDecoder().decode(toUtf8(octets));
}
