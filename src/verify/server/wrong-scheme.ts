import { decideTls } from '../../../models/compiled/tls.ts';
import { codeOf } from '../../client/secure.ts';
import { readTls } from '../../facts/tls-facts.ts';
import type { Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { openConnection } from '../peer/connection/open-connection.ts';
import { isOfCertificate, Unreachable } from '../peer/probe.ts';
import { conclude } from './calibration-problem.ts';

/** Whether a port that was asked without TLS, and has ended the connection without a word, takes a handshake of TLS. */
export async function speaksTls(
  { uri }: Target,
  address: string,
  timeout: number,
  { octets, end }: Answer,
): Promise<boolean> {
  if (uri.secure || octets.length > 0 || end === 'late') return false;
  try {
    const tls = { insecure: true, servername: uri.host };
    (await openConnection({ host: address, port: uri.port, deadline: timeout, tls })).destroy();
    return true;
  } catch {
    return false;
  }
}

/** The same error, with what may be its cause where a handshake of TLS has failed. */
export function explainUnsecured(error: unknown, { uri }: Target): unknown {
  if (!uri.secure || !(error instanceof Unreachable) || !(error.cause instanceof Error)) return error;
  const { cause } = error;
  const code = codeOf(cause);
  const isCertificate = isOfCertificate(cause);
  if (!isCertificate && !code.startsWith('ERR_SSL_')) return error;
  const outcome = isCertificate
    ? ({ done: true, certificateFault: code, isVerified: true, protocol: null } as const)
    : ({ done: false, code } as const);
  const { guard } = decideTls(readTls(outcome));
  const asked = { uri, origin: null, subprotocols: [], isCredentialSent: null };
  const told = conclude(uri, { asked, tls: { guard, problem: describe(cause), code } }, null);
  return new Unreachable(`no connection to ${uri.host}:${uri.port}. ${told}`, { cause });
}

/** What OpenSSL says, without the numbers and paths that Node puts around it. */
function describe(cause: Error): string {
  return 'reason' in cause ? String(cause.reason) : cause.message;
}
