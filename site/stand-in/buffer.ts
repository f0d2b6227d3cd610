import { decodeLatin1 } from '../../src/wire/index.ts';

/** What the writer of replies uses of Node's `Buffer`. */
export const Buffer = {
  concat(parts: readonly Uint8Array[]): Uint8Array {
    return Uint8Array.from(parts.flatMap((part) => [...part]));
  },
  from: (octets: Uint8Array) => ({
    indexOf: (text: string) => decodeLatin1(octets).indexOf(text),
  }),
};
