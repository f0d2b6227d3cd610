import { X509Certificate } from 'node:crypto';
import type { HandshakeOptions } from '../../client/option.ts';
import { readText } from '../file.ts';
import { UsageError } from '../usage-error.ts';

/** Which certificates are taken. */
export interface TrustOptions {
  /** Whether any certificate will do. */
  readonly insecure?: boolean;
  /** A file with certificates of authorities in PEM, in place of those that Node knows. */
  readonly ca?: string;
}

/**
 * What is trusted of a server and of a proxy.
 *
 * @throws UsageError where the file has no certificates
 */
export function readTrust(
  { insecure, ca }: TrustOptions,
  cwd: string,
): Required<Pick<HandshakeOptions, 'tls' | 'proxyTls'>> {
  const authorities = ca === undefined ? {} : { ca: readCertificates(ca, cwd) };
  return { tls: { ...authorities, rejectUnauthorized: !insecure }, proxyTls: authorities };
}

/** Node takes what is no certificate for none at all, and says nothing. */
function readCertificates(file: string, cwd: string): string {
  const text = readText(file, cwd);
  try {
    new X509Certificate(text);
    return text;
  } catch (error) {
    throw new UsageError(`${file} cannot be read as PEM certificates: ${String(error)}`);
  }
}
