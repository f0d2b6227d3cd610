import { createHash } from 'node:crypto';
import { GUID } from '../../wire/index.ts';

const hash = (algorithm: string, ...parts: readonly (string | Uint8Array)[]) => {
  const digest = createHash(algorithm);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** What other recipes make of a key, each with what went wrong in it. */
function recipes(key: string): readonly (readonly [value: string, cause: string])[] {
  const decoded = Buffer.from(key, 'base64');
  const right = hash('sha1', key, GUID);
  return [
    [
      hash('sha1', decoded, GUID).toString('base64'),
      'the value is the SHA-1 of the decoded key: the key is hashed as it was sent',
    ],
    [hash('sha1', key, GUID.toLowerCase()).toString('base64'), 'the GUID is written in lower case'],
    [hash('sha1', key).toString('base64'), 'the GUID is missing'],
    [hash('sha1', GUID, key).toString('base64'), 'the GUID stands before the key'],
    [hash('sha1', key, GUID, '\n').toString('base64'), 'a line feed is hashed as well'],
    [hash('sha1', key, '\r\n', GUID).toString('base64'), 'the line end behind the key is hashed as well'],
    [hash('sha1', ' ', key, GUID).toString('base64'), 'the space before the key is hashed as well'],
    [hash('sha256', key, GUID).toString('base64'), 'the value is a SHA-256: a SHA-1 is asked for'],
    [hash('md5', key, GUID).toString('base64'), 'the value is an MD5: a SHA-1 is asked for'],
    [right.toString('hex'), 'the SHA-1 is written in hexadecimal: base64 is asked for'],
    [
      Buffer.from(right.toString('hex')).toString('base64'),
      'the SHA-1 is written in hexadecimal, and that in base64',
    ],
    [right.toString('base64url'), 'the SHA-1 is written in base64url'],
    [right.toString('base64').replace(/=+$/, ''), 'the padding of base64 is missing'],
    ['s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', 'the value is that of the example in RFC 6455, whatever the key is'],
    [key, 'the value is the key itself'],
  ];
}

/** What is probably wrong with an accept value; null where no recipe leads to it. */
export function explainAccept(key: string, value: string): string | null {
  const found = recipes(key).find(([candidate]) => candidate === value);
  if (found) return found[1];
  const right = hash('sha1', key, GUID).toString('base64');
  if (value.toLowerCase() === right.toLowerCase()) return 'the value differs in letter case alone';
  return isTypo(key, value) ? 'the GUID has a typo' : null;
}

/** Whether one character of the GUID, replaced, leads to the value. */
function isTypo(key: string, value: string): boolean {
  return [...GUID].some((_, at) =>
    [...'0123456789ABCDEF'].some(
      (letter) =>
        hash('sha1', key, `${GUID.slice(0, at)}${letter}${GUID.slice(at + 1)}`).toString('base64') === value,
    ),
  );
}
