import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureId } from '../../models/failure.ts';
import type { Certificates } from '../../src/verify/peer/certificate.ts';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { type Place, type ProxyName, startProxy } from '../peers/proxy-program.ts';
import type { StartServer } from './proxied-server.ts';
import type { Running, SetUp } from './set-up.ts';

/** What a set-up with a proxy runs on. */
export interface ProxyRunning extends Running {
  /** The URL of the server behind it, path and all. */
  readonly direct: string;
  /** The certificate of the authority that `--ca` names where it is given, in PEM. */
  readonly authority: string;
}

/** A set-up with a real proxy, and what its author has seen of it. */
export interface ProxySetUp extends SetUp {
  /** The first line of the answer to a valid opening, or to CONNECT; in words where there is no such line. */
  readonly answer: string;
  readonly programs: readonly ProxyName[];
  start(): Promise<ProxyRunning>;
}

/** Where a proxy runs, and the port of what it is put before. */
export interface Site extends Place {
  readonly backend: number;
}

/** What makes a set-up. */
export interface Proxied extends Pick<SetUp, 'title' | 'product'> {
  readonly program: ProxyName;
  readonly expected: FailureId;
  readonly answer: string;
  /** Whether nothing in what comes says which product it is. */
  readonly isAnonymous?: boolean;
  readonly before: StartServer;
  /** The configuration; beside it lie `front.pem` (certificate and key), `front.crt`, `front.key` and `ca.pem`. */
  readonly configure: (site: Site) => string;
  /** Default `ws`. A forward proxy is given by `--proxy`, and the URL is that of what it is put before. */
  readonly scheme?: 'ws' | 'wss' | 'forward';
  /** Default `/`. */
  readonly path?: string;
  readonly args?: (site: Site) => readonly string[];
  /** What has to come before, once both listen. */
  readonly prepare?: (url: string) => Promise<unknown>;
}

/** The product, where what mends it are lines of its configuration, and where it can be known. */
export function tellProduct(
  { expected, isAnonymous = false }: Pick<Proxied, 'expected' | 'isAnonymous'>,
  product: string,
): Pick<SetUp, 'product'> {
  return expected.startsWith('hop/') && !isAnonymous ? { product } : {};
}

/** Writes what a proxy with TLS needs into its folder, which is removed at its end. */
function writeCertificates({ authority, trusted }: Certificates, folder: string): void {
  const files = {
    'front.crt': trusted.cert,
    'front.key': trusted.key,
    'front.pem': `${trusted.cert}\n${trusted.key}\n`,
    'ca.pem': authority,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** A set-up that starts what a proxy is put before, and then the proxy. */
export function makeProxySetUp(proxied: Proxied): ProxySetUp {
  const { title, expected, answer, product, program, before, configure, args } = proxied;
  const { scheme = 'ws', path = '/' } = proxied;
  const start = async (): Promise<ProxyRunning> => {
    const certificates = await certificatesOnce();
    const server = await before();
    const proxy = await startProxy(program, (place) => {
      writeCertificates(certificates, place.folder);
      return configure({ ...place, backend: server.port });
    }).catch(async (error) => {
      await server.end();
      throw error;
    });
    const site = { port: proxy.port, folder: proxy.folder, backend: server.port };
    const direct = `ws://127.0.0.1:${server.port}${path}`;
    await proxied.prepare?.(`http://127.0.0.1:${proxy.port}${path}`);
    const secured = scheme === 'wss' ? ['--ca', join(proxy.folder, 'ca.pem')] : [];
    return {
      url: scheme === 'forward' ? direct : `${scheme}://127.0.0.1:${proxy.port}${path}`,
      args: [...secured, ...(args?.(site) ?? [])],
      direct,
      authority: certificates.authority,
      end: async () => {
        await proxy.end();
        await server.end();
      },
    };
  };
  return { title, expected, answer, ...(product ? { product } : {}), programs: [program], start };
}
