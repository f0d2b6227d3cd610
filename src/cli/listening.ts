import { readOctets } from './file.ts';
import { tellSystemError } from './system-error.ts';
import { UsageError } from './usage-error.ts';

/** Files of a certificate and its key, in PEM. */
export interface TlsFiles {
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Key and certificate, from the command line or the configuration. */
export function readTls(
  { tlsCert, tlsKey }: TlsFiles,
  configured: { readonly cert: string; readonly key: string } | undefined,
  cwd: string,
): { readonly tls?: { readonly cert: Buffer; readonly key: Buffer } } {
  const cert = tlsCert ?? configured?.cert;
  const key = tlsKey ?? configured?.key;
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) {
    throw new UsageError('TLS needs a certificate and its key: give both --tls-cert and --tls-key');
  }
  return { tls: { cert: readOctets(cert, cwd), key: readOctets(key, cwd) } };
}

/** The system's words, which Node leaves out of what it tells a worker. */
function reasonOf({ message, code, errno = 0 }: NodeJS.ErrnoException): string {
  const words = tellSystemError(errno);
  return words === null ? message : `${words} (${code})`;
}

/** Why a server does not listen, in words. What Node says of a key or certificate is of use, options that exclude each other as well. */
export function explainListening(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  if (error.syscall) return new UsageError(`cannot listen on ${host}:${port}: ${reasonOf(error)}`);
  if (error.code?.startsWith('ERR_OSSL') || error.code?.startsWith('ERR_SSL')) {
    return new UsageError(`the certificate or its key cannot be used: ${error.message}`);
  }
  return error instanceof TypeError || error instanceof RangeError ? new UsageError(error.message) : error;
}
