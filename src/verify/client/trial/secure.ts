import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrialFacts } from '../../../../models/facts/trial.ts';
import { placeOn, respell } from '../../connector/place.ts';
import { textPhrase } from '../../judge/seen/phrase.ts';
import type { Certificates } from '../../peer/certificate.ts';
import { certificatesOnce } from '../../peer/certificates-once.ts';
import type { ServedConnection } from '../../peer/connection/served-connection.ts';
import { Unreachable } from '../../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../../peer/scripted/scripted-server.ts';
import type { FixedParts } from '../../run/fixed-case.ts';
import { answerRightly } from '../calibration.ts';
import { type Charged, joinCharged, judgeTrial } from '../charge.ts';
import { type ClientExchange, playReply } from '../reply/exchange.ts';
import { type TrialOptions, type Tried, untried } from './trial.ts';

type CertificateName = Exclude<keyof Certificates, 'authority'>;

/** A server of TLS with a certificate. */
export interface CertificatePlay {
  readonly is: 'certificate';
  readonly certificate: CertificateName;
  /** What it speaks, the one that it likes best first, by ALPN. */
  readonly protocols: readonly string[];
}

/** What comes in the place of a TLS handshake. */
export interface StrayPlay {
  readonly is: 'stray';
  readonly end: 'ended' | 'reset';
}

/** Certificates, and the file of the authority that a client is told of. */
export interface Trust {
  readonly certificates: Certificates;
  readonly ca: string;
}

const own = ['http/1.1'];

const spoilt = (certificate: CertificateName, title: string): FixedParts<CertificatePlay> => ({
  clause: 'rfc6455/4.1/certificate-verified',
  title,
  play: { is: 'certificate', certificate, protocols: own },
});

/** What a client does where TLS is spoken, that trusts a right certificate of an authority that it was told of. */
export const secured: readonly FixedParts<CertificatePlay | StrayPlay>[] = [
  {
    clause: 'rfc6455/4.1/server-name',
    title: 'a server of TLS that is known by its name',
    play: { is: 'certificate', certificate: 'trusted', protocols: own },
  },
  spoilt('otherName', 'a certificate that is for another host'),
  spoilt('expired', 'a certificate that has expired'),
  spoilt('notYetValid', 'a certificate that is not valid yet'),
  spoilt('selfSigned', 'a certificate that nobody but itself has signed'),
  spoilt('unknownIssuer', 'a certificate that an unknown authority has issued'),
  {
    clause: 'rfc7301/3.2/protocol-offered',
    title: 'a server that speaks HTTP/2 and HTTP/1.1',
    play: { is: 'certificate', certificate: 'trusted', protocols: ['h2', ...own] },
  },
  {
    clause: 'rfc6455/4.1/tls-failure',
    title: 'an end in the place of a TLS handshake',
    play: { is: 'stray', end: 'ended' },
  },
  {
    clause: 'rfc6455/4.1/tls-failure',
    title: 'a reset in the place of a TLS handshake',
    play: { is: 'stray', end: 'reset' },
  },
];

const host = 'localhost';

/** @param use is called with the certificates; they are there as long as it runs */
export async function withTrust<T>(use: (trust: Trust) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ws101-'));
  try {
    const certificates = await certificatesOnce();
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, certificates.authority);
    return await use({ certificates, ca });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a client opens where a right certificate is: of one that does not, nothing can be said over TLS. */
export async function trusts(trust: Trust, options: TrialOptions): Promise<boolean> {
  const { exchange } = await dial('trusted', own, trust, options);
  return exchange?.outcome === 'opened';
}

export async function playCertificate(
  { certificate, protocols }: CertificatePlay,
  options: TrialOptions,
  trust: Trust,
): Promise<Tried> {
  const seen = await dial(certificate, protocols, trust, options);
  const opening = openingIn(seen.exchange);
  if (certificate !== 'trusted')
    return tried(seen.exchange, [judgeTrial({ certificate: 'spoilt', opening })]);
  // Who lists h2 gets it, and an opening of HTTP/1.1 is nothing to a server that was told to speak it.
  const protocol = seen.protocol === 'h2' ? 'h2' : 'other';
  if (protocols.includes('h2')) return tried(seen.exchange, [judgeTrial({ protocol, opening })]);
  const observed = seen.name === null ? 'none' : textPhrase(seen.name);
  return tried(seen.exchange, [
    judgeTrial(
      { serverName: seen.name === host ? 'asAsked' : 'other' },
      { expected: { is: 'serverName', host }, observed },
    ),
    judgeTrial({ inClear: seen.isInClear ? 'request' : 'nothing' }),
  ]);
}

/** A server of TCP that ends each connection which begins with TLS, and opens what comes without. */
export async function playStray(
  { end }: StrayPlay,
  { connector, signs, timeout }: TrialOptions,
  { ca }: Trust,
): Promise<Tried> {
  const onStray = (connection: ServedConnection) => (end === 'reset' ? connection.reset() : connection.end());
  const server = await startScriptedServer({ onStray });
  try {
    const place = respell(placeOn(server, host), (url) => url.replace('ws:', 'wss:'));
    const options = { connector, place, resource: '/chat', signs, timeout, ca };
    const exchange = await playReply(answerRightly, answerRightly, options).catch(unlessUnreachable);
    if (server.connections.length === 0) return untried;
    return tried(exchange, [judgeTrial({ tls: 'ended', opening: openingIn(exchange) })]);
  } finally {
    await server.close();
  }
}

function openingIn(exchange: ClientExchange | null): TrialFacts['opening'] {
  return exchange?.request ? 'sent' : 'none';
}

function unlessUnreachable(error: unknown): null {
  if (!(error instanceof Unreachable)) throw error;
  return null;
}

function tried(exchange: ClientExchange | null, parts: readonly Charged[]): Tried {
  const { requested, reply, behind } = exchange ?? untried;
  return { requested, reply, behind, ...joinCharged(parts) };
}

interface Dialled {
  /** Null where no request came over TLS. */
  readonly exchange: ClientExchange | null;
  /** What the client named by SNI, and what ALPN chose; null where it was nothing. */
  readonly name: string | null;
  readonly protocol: string | null;
  /** Whether a request came without TLS. */
  readonly isInClear: boolean;
}

/** Has the client connect to a server with a certificate. */
async function dial(
  certificate: CertificateName,
  protocols: readonly string[],
  { certificates, ca }: Trust,
  { connector, signs, timeout }: TrialOptions,
): Promise<Dialled> {
  const { cert, key } = certificates[certificate];
  const server = await startScriptedServer({ tls: { cert, key, ALPNProtocols: [...protocols] } });
  try {
    const options = { connector, place: placeOn(server, host), resource: '/chat', signs, timeout, ca };
    const exchange = await playReply(answerRightly, answerRightly, options).catch(unlessUnreachable);
    return { exchange, ...tell(server) };
  } finally {
    await server.close();
  }
}

function tell({ connections: [first], faults: errors }: ScriptedServer): Omit<Dialled, 'exchange'> {
  return {
    name: first?.servername ?? null,
    protocol: first?.protocol ?? null,
    isInClear: errors.some((error) => 'code' in error && error.code === 'ERR_SSL_HTTP_REQUEST'),
  };
}
