import { connect as open } from 'node:net';
import { expect, test } from 'vitest';
import { playTogether, together, withOtherAddress } from '../../../../src/verify/client/trial/together.ts';
import { type ConnectOnce, createFunctionConnector } from '../../../../src/verify/connector/function.ts';

/** Has a client of plain sockets connect, and gives what it is charged with. */
async function tryClient(connect: ConnectOnce): Promise<readonly string[]> {
  const connector = createFunctionConnector(connect, { subprotocols: ['chat'], atOnce: 2 });
  return withOtherAddress(connector, async (other) => {
    if (!other) throw new Error('this machine has no second address');
    const { charges, shown } = await playTogether({ connector }, other);
    expect(shown.every((clause) => clause === together.clause)).toBe(true);
    return charges.map(({ clause }) => clause);
  });
}

/** Connects, sends an opening, and waits for any answer; gives up after so many milliseconds. */
function openOnce(url: string, patience: number, signal: AbortSignal): Promise<boolean> {
  const { hostname, port, host, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const socket = open(Number(port), hostname);
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(patience, () => end(false)); // a reply that does not come
    socket.on('error', () => end(false)).once('data', () => end(true));
    signal.addEventListener('abort', () => end(false), { once: true });
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
  });
}

test('a second opening while the first waits for its reply is charged', async () => {
  const connect: ConnectOnce = async ({ url }, signal) => ({ opened: await openOnce(url, 5_000, signal) });
  expect(await tryClient(connect)).toEqual([together.clause]);
});

test('one behind a first that was given up is not', async () => {
  let line = Promise.resolve(false);
  const connect: ConnectOnce = async ({ url }, signal) => {
    // Those to the address of the first wait for each other, and nobody waits longer than this.
    if (new URL(url).hostname !== '127.0.0.1') return { opened: await openOnce(url, 100, signal) };
    line = line.then(() => openOnce(url, 100, signal));
    return { opened: await line };
  };
  expect(await tryClient(connect)).toEqual([]);
});
