import { quoteForShell } from '../../quote/shell.ts';
import { type Backend, startBackend } from '../../verify/proxy/play/backend.ts';
import type { NewField } from '../../wire/index.ts';
import { readOctets, readText, tellFileError } from '../file.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';

/** Where a proxy forwards to, and how its front is connected to. */
export interface BackendSettings {
  readonly backend: { readonly host: string; readonly port: number };
  /** PEM files, where it speaks TLS to the backend. */
  readonly backendCert?: string;
  readonly backendKey?: string;
  readonly insecure?: boolean;
  /** A PEM file with the authorities that are trusted. */
  readonly ca?: string;
  readonly header?: readonly NewField[];
}

/** What a connection to the front trusts. @throws UsageError where the file cannot be read */
export function readSecuring(
  { ca, insecure = false }: Pick<BackendSettings, 'ca' | 'insecure'>,
  io: Pick<Io, 'cwd'>,
) {
  return { insecure, ...(ca === undefined ? {} : { ca: readText(ca, io.cwd) }) };
}

/** The same as a shell takes it behind a command of ws101, without secrets. */
export function tellBackend(settings: BackendSettings): string {
  const { backend, backendCert, backendKey, insecure, ca, header = [] } = settings;
  const { host, port } = backend;
  return [
    `--backend ${quoteForShell(`${host.includes(':') ? `[${host}]` : host}:${port}`)}`,
    ...(backendCert === undefined ? [] : [`--backend-cert ${quoteForShell(backendCert)}`]),
    ...(backendKey === undefined ? [] : [`--backend-key ${quoteForShell(backendKey)}`]),
    ...(insecure ? ['--insecure'] : []),
    ...(ca === undefined ? [] : [`--ca ${quoteForShell(ca)}`]),
    ...header.map(([name]) => `--header ${quoteForShell(`${name}: …`)}`),
  ].join(' ');
}

/** @throws UsageError where nothing can listen there, or a file cannot be read */
export async function listenAsBackend(
  options: BackendSettings & { readonly timeout: number },
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Backend> {
  const { backend, backendCert, backendKey, timeout } = options;
  if ((backendCert === undefined) !== (backendKey === undefined)) {
    throw new UsageError('give both --backend-cert and --backend-key, or neither');
  }
  const tls =
    backendCert === undefined || backendKey === undefined
      ? {}
      : { tls: { cert: readOctets(backendCert, cwd), key: readOctets(backendKey, cwd) } };
  try {
    return await startBackend({ ...backend, ...tls, deadline: Math.max(timeout, 1_000) });
  } catch (error) {
    throw new UsageError(`cannot listen on ${backend.host}:${backend.port}: ${tellFileError(error)}`);
  }
}
