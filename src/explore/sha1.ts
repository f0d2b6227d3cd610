import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';

/** The SHA-1 that is handed to `computeAccept` where there is no `node:crypto`: of a text of octets, in base64. */
export function sha1(text: string): string {
  return btoa(decodeLatin1(digest(encodeLatin1(text))));
}

/**
 * The browser's own SHA-1 is asynchronous, and missing on pages that came by plain HTTP. For accept values alone.
 *
 * @param octets any
 * @returns 20 octets
 * @see RFC 3174 §6.1
 */
function digest(octets: Uint8Array): Uint8Array {
  const message = pad(octets);
  const hash = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  for (let at = 0; at < message.byteLength; at += 64) addBlock(hash, message, at);
  const words = new DataView(new ArrayBuffer(20));
  hash.forEach((word, at) => {
    words.setUint32(at * 4, word);
  });
  return new Uint8Array(words.buffer);
}

/** The octets, one bit, zeros, and the length in bits: whole blocks of 64 octets. */
function pad(octets: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((octets.length + 9) / 64) * 64);
  padded.set(octets);
  padded[octets.length] = 0x80;
  const message = new DataView(padded.buffer);
  message.setBigUint64(padded.length - 8, BigInt(octets.length) * 8n);
  return message;
}

/** One for each 20 of the 80 steps. */
const functions = [
  { mix: (b: number, c: number, d: number) => (b & c) | (~b & d), constant: 0x5a827999 },
  { mix: (b: number, c: number, d: number) => b ^ c ^ d, constant: 0x6ed9eba1 },
  { mix: (b: number, c: number, d: number) => (b & c) | (b & d) | (c & d), constant: 0x8f1bbcdc },
  { mix: (b: number, c: number, d: number) => b ^ c ^ d, constant: 0xca62c1d6 },
];

function addBlock(hash: Uint32Array, message: DataView, from: number): void {
  const words: number[] = [];
  for (let at = 0; at < 16; at += 1) words.push(message.getUint32(from + at * 4));
  for (let at = 16; at < 80; at += 1) {
    const before = (by: number) => words[at - by] ?? 0;
    words.push(rotate(before(3) ^ before(8) ^ before(14) ^ before(16), 1));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
  functions.forEach(({ mix, constant }, round) => {
    for (const word of words.slice(round * 20, round * 20 + 20)) {
      const sum = rotate(a, 5) + mix(b, c, d) + e + constant + word;
      [a, b, c, d, e] = [sum | 0, a, rotate(b, 30), c, d];
    }
  });
  [a, b, c, d, e].forEach((word, at) => {
    hash[at] = (hash[at] ?? 0) + word;
  });
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
