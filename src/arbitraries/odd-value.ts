/** The base64 text of as many octets, which count up from 1. */
export function countedKey(length: number): string {
  return btoa(String.fromCharCode(...Array.from({ length }, (_, index) => index + 1)));
}

/** Texts that look like a Sec-WebSocket-Key, made from a valid one, and break the grammar of base64. */
export function oddKeys(key: string): readonly string[] {
  return [
    '',
    key.replace(/=+$/, ''),
    key.slice(0, -1),
    `${key}=`,
    `${key}x`,
    `${key.slice(0, 11)} ${key.slice(12)}`,
    `${key.slice(0, 11)}!${key.slice(12)}`,
    `${key.slice(0, 11)}=${key.slice(12)}`,
    `"${key}"`,
    `${key},`,
    `${key}, ${key}`,
    `${key};`,
    `${'!'.repeat(22)}==`,
    '<not Base64 data>',
  ];
}

/** A key, made from a valid one, in the alphabet for URLs and file names. */
export function urlSafeKey(key: string): string {
  return `-_${key.slice(2)}`;
}

/** The values of a Sec-WebSocket-Key that stands twice. */
export function repeatedKeys(key: string, other: string): readonly (readonly string[])[] {
  return [
    [key, key],
    [key, other],
    [other, key],
    [key, ''],
    ['', key],
  ];
}

/** Texts that a loose reader takes for the number 13, and others that are no version at all. */
export const oddVersions: readonly string[] = [
  '',
  '013',
  '0013',
  '+13',
  '-13',
  '13.0',
  '0xd',
  '1.3e1',
  '13x',
  '13;',
  '13-',
  '13/',
  '13\\',
  '13, 8',
  '25, 13',
  '13,13',
  '1 3',
  '"13"',
  '256',
  '500',
  '1313',
  'abc',
  'hi',
  'not-a-digit',
  '\xb9\xb3',
];
