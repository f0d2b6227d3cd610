import type { ServedConnection } from '../peer/connection/served-connection.ts';
import { within } from '../peer/event-loop.ts';
import { type ClientFrame, hasClosed } from '../peer/frame/client-frame.ts';
import type { Connector } from './connector.ts';

/** A Close frame of a server, with the code 1000. */
const closeFrame = Uint8Array.of(0x88, 2, 0x03, 0xe8);

/** Milliseconds for which what a client does is waited for where it has said already what came of the connection. */
export const grace = 500;

/** Ends a connection that is open, and waits until the client has ended it, too. */
export async function close(
  connection: ServedConnection,
  { origin }: Connector,
  framesOf: () => readonly ClientFrame[],
): Promise<void> {
  connection.write(closeFrame);
  // A browser that sees the end before it has answered may tell its page that it never opened.
  if (origin !== undefined) {
    await within(
      connection.until(() => hasClosed(framesOf()), 'its Close frame'),
      grace,
    );
  }
  connection.end();
  await connection.ended(grace).catch(() => {});
}
