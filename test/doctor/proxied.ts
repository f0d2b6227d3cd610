import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureId } from '../../src/knowledge/failure.ts';
import type { Certificates } from '../../src/verify/peer/certificate.ts';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { type Place, type ProxyName, startProxy } from '../peers/proxy-program.ts';
import { type StartServer, startWs } from './proxied-server.ts';
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

/** What comes of a set-up, and what is needed for that besides the proxy and its configuration. */
export interface Outcome {
  readonly expected: FailureId;
  readonly answer: string;
  /** Whether nothing in what comes says which product it is. */
  readonly isAnonymous?: boolean;
  /** Default `ws`, which answers whatever is no opening with 426. */
  readonly before?: StartServer;
  /** Default `ws`. A forward proxy is given by `--proxy`, and the URL is that of what it is put before. */
  readonly scheme?: 'ws' | 'wss' | 'forward';
  /** Default `/`. */
  readonly path?: string;
  readonly args?: (site: Site) => readonly string[];
  /** What has to come before, once both listen. */
  readonly prepare?: (url: string) => Promise<unknown>;
}

/**
 * Makes a set-up that starts what a proxy is put before, and then the proxy.
 *
 * @param configure gives the configuration; beside it lie `front.pem` (certificate and key), `front.crt`, `front.key` and
 *   `ca.pem`
 */
export type MakeProxySetUp = (
  title: string,
  outcome: Outcome,
  configure: (site: Site) => string,
) => ProxySetUp;

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

/** Makes the set-ups of one program. */
export function setUpProxy(program: ProxyName, product: string): MakeProxySetUp {
  return (title, outcome, configure) => {
    const { expected, answer, isAnonymous = false, before = startWs } = outcome;
    const { scheme = 'ws', path = '/', args, prepare } = outcome;
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
      await prepare?.(`http://127.0.0.1:${proxy.port}${path}`);
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
    const setUp: ProxySetUp = { title, expected, answer, programs: [program], start };
    // It is told where what mends it are lines of its configuration, and where it can be known.
    return expected.startsWith('hop/') && !isAnonymous ? { ...setUp, product } : setUp;
  };
}
