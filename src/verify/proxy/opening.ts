import {
  applyEdits,
  line,
  type RequestEdit,
  type RequestMessage,
  writeRequestMessage,
} from '../../arbitraries/index.ts';
import type { HopTarget } from './target.ts';

/** An opening with changes; the nonce stands in its query and in its key. */
export function writeOpening(
  edits: readonly RequestEdit[],
  { front: { uri, options } }: HopTarget,
  nonce: string,
): Uint8Array {
  const { origins: [origin] = [], headers = [] } = options;
  const query = `${uri.resourceName.includes('?') ? '&' : '?'}ws101=${nonce}`;
  const message: RequestMessage = {
    ...{ prefix: '', method: 'GET', target: uri.resourceName + query, version: 'HTTP/1.1', separator: ' ' },
    lines: [
      line('Host', uri.authority),
      line('Upgrade', 'websocket'),
      line('Connection', 'Upgrade'),
      line('Sec-WebSocket-Key', keyOf(nonce)),
      line('Sec-WebSocket-Version', '13'),
      ...(origin === undefined ? [] : [line('Origin', origin)]),
      ...headers.map(([name, value]) => line(name, value)),
    ],
    content: '',
  };
  return writeRequestMessage(applyEdits(message, edits));
}

/** 16 octets, as a key has. */
export function keyOf(nonce: string): string {
  return Buffer.from(nonce, 'latin1').toString('base64');
}
