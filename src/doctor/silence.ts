import { codeOf } from '../client/secure.ts';
import { patientClock } from '../clock.ts';
import type { Observation } from '../diagnosis/index.ts';
import { openConnection } from '../verify/peer/connection/open-connection.ts';
import { Overdue } from '../verify/peer/connection/wait-list.ts';
import type { WebSocketUri } from '../wire/index.ts';
import type { Link } from './link.ts';

/** What is looked at where nothing is answered. */
export interface SilenceWatch {
  /** Ends the watch, and says what was seen of a target that has not answered. */
  end(isSilent: boolean): Promise<Pick<Observation, 'speaksTls' | 'closesUnasked'>>;
}

/** Milliseconds that something is waited for which a server does at once. */
const soon = 1_000;

/** Milliseconds within which a connection is closed at once. */
const atOnce = 300;

/**
 * Looks, as soon as half of the time is over without an answer or the connection has ended without one, whether the
 * port speaks TLS, and whether it closes connections on which nothing is sent.
 *
 * @param timeout milliseconds that the answer is waited for
 */
export function watchSilence(
  uri: WebSocketUri,
  link: Link,
  addresses: readonly string[] | null,
  timeout: number,
): SilenceWatch {
  const ms = Math.min(soon, timeout / 2);
  const look = async () => {
    const [address] = addresses ?? [];
    const speaksTls =
      address === undefined || uri.secure || !link.hasMore ? false : await takesTls(uri, link, address, ms);
    return speaksTls ? { speaksTls } : {};
  };
  let looked: ReturnType<typeof look> | null = null;
  const cancel = patientClock.after(timeout / 2, () => {
    looked = look();
  });
  return {
    async end(isSilent) {
      cancel();
      if (!isSilent) return {};
      const seen = await (looked ?? look());
      const isClosing = looked === null && link.hasMore && (await closesUnasked(link, addresses, ms));
      return { ...seen, ...(isClosing ? { closesUnasked: true } : {}) };
    },
  };
}

async function takesTls(
  { host, port }: WebSocketUri,
  link: Link,
  address: string,
  ms: number,
): Promise<boolean> {
  link.count(1);
  try {
    const tls = { insecure: true, servername: host };
    (await openConnection({ host: address, port, deadline: ms, tls })).destroy();
    return true;
  } catch {
    return false;
  }
}

/** Whether a connection is ended on which nothing is sent. */
async function closesUnasked(link: Link, addresses: readonly string[] | null, ms: number): Promise<boolean> {
  const linked = await link.open(addresses, ms);
  if (!linked.ok) return linked.phase === 'tcp' && codeOf(linked.failure.cause) === 'ECONNRESET';
  const { connection } = linked;
  try {
    await connection.ended(Math.min(atOnce, ms));
    return connection.octets.length === 0;
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    return false;
  } finally {
    connection.destroy();
  }
}
