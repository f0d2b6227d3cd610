import { once } from 'node:events';
import { connect as connectTls, createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { ClauseId } from '../../../models/clauses.ts';
import { bind } from '../../bind.ts';
import { connect } from '../../client/connect.ts';
import { HandshakeError } from '../../client/handshake-error.ts';
import { toWebSocket } from '../../frames/to-web-socket.ts';
import { type Observation, observe } from '../judge/observation.ts';
import type { Certificates, Pair } from '../peer/certificate.ts';
import { certificatesOnce } from '../peer/certificates-once.ts';
import { openConnection } from '../peer/open-connection.ts';
import { startRecordingHop } from '../peer/recording-hop.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { endpoint, startSetUp } from './set-up.ts';

/** Certificates with one fault each, and the guard that finds it. */
const faults = {
  expired: 'certificateIsExpired',
  notYetValid: 'certificateIsNotYetValid',
  otherName: 'certificateNamesAnotherHost',
  selfSigned: 'certificateIsSelfSigned',
  unknownIssuer: 'certificateIssuerIsUnknown',
} as const satisfies Partial<Record<keyof Certificates, string>>;

/** That TLS comes before the opening, and that nothing is sent in the clear. */
export function secureScenarios(): readonly Scenario[] {
  const certificateCases = Object.entries(faults) as [keyof typeof faults, string][]; // Object.entries forgets the keys
  return [
    scenario('rfc6455/4.1/tls-before-handshake', 'a secure connection, seen from the wire', playSecured),
    scenario('rfc6455/4.1/server-name', 'a secure connection to a host by its name', playName),
    ...certificateCases.map(([which, guard]) =>
      scenario('rfc6455/4.1/certificate-verified', `a certificate of which ${guard}`, async () => {
        const certificates = await certificatesOnce();
        const seen = await dialTls(certificates[which], ['http/1.1'], certificates.authority);
        return [
          observe('rfc6455/4.1/certificate-verified', { guard, spoken: 0 }, seen),
          observe('rfc6455/4.1/tls-failure', guard, seen.guard),
        ];
      }),
    ),
    scenario('rfc7301/3.2/protocol-refused', 'a server that speaks h2 alone', async () => {
      const certificates = await certificatesOnce();
      const seen = await dialTls(certificates.trusted, ['h2'], certificates.authority);
      return [observe('rfc7301/3.2/protocol-refused', { guard: 'protocolIsRefused', spoken: 0 }, seen)];
    }),
    scenario('rfc7301/3.2/protocol-offered', 'a server that knows of no ALPN', async () => {
      const certificates = await certificatesOnce();
      const seen = await dialTls(certificates.trusted, [], certificates.authority);
      return [observe('rfc7301/3.2/protocol-offered', { guard: 'connected', spoken: 1 }, seen)];
    }),
    scenario('rfc6455/4.1/tls-failure', 'wss to a port that speaks plain HTTP', playPlainServer),
    scenario('rfc6455/4.2.2/tls-failure', 'plain HTTP to a port that speaks TLS', playPlainClient),
    scenario('rfc7301/3.2/no-common-protocol', 'a client that speaks h2 alone', playForeignProtocol),
  ];
}

/** The reference client and server with a recording hop between them. */
async function playSecured(): Promise<readonly Observation[]> {
  const setUp = await startSetUp({ on: 'tls' });
  const hop = await startRecordingHop({ to: setUp.port });
  try {
    const secret = 'a-token-that-nobody-may-see';
    const connection = await connect(`wss://127.0.0.1:${hop.port}${endpoint.path}?token=${secret}`, {
      tls: { ca: setUp.authority ?? '' },
      subprotocols: ['chat'],
    });
    const { socket } = connection;
    const { protocol, alpn } =
      socket instanceof TLSSocket
        ? { protocol: socket.getProtocol(), alpn: socket.alpnProtocol }
        : { protocol: null, alpn: null };
    const webSocket = toWebSocket(connection);
    const echoed = once(webSocket, 'message');
    webSocket.send(secret);
    const [data] = await echoed;
    webSocket.terminate();
    const { sent, received } = hop.connections[0] ?? {};
    const wire = Buffer.concat([sent, received].map((side) => side?.octets ?? new Uint8Array())).toString(
      'latin1',
    );
    const clear = ['HTTP/1.1', 'Sec-WebSocket', secret].filter((text) => wire.includes(text));
    const shown: readonly ClauseId[] = [
      'rfc6455/4.1/tls-before-handshake',
      'rfc6455/4.1/tls-all-traffic',
      'rfc6455/4.2.2/tls-before-handshake',
      'rfc6455/4.2.2/tls-all-traffic',
    ];
    const opened: readonly ClauseId[] = ['rfc6455/10.6/tls-supported', 'rfc6455/10.6/client-tls-supported'];
    return [
      ...shown.map((clause) =>
        observe(clause, { record: 22, clear: [] }, { record: sent?.octets[0], clear }),
      ),
      ...opened.map((clause) => observe(clause, secret, String(data))),
      observe('rfc6455/10.6/strong-tls', true, ['TLSv1.2', 'TLSv1.3'].includes(protocol ?? '')),
      observe('rfc7301/3.1/protocols-offered', 'http/1.1', alpn),
    ];
  } finally {
    await hop.close();
    await setUp.close();
  }
}

async function playName(): Promise<readonly Observation[]> {
  const { trusted, authority } = await certificatesOnce();
  const names: string[] = [];
  const server = createTlsServer({
    ...trusted,
    SNICallback: (name, done) => done(null, void names.push(name)),
  });
  server.on('secureConnection', (socket) => socket.on('error', () => {}).destroy());
  const { port } = await bind(server);
  try {
    await connect(`wss://localhost:${port}/`, {
      tls: { ca: authority },
      lookup: async () => ['127.0.0.1'],
    }).catch(() => {}); // the server says nothing
    return [observe('rfc6455/4.1/server-name', ['localhost'], names)];
  } finally {
    server.close();
  }
}

/** Dials a server of TLS; says which guard failed, and on how many connections the client has spoken. */
async function dialTls(pair: Pair, protocols: readonly string[], authority: string) {
  let spoken = 0;
  const alpn = protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {};
  const server = createTlsServer({ ...pair, ...alpn }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      spoken += 1;
      socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    });
  });
  server.on('tlsClientError', () => {});
  const { port } = await bind(server);
  try {
    const error = await connect(`wss://localhost:${port}/`, {
      tls: { ca: authority },
      lookup: async () => ['127.0.0.1'],
    }).catch((failure: unknown) => failure);
    const isRefusal = error instanceof HandshakeError && error.status === 503;
    return {
      guard: isRefusal ? 'connected' : error instanceof HandshakeError ? error.guard : 'opened',
      spoken,
    };
  } finally {
    server.close();
  }
}

async function playPlainServer(): Promise<readonly Observation[]> {
  const setUp = await startSetUp();
  try {
    const error = await connect(`wss://127.0.0.1:${setUp.port}/`).catch((failure: unknown) => failure);
    const seen = error instanceof HandshakeError ? [error.phase, error.guard] : 'no failure';
    return [observe('rfc6455/4.1/tls-failure', ['tls', 'plainHttpIsSpoken'], seen)];
  } finally {
    await setUp.close();
  }
}

async function playPlainClient(signal: AbortSignal): Promise<readonly Observation[]> {
  const setUp = await startSetUp({ on: 'tls' });
  try {
    const peer = await openConnection({ port: setUp.port, signal });
    await peer.send(Buffer.from(`GET ${endpoint.path} HTTP/1.1\r\nHost: a\r\n\r\n`));
    await peer.ended();
    const { type, problem } = await setUp.outcomeOf(peer.localPort);
    peer.socket.destroy();
    const seen = { type, problem, inTheClear: peer.octets.includes('HTTP') };
    const wanted = { type: 'closed', problem: 'plain HTTP on a port that speaks TLS', inTheClear: false };
    return [observe('rfc6455/4.2.2/tls-failure', wanted, seen)];
  } finally {
    await setUp.close();
  }
}

async function playForeignProtocol(): Promise<readonly Observation[]> {
  const setUp = await startSetUp({ on: 'tls' });
  try {
    const socket = connectTls({
      host: '127.0.0.1',
      port: setUp.port,
      ca: setUp.authority ?? '',
      ALPNProtocols: ['h2'],
    });
    const code = await new Promise<string>((resolve) => {
      socket.once('secureConnect', () => resolve('secured'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    socket.destroy();
    return [observe('rfc7301/3.2/no-common-protocol', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', code)];
  } finally {
    await setUp.close();
  }
}
