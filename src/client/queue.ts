/**
 * At most one handshake is under way with an address; others wait their turn. Behind a proxy, which keeps the
 * addresses to itself, the name of the host stands for them.
 * @see RFC 6455 §4.1, step 2
 */
const lines = new Map<string, Promise<void>>();

/**
 * Waits until every earlier handshake with the address is over.
 *
 * @param address IP address or host name, and port
 * @returns a function that ends the turn; it must be called, and may be called more than once
 */
export async function enterQueue(address: string): Promise<() => void> {
  const earlier = lines.get(address);
  let end = () => {};
  const turn = new Promise<void>((resolve) => {
    end = resolve;
  });
  const line = earlier ? earlier.then(() => turn) : turn;
  lines.set(address, line);
  await earlier;
  return () => {
    end();
    if (lines.get(address) === line) lines.delete(address);
  };
}
