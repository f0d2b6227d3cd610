import type { Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { openConnection } from '../peer/open-connection.ts';
import { Unreachable } from '../peer/probe.ts';

/** What servers of HTTPS say to a request that comes without TLS. */
const toldSo =
  /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled/i;

/** An alert of TLS: its type, and the major number of every version. */
const alert = [0x15, 0x03];

/**
 * Whether a port speaks TLS that was asked without: it says so, by an alert or in words, or it says nothing at all, and
 * takes a handshake of TLS.
 */
export async function speaksTls(
  { uri }: Target,
  address: string,
  timeout: number,
  { octets, reply, end }: Answer,
): Promise<boolean> {
  if (uri.secure) return false;
  if (alert.every((octet, at) => octets[at] === octet)) return true;
  if (octets.length > 0) return reply?.status === 400 && toldSo.test(Buffer.from(octets).toString('latin1'));
  if (end === 'late') return false;
  try {
    const tls = { insecure: true, servername: uri.host };
    (await openConnection({ host: address, port: uri.port, deadline: timeout, tls })).destroy();
    return true;
  } catch {
    return false;
  }
}

/** What OpenSSL calls octets of a server that are no record of TLS. */
const noRecord = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/;

/** The same error, in plain words where a port that was asked by TLS speaks none. */
export function explainUnsecured(error: unknown, { uri }: Target): unknown {
  const cause: unknown = error instanceof Unreachable ? error.cause : null;
  if (!uri.secure || !(cause instanceof Error)) return error;
  const code: unknown = Reflect.get(cause, 'code'); // Node sets it on errors of the system and of OpenSSL
  if (!noRecord.test(`${code} ${cause.message}`)) return error;
  const problem = `no connection to ${uri.host}:${uri.port}: this port speaks no TLS; ${withScheme('ws', uri)} may be meant`;
  return new Unreachable(problem, { cause });
}

/** The address of a port with a scheme, and without a path, which may have a secret. */
export function withScheme(scheme: 'ws' | 'wss', { host, port }: Target['uri']): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
