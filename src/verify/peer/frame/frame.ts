/** Octets of a masked frame with a text of less than 126 octets, as a client sends it. */
export function maskedText(text: string): Uint8Array {
  return maskedFrame(0x81, Buffer.from(text));
}

/** @param first the octet with FIN and opcode */
export function maskedFrame(first: number, payload: Uint8Array): Uint8Array {
  const mask = [1, 2, 3, 4];
  const masked = payload.map((octet, index) => octet ^ (mask[index % 4] ?? 0));
  return Uint8Array.of(first, 0x80 | payload.length, ...mask, ...masked);
}

/** Octets of the pong that a server sends for a ping with this data, of less than 126 octets. */
export function pongFrame(data: Uint8Array): Buffer {
  return Buffer.from([0x8a, data.length, ...data]);
}
