/**
 * The distinguished encoding of ASN.1, as far as a certificate needs it: each value is a tag, the length of what
 * follows, and that.
 *
 * @see RFC 5280 §4.1 (which values a certificate has), ITU-T X.690 §8 and §10 (how they are encoded)
 */
export function encode(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content]);
}

/** Up to 127 it is one octet; above, the first octet says how many follow, the most significant first. */
function encodeLength(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

export const sequence = (...contents: readonly Uint8Array[]) => encode(0x30, ...contents);
export const setOf = (...contents: readonly Uint8Array[]) => encode(0x31, ...contents);
export const octetString = (...contents: readonly Uint8Array[]) => encode(0x04, ...contents);
export const utf8String = (text: string) => encode(0x0c, Buffer.from(text));
export const yes = encode(0x01, Buffer.from([0xff]));

/** A number that is not negative and is given by its octets, of which the first is below 128. */
export const integer = (octets: Uint8Array) => encode(0x02, octets);

/** Bits of which so many at the end of the last octet are not used. */
export const bitString = (octets: Uint8Array, unused = 0) => encode(0x03, Buffer.from([unused]), octets);

/** What the context gives a meaning to, around one value or several. */
export const tagged = (number: number, ...contents: readonly Uint8Array[]) =>
  encode(0xa0 | number, ...contents);

/** What the context gives a meaning to, in place of the tag that it would have. */
export const implicit = (number: number, content: Uint8Array) => encode(0x80 | number, content);

/** An object identifier, written with dots: the first two numbers share an octet, the others have seven bits in each. */
export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...others.flatMap(encodeArc)]));
}

function encodeArc(arc: number): readonly number[] {
  const octets = [arc & 0x7f];
  for (let rest = arc >> 7; rest > 0; rest >>= 7) octets.unshift(0x80 | (rest & 0x7f));
  return octets;
}

/** A time in UTC, to the second. Through 2049 its year has two digits. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/\.\d+|[-:T]/g, '');
  return date.getUTCFullYear() < 2050
    ? encode(0x17, Buffer.from(digits.slice(2)))
    : encode(0x18, Buffer.from(digits));
}
