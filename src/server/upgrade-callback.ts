import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { requestContent } from '../wire/index.ts';
import { requestOf } from './node-request.ts';

type Callback = (request: IncomingMessage) => boolean;

/** From Node 22.21 and 24.9 on a server has the callback as a property; the types of Node 20 lack it. */
type AskingServer = (HttpServer | HttpsServer) & { shouldUpgradeCallback?: Callback };

/**
 * Whether Node reads the content of an upgrade before it gives the connection away, and not into what its listener
 * gets behind the head: an application could then not be given the request with all of its octets any more.
 */
const readsContent = Number.parseInt(process.versions.node, 10) >= 26;

/**
 * Makes a server keep requests with HTTP that announce content and would be upgraded otherwise: those which its own
 * callback takes for upgrades, and which are not wanted. That callback is Node's, or one that somebody has set, and
 * is asked first.
 *
 * Requests without content are left out, and so is every Node that leaves the content to the listener: what came in
 * one read behind a request that asks for an upgrade and gets none is dropped by Node's parser.
 *
 * @returns what ends this; null where nobody is asked
 */
export function narrowUpgrades(server: AskingServer, isWanted: Callback): (() => void) | null {
  const { shouldUpgradeCallback: own } = server;
  if (!readsContent || typeof own !== 'function') return null;
  let isInForce = true;
  const narrowed: Callback = (message) => {
    if (!own.call(server, message)) return false;
    const hasContent = requestContent(requestOf(message).fields).kind !== 'none';
    return !(isInForce && hasContent) || isWanted(message);
  };
  server.shouldUpgradeCallback = narrowed;
  return () => {
    isInForce = false;
    // What somebody has set in the meantime stays, and may still ask this one.
    if (server.shouldUpgradeCallback === narrowed) server.shouldUpgradeCallback = own;
  };
}
