import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClauseId } from '../../../models/clauses.ts';
import type { TrialFacts } from '../../../models/facts/trial.ts';
import { placeOn, respell } from '../connector/place.ts';
import { textPhrase } from '../judge/phrase.ts';
import type { Certificates, Pair } from '../peer/certificate.ts';
import { certificatesOnce } from '../peer/certificates-once.ts';
import { Unreachable } from '../peer/probe.ts';
import { type ScriptedServer, startScriptedServer } from '../peer/scripted-server.ts';
import type { ServedConnection } from '../peer/served-connection.ts';
import { leaveInterrupted, unlessAborted } from '../run/interruption.ts';
import { answerRightly } from './calibration.ts';
import { type Charged, joinCharged, judgeTrial } from './charge.ts';
import { type ClientExchange, type PlayOptions, playReply } from './exchange.ts';
import type { Trial, Tried } from './trial.ts';

export interface SecureOptions extends Pick<PlayOptions, 'connector' | 'signs' | 'timeout'> {
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

/** What a certificate is, in words that can follow "a certificate that". */
const faults = {
  otherName: 'is for another host',
  expired: 'has expired',
  notYetValid: 'is not valid yet',
  selfSigned: 'nobody but itself has signed',
  unknownIssuer: 'an unknown authority has issued',
} as const satisfies Partial<Record<keyof Certificates, string>>;

const named: ClauseId = 'rfc6455/4.1/server-name';
const verified: ClauseId = 'rfc6455/4.1/certificate-verified';
const failed: ClauseId = 'rfc6455/4.1/tls-failure';
const chosen: ClauseId = 'rfc7301/3.2/protocol-offered';

/** What comes in the place of a TLS handshake. */
const ends = ['an end', 'a reset'] as const;

/** The clauses that the trials are made for. */
export const secureClauses: readonly ClauseId[] = [
  named,
  ...Object.keys(faults).map(() => verified),
  ...ends.map(() => failed),
  chosen,
];

const host = 'localhost';

/**
 * What a client does where TLS is spoken, once it has been seen to trust a right certificate of an authority that it was
 * told of; where it does not, nothing can be said of it, and there are no trials.
 *
 * @param use is called with the trials; the certificates are there as long as it runs
 */
export async function withSecureTrials<T>(
  options: SecureOptions,
  use: (trials: readonly Trial[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ws101-'));
  try {
    const certificates = await certificatesOnce();
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, certificates.authority);
    const dial = (pair: Pair, protocols: readonly string[]) => playSecured(pair, protocols, ca, options);
    const first = () => dial(certificates.trusted, ['http/1.1']);
    const dialled = await unlessAborted(options.signal, first).catch(leaveInterrupted);
    // Of a run that is stopped it is told that none of them were played.
    const isTrusted = dialled === null || dialled.exchange?.outcome === 'opened';
    return await use(isTrusted ? [...makeTrials(certificates, dial), ...endings(ca, options)] : []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Dial = (pair: Pair, protocols: readonly string[]) => Promise<Dialled>;

function makeTrials(certificates: Certificates, dial: Dial): readonly Trial[] {
  const names = Object.entries(faults) as [keyof typeof faults, string][]; // Object.entries forgets the keys
  return [
    {
      clause: named,
      title: 'a server of TLS that is known by its name',
      play: async () => {
        const seen = await dial(certificates.trusted, ['http/1.1']);
        const isNamed = seen.name === host;
        return tried(seen, [
          judgeTrial(
            { serverName: isNamed ? 'asAsked' : 'other' },
            {
              expected: { is: 'serverName', host },
              observed: seen.name === null ? 'none' : textPhrase(seen.name),
            },
          ),
          judgeTrial({ inClear: seen.isInClear ? 'request' : 'nothing' }),
        ]);
      },
    },
    ...names.map(
      ([which, words]): Trial => ({
        clause: verified,
        title: `a certificate that ${words}`,
        play: async () => {
          const seen = await dial(certificates[which], ['http/1.1']);
          return tried(seen, [judgeTrial({ certificate: 'spoilt', opening: openingIn(seen.exchange) })]);
        },
      }),
    ),
    {
      clause: chosen,
      title: 'a server that speaks HTTP/2 and HTTP/1.1',
      play: async () => {
        const seen = await dial(certificates.trusted, ['h2', 'http/1.1']);
        // Who lists h2 gets it, and an opening of HTTP/1.1 is nothing to a server that was told to speak it.
        const protocol = seen.protocol === 'h2' ? 'h2' : 'other';
        return tried(seen, [judgeTrial({ protocol, opening: openingIn(seen.exchange) })]);
      },
    },
  ];
}

/** A server of TCP that ends each connection which begins with TLS, and opens what comes without. */
function endings(ca: string, { connector, signs, timeout }: SecureOptions): readonly Trial[] {
  return ends.map((end) => ({
    clause: failed,
    title: `${end} in the place of a TLS handshake`,
    play: async () => {
      const onStray = (connection: ServedConnection) =>
        end === 'a reset' ? connection.reset() : connection.end();
      const server = await startScriptedServer({ onStray });
      const secured = respell(placeOn(server, host), (url) => url.replace('ws:', 'wss:'));
      const options = { connector, place: secured, resource: '/chat', signs, timeout, ca };
      const exchange = await playReply(answerRightly, answerRightly, options).catch(unlessUnreachable);
      const seen = { exchange, ...tell(server) };
      await server.close();
      if (server.connections.length === 0) return tried(seen, []);
      return tried(seen, [judgeTrial({ tls: 'ended', opening: openingIn(exchange) })]);
    },
  }));
}

function openingIn(exchange: ClientExchange | null): TrialFacts['opening'] {
  return exchange?.request ? 'sent' : 'none';
}

function unlessUnreachable(error: unknown): null {
  if (!(error instanceof Unreachable)) throw error;
  return null;
}

function tried({ exchange }: Dialled, parts: readonly Charged[]): Tried {
  const none = new Uint8Array();
  return {
    requested: exchange?.requested ?? none,
    reply: exchange?.reply ?? none,
    behind: exchange?.behind ?? none,
    ...joinCharged(parts),
  };
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
async function playSecured(
  { cert, key }: Pair,
  protocols: readonly string[],
  ca: string,
  { connector, signs, timeout }: SecureOptions,
): Promise<Dialled> {
  const server = await startScriptedServer({ tls: { cert, key, ALPNProtocols: [...protocols] } });
  try {
    const place = placeOn(server, host);
    const options = { connector, place, resource: '/chat', signs, timeout, ca };
    const exchange = await playReply(answerRightly, answerRightly, options);
    return { exchange, ...tell(server) };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { exchange: null, ...tell(server) };
  } finally {
    await server.close();
  }
}

function tell({ connections: [first], faults: errors }: ScriptedServer) {
  return {
    name: first?.servername ?? null,
    protocol: first?.protocol ?? null,
    isInClear: errors.some((error) => 'code' in error && error.code === 'ERR_SSL_HTTP_REQUEST'),
  };
}
