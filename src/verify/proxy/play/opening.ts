import {
  applyEdits,
  line,
  type RequestEdit,
  type RequestMessage,
  writeRequestMessage,
} from '../../../arbitraries/index.ts';
import type { HopTarget } from '../target.ts';

/** A second request has no other form of target. */
interface Opening {
  readonly edits: readonly RequestEdit[];
  readonly isAbsolute?: boolean;
}

/** An opening with changes; the nonce stands in its query and in its key. */
export function writeOpening(
  { edits, isAbsolute = false }: Opening,
  { front: { uri, options } }: HopTarget,
  nonce: string,
): Uint8Array {
  const { origins: [asking] = [], headers = [] } = options;
  const query = `${uri.resourceName.includes('?') ? '&' : '?'}ws101=${nonce}`;
  const message: RequestMessage = {
    prefix: '',
    method: 'GET',
    target: uri.resourceName + query,
    version: 'HTTP/1.1',
    separator: ' ',
    lines: [
      line('Host', uri.authority),
      line('Upgrade', 'websocket'),
      line('Connection', 'Upgrade'),
      line('Sec-WebSocket-Key', keyOf(nonce)),
      line('Sec-WebSocket-Version', '13'),
      ...(asking === undefined ? [] : [line('Origin', asking)]),
      ...headers.map(([name, value]) => line(name, value)),
    ],
    content: '',
  };
  const edited = applyEdits(message, edits);
  const origin = `http${uri.secure ? 's' : ''}://${uri.authority}`;
  return writeRequestMessage(isAbsolute ? { ...edited, target: origin + edited.target } : edited);
}

/** 16 octets, as a key has. */
export function keyOf(nonce: string): string {
  return Buffer.from(nonce, 'latin1').toString('base64');
}
