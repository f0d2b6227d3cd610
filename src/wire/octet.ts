/** As many arguments as every engine takes in one call. */
const BLOCK = 8192;

/** The label is another name of windows-1252, which is the same for US-ASCII alone. */
const decoder = new TextDecoder('latin1');
const encoder = new TextEncoder();

/** Where it is Node that runs this, its Buffer knows the real one. */
const NodeBuffer = typeof Buffer === 'undefined' ? null : Buffer;

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Decodes octets to the characters U+0000 to U+00FF, one to one, so that offsets in the text are octet
 * offsets.
 *
 * @see RFC 9112 §2.2 (a superset of US-ASCII)
 */
export function decodeLatin1(octets: Uint8Array): string {
  if (NodeBuffer !== null && octets instanceof NodeBuffer) return octets.toString('latin1');
  const text = decoder.decode(octets);
  return NOT_ASCII.test(text) ? decodeAll(octets) : text;
}

function decodeAll(octets: Uint8Array): string {
  const blocks: string[] = [];
  for (let at = 0; at < octets.length; at += BLOCK) {
    blocks.push(Reflect.apply(String.fromCharCode, null, octets.subarray(at, at + BLOCK)));
  }
  return blocks.join('');
}

/** The octets of a text in UTF-8, one character for each. */
export function encodeUtf8(text: string): string {
  return NOT_ASCII.test(text) ? decodeLatin1(encoder.encode(text)) : text;
}

/** Encodes each UTF-16 unit as its low 8 bits; the caller has seen to it that there are no others. */
export function encodeLatin1(text: string): Uint8Array {
  if (!NOT_ASCII.test(text)) return encoder.encode(text);
  if (NodeBuffer !== null) return Uint8Array.from(NodeBuffer.from(text, 'latin1'));
  const octets = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) octets[at] = text.charCodeAt(at);
  return octets;
}

/** Whether two sequences of octets are the same. */
export function isSameOctets(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  if (NodeBuffer !== null) return NodeBuffer.compare(one, other) === 0;
  return one.every((octet, at) => octet === other[at]);
}
