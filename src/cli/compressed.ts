import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import { BodyReader } from '../wire/index.ts';

/** Octets of content that are looked at, at most. */
const most = 2 ** 20;

const decoders: Readonly<Record<string, (coded: Uint8Array) => Uint8Array>> = {
  gzip: (coded) => gunzipSync(coded, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most }),
  'x-gzip': (coded) => gunzipSync(coded, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most }),
  deflate: (coded) => inflateSync(coded, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most }),
  br: (coded) =>
    brotliDecompressSync(coded, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: most }),
};

/**
 * A message with placeholders in the place of its content, where that is compressed and has a secret in it, or cannot be
 * looked into: whoever gets the octets could unpack them.
 *
 * @param hide a text without its secrets
 */
export function hideCompressed(octets: Buffer, hide: (text: string) => string): Buffer {
  const text = octets.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return octets;
  const codings = listCodings(text.slice(0, end.index));
  const start = end.index + end[0].length;
  const [coding = '', ...others] = codings.filter((name) => name !== 'chunked');
  if (coding === '' || start === octets.length) return octets;
  const content = octets.subarray(start);
  const plain =
    others.length === 0 ? decode(coding, codings.includes('chunked') ? joinChunks(content) : content) : null;
  if (plain !== null && hide(plain) === plain) return octets;
  return Buffer.concat([octets.subarray(0, start), Buffer.alloc(content.length, '*')]);
}

/** All codings that a head names, of whichever of its messages, however it is written; `identity` is none. */
function listCodings(head: string): readonly string[] {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').matchAll(/^(?:content|transfer)-encoding[ \t]*:(.*)$/gim);
  const names = [...lines].flatMap(([, value = '']) => value.toLowerCase().split(','));
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
}

function decode(coding: string, coded: Uint8Array | null): string | null {
  if (coded === null) return null;
  try {
    const plain = decoders[coding]?.(coded);
    return plain === undefined ? null : Buffer.from(plain).toString('latin1');
  } catch {
    return null;
  }
}

/** The data of chunks, as far as they came; null where they are malformed. */
function joinChunks(content: Uint8Array): Uint8Array | null {
  const reader = new BodyReader({ kind: 'chunked' }, content.length);
  const isOver = reader.push(content);
  return isOver && !reader.isComplete(false) ? null : reader.body;
}
