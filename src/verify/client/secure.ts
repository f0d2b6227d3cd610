import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Observation, observe } from '../judge/observation.ts';
import { type Certificates, makeCertificates, type Pair } from '../peer/certificate.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted-server.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { answerRightly } from './calibration.ts';
import type { Connector } from './connector.ts';
import { type ClientExchange, playReply, type Signs } from './exchange.ts';
import { placeOn } from './place.ts';

export interface SecureOptions {
  readonly connector: Connector;
  readonly signs: Signs;
  /** Milliseconds that one connection may take. */
  readonly timeout: number;
}

/** What is played over TLS, or why nothing can be. */
export type SecurePlan =
  | { readonly ok: true; readonly scenarios: readonly Scenario[] }
  | { readonly ok: false; readonly problem: string };

/** What a certificate is, in words that can follow "a certificate that". */
const faults = {
  otherName: 'is for another host',
  expired: 'has expired',
  notYetValid: 'is not valid yet',
  selfSigned: 'nobody but itself has signed',
  unknownIssuer: 'an unknown authority has issued',
} as const satisfies Partial<Record<keyof Certificates, string>>;

const host = 'localhost';

/**
 * What a client does where TLS is spoken, once it has been seen to trust a right certificate of an authority that it was
 * told of; where it does not, nothing can be said of it.
 *
 * @param use is called with the scenarios; the certificates are there as long as it runs
 */
export async function withSecure<T>(
  options: SecureOptions,
  use: (plan: SecurePlan) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ws101-'));
  try {
    const certificates = await makeCertificates();
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, certificates.authority);
    return await use(await plan(certificates, ca, options));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function plan(certificates: Certificates, ca: string, options: SecureOptions): Promise<SecurePlan> {
  const dial = (pair: Pair, protocols: readonly string[]) => playSecured(pair, protocols, ca, options);
  const right = await dial(certificates.trusted, ['http/1.1']);
  if (right.exchange?.outcome !== 'opened') {
    const seen = right.problem ?? right.exchange?.word.error ?? 'the connection failed';
    return { ok: false, problem: `a right certificate is not trusted: ${seen.trim().split('\n').at(-1)}` };
  }
  const names = Object.entries(faults) as [keyof typeof faults, string][]; // Object.entries forgets the keys
  return {
    ok: true,
    scenarios: [
      scenario('rfc6455/4.1/server-name', 'a server of TLS by its name', async () => [
        observe('rfc6455/4.1/server-name', host, right.name),
        observe('rfc6455/4.1/tls-before-handshake', 'no octet in the clear', right.inClear),
      ]),
      ...names.map(([which, words]) =>
        scenario('rfc6455/4.1/certificate-verified', `a certificate that ${words}`, async () =>
          judgeCertificate(await dial(certificates[which], ['http/1.1'])),
        ),
      ),
      scenario('rfc7301/3.2/protocol-offered', 'a server that speaks HTTP/2 and HTTP/1.1', async () => {
        const { exchange, protocol } = await dial(certificates.trusted, ['h2', 'http/1.1']);
        // Who lists h2 gets it, and an opening of HTTP/1.1 is nothing to a server that was told to speak it.
        const isMixed = protocol === 'h2' && exchange?.request !== null;
        return [observe('rfc7301/3.2/protocol-offered', false, isMixed)];
      }),
    ],
  };
}

function judgeCertificate({ exchange }: Dialled): readonly Observation[] {
  const came = exchange === null ? 'no opening' : 'an opening';
  return [observe('rfc6455/4.1/certificate-verified', 'no opening', came)];
}

interface Dialled {
  /** Null where no request came over TLS. */
  readonly exchange: ClientExchange | null;
  readonly problem: string | null;
  /** What the client named by SNI, and what ALPN chose; null where it was nothing. */
  readonly name: string | null;
  readonly protocol: string | null;
  readonly inClear: string;
}

/** Has the client connect to a server with a certificate. */
async function playSecured(
  { cert, key }: Pair,
  protocols: readonly string[],
  ca: string,
  { connector, signs, timeout }: SecureOptions,
): Promise<Dialled> {
  const server = await startScriptedServer({ tls: { cert, key, ALPNProtocols: [...protocols] } });
  try {
    const { subprotocols } = connector;
    const place = placeOn(server, host);
    const options = { connector, place, resource: '/chat', subprotocols, signs, timeout, ca };
    const exchange = await playReply(answerRightly, answerRightly, options);
    return { exchange, problem: null, ...tell(server) };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { exchange: null, problem: error.message, ...tell(server) };
  } finally {
    await server.close();
  }
}

function tell({ connections: [first], faults: errors }: ScriptedServer) {
  const isClear = errors.some((error) => 'code' in error && error.code === 'ERR_SSL_HTTP_REQUEST');
  return {
    name: first?.servername ?? null,
    protocol: first?.protocol ?? null,
    inClear: isClear ? 'a request in the clear' : 'no octet in the clear',
  };
}
