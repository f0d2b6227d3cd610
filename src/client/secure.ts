import { isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { decideTls } from '../../models/compiled/tls.ts';
import { readTls, type TlsOutcome } from '../facts/tls-facts.ts';
import type { Ending } from './ending.ts';
import type { Setback } from './handshake-error.ts';
import { explainTls } from './tls-reason.ts';

/** Options of `node:tls` that a user may set. */
export type ClientTlsOptions = Pick<
  ConnectionOptions,
  | 'ca'
  | 'cert'
  | 'key'
  | 'passphrase'
  | 'pfx'
  | 'ciphers'
  | 'minVersion'
  | 'maxVersion'
  | 'rejectUnauthorized'
  | 'servername'
  | 'checkServerIdentity'
>;

/** Options that were found usable, with the certificates and keys in them as they were read. */
export interface TlsSettings {
  readonly options: ClientTlsOptions;
  readonly context: SecureContext;
}

export interface SecureOptions {
  /** What TLS is spoken over. */
  readonly socket: Socket;
  readonly peer: 'server' | 'proxy';
  readonly host: string;
  readonly settings: TlsSettings;
  /** Comes when nobody waits for the connection any more. */
  readonly ending: Ending;
}

/** Reads certificates and keys; throws what Node says of those that are of no use. */
export function readTlsOptions(options: ClientTlsOptions): TlsSettings {
  return { options, context: createSecureContext({ minVersion: 'TLSv1.2', ...options }) };
}

/**
 * Makes a TLS handshake. The table decides on what came of it, the certificate included. Nothing is sent through it
 * here, and where it leads nowhere the connection is for the caller to close.
 *
 * @see RFC 6455 §4.1, step 5; RFC 7301 §3
 */
export async function secure(
  options: SecureOptions,
): Promise<{ readonly ok: true; readonly socket: TLSSocket } | Setback> {
  const { peer, host, settings } = options;
  const name = (settings.options.servername ?? host).replace(/\.$/, '');
  const { socket, error } = await shakeHands(options, name);
  const outcome = socket
    ? readOutcome(socket, settings.options)
    : { done: false as const, code: codeOf(error) };
  const row = decideTls(readTls(outcome));
  if (socket && row.verdict === 'secured') return { ok: true, socket };
  const certificate = socket?.getPeerCertificate() ?? null;
  const { clause, guard } = row;
  const protocol = outcome.done ? outcome.protocol : null;
  const cause = error ?? certificateError(outcome);
  const message = explainTls(guard, { peer, name, certificate, protocol, problem: describeError(cause) });
  const phase = peer === 'server' ? 'tls' : 'proxy';
  return { ok: false, event: 'TLS_FAILED', failure: { clause, guard, phase, message, cause } };
}

interface HandsShaken {
  /** Null where the handshake was not completed. */
  readonly socket: TLSSocket | null;
  readonly error: Error | null;
}

/** A name is sent to the peer, an IP address is not (RFC 6066 §3). */
function shakeHands({ socket, settings, ending }: SecureOptions, name: string): Promise<HandsShaken> {
  const { checkServerIdentity } = settings.options;
  const lost = Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
  const isOver = ending.hasCome || socket.destroyed || socket.readableEnded;
  if (isOver) return Promise.resolve({ socket: null, error: lost });
  return new Promise((resolve) => {
    const secured = connect({
      socket,
      host: name,
      servername: isIP(name) ? '' : name,
      secureContext: settings.context,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false, // the table rejects
      ...(checkServerIdentity ? { checkServerIdentity } : {}),
    });
    const giveUp = () => secured.destroy(new Error('the connection was given up'));
    const settle = (error: Error | null) => {
      ending.ignore(giveUp);
      secured.off('close', close);
      resolve({ socket: error ? null : secured, error });
    };
    const close = () => settle(lost);
    ending.listen(giveUp);
    secured.on('error', settle); // stays for good, so that no later error is unhandled
    secured.once('secureConnect', () => settle(null)).once('close', close);
  });
}

function readOutcome(socket: TLSSocket, { rejectUnauthorized = true }: ClientTlsOptions): TlsOutcome {
  return {
    done: true,
    // Node has a code there, whatever its types say.
    certificateFault: socket.authorized ? null : String(socket.authorizationError),
    isVerified: rejectUnauthorized,
    protocol: socket.alpnProtocol || null,
  };
}

/** Code of an error of Node's; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An error such as Node would give for a certificate that it rejects. */
function certificateError(outcome: TlsOutcome): Error | undefined {
  const code = outcome.done ? outcome.certificateFault : null;
  return code === null ? undefined : Object.assign(new Error(code), { code });
}

/** What OpenSSL says, without the numbers and paths that Node puts around it. */
function describeError(error: Error | undefined): string {
  return error && 'reason' in error ? String(error.reason) : (error?.message ?? '');
}
