import type { Pair } from '../../src/verify/peer/certificate.ts';
import { recordUntilFinished } from '../recording-hop.ts';

export interface ProxyOptions {
  /** User and password with a colon between them, without which it answers 407. */
  readonly credentials?: string;
  /** What it is spoken to over TLS with. */
  readonly pair?: Pair;
  /** What it says once the tunnel is formed. */
  readonly established?: string;
}

export interface Proxy {
  readonly port: number;
  /** Heads of the requests, in the order in which they came. */
  readonly heads: readonly string[];
  /** What came from the clients behind those, octet for octet. */
  readonly passed: readonly Buffer[];
}

export const established = 'HTTP/1.1 200 Connection established\r\n\r\n';
const refused = 'HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="a"\r\nContent-Length: 0\r\n\r\n';

/** A proxy that forms tunnels, to 127.0.0.1 whatever the host, until the test is over. */
export async function startProxy(options: ProxyOptions = {}): Promise<Proxy> {
  const { established: formed = established, pair } = options;
  const { port, connections } = await recordUntilFinished({
    to: 'asked',
    answer: (head) => (isWelcome(head, options) ? formed : refused),
    ...(pair ? { tls: pair } : {}),
  });
  return {
    port,
    get heads() {
      return connections.flatMap(({ asked }) => asked ?? []);
    },
    get passed() {
      return connections.map(({ sent }) => sent.octets);
    },
  };
}

function isWelcome(head: string, { credentials }: ProxyOptions): boolean {
  const wanted = Buffer.from(credentials ?? '').toString('base64');
  return credentials === undefined || head.includes(`\r\nProxy-Authorization: Basic ${wanted}\r\n`);
}
