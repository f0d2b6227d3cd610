import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { WebSocketServer } from 'ws';
import { pongFrame } from '../../src/verify/peer/frame/frame.ts';
import { certificates } from '../certificate.ts';
import { makeChain } from './chain.ts';
import { hasBothFamilies } from './network-set-up.ts';
import {
  echo,
  type Given,
  onAiohttp,
  onUvicorn,
  refusePlain,
  runReference,
  runServer,
  runWs,
} from './run-server.ts';
import type { Running, SetUp } from './set-up.ts';

const { authority, trusted } = certificates;
const wss = { scheme: 'wss' };

/** `ws` over TLS. */
function secureWs(options: ServerOptions): Server {
  const server = createHttpsServer(options, refusePlain);
  new WebSocketServer({ server }).on('connection', echo);
  return server;
}

/** `ws` over HTTP/1.1, beside HTTP/2 that does not keep what it announces. */
function announceInVain(): Server {
  const server = createSecureServer({
    ...{ ...trusted, allowHTTP1: true, settings: { enableConnectProtocol: true } },
  });
  server.on('stream', (stream) =>
    stream.on('error', () => {}).respond({ ':status': 501 }, { endStream: true }),
  );
  const webSockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => webSockets.handleUpgrade(request, socket, head, echo));
  return server;
}

/** Opens by extended CONNECT, and refuses what comes over HTTP/1.1. */
function openOverHttp2Alone(): Server {
  const settings = { enableConnectProtocol: true };
  const server = createSecureServer({ ...trusted, allowHTTP1: true, settings });
  server.on('stream', (stream) => {
    stream.on('error', () => {}).respond({ ':status': 200 });
    stream.once('data', () => stream.write(pongFrame(Buffer.from('ws101'))));
  });
  server.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  );
  return server;
}

/** A server of which the user knows an authority, whose certificate is in a file. */
async function runKnown(run: (given: Given) => Promise<Running>, ca = authority): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'ws101-ca-'));
  const path = join(folder, 'ca.pem');
  await writeFile(path, ca);
  const { end, ...running } = await run({ ...wss, args: ['--ca', path] });
  return { ...running, end: () => end().finally(() => rm(folder, { recursive: true })) };
}

const runSecure = (options: ServerOptions, ca?: string) =>
  runKnown((given) => runServer(secureWs(options), given), ca);

const names = { root: 'O=Example Trust, CN=Example Root', between: 'O=Example Trust, CN=Example Issuing' };
const strangers = { root: 'O=Example Trust, CN=Example Root', between: 'O=Another, CN=Another Issuing' };

/** What an authority answers whose certificate in between is fetched: nobody listens there. */
const caIssuers = 'http://127.0.0.1:9/issuing.cer';

/** Waits for the ClientHello, and does something about it. */
const onHello = (act: (socket: Socket) => void) =>
  runServer(
    createServer((socket) => {
      socket.on('error', () => {}).once('data', () => act(socket));
    }),
    wss,
  );

/** A fatal alert, in a record of TLS 1.2. */
const alert = (description: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, description]);

export const tlsSetUps: readonly SetUp[] = [
  { title: 'ws over TLS, expired', expected: 'tls/expired', start: () => runSecure(certificates.expired) },
  {
    title: 'ws over TLS, not yet valid',
    expected: 'tls/not-yet-valid',
    start: () => runSecure(certificates.notYetValid),
  },
  {
    title: 'ws over TLS, for another name',
    expected: 'tls/wrong-name',
    start: () => runSecure(certificates.otherName),
  },
  {
    title: 'ws over TLS, signed by itself',
    expected: 'tls/self-signed',
    start: () => runServer(secureWs(certificates.selfSigned), wss),
  },
  {
    title: 'ws over TLS, of an authority that nobody knows',
    expected: 'tls/unknown-issuer',
    start: () => runServer(secureWs(certificates.unknownIssuer), wss),
  },
  {
    title: 'ws over TLS, of another authority than the one that is given',
    expected: 'tls/unknown-issuer',
    start: () => runSecure(certificates.unknownIssuer),
  },
  {
    title: 'ws over TLS, whose certificate in between is not sent, of a known organisation',
    expected: 'tls/incomplete-chain',
    start: async () => {
      const { root, leaf } = await makeChain(names);
      return runSecure(leaf, root);
    },
  },
  {
    title: 'ws over TLS, whose certificate in between is not sent, and is to be had elsewhere',
    expected: 'tls/incomplete-chain',
    start: async () => {
      const { root, leaf } = await makeChain(strangers, caIssuers);
      return runSecure(leaf, root);
    },
  },
  {
    title: 'node:http, spoken to by TLS',
    expected: 'tls/plain-port',
    start: () => runWs({}, wss),
  },
  {
    title: 'the reference server, spoken to by TLS',
    expected: 'tls/plain-port',
    start: () => runReference({}, wss),
  },
  {
    title: 'aiohttp, spoken to by TLS',
    expected: 'tls/plain-port',
    ...onAiohttp('echo', wss),
  },
  {
    title: 'uvicorn, spoken to by TLS',
    expected: 'tls/plain-port',
    ...onUvicorn('echo', 'websockets', wss),
  },
  {
    title: 'what speaks as OpenSSH does, spoken to by TLS',
    expected: 'tls/plain-port',
    start: () =>
      runServer(
        createServer((socket) => {
          socket.on('error', () => {}).write('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n');
          socket.once('data', () => socket.end('Invalid SSH identification string.\r\n')).resume();
        }),
        wss,
      ),
  },
  {
    title: 'ws over TLS, spoken to without',
    expected: 'tls/required',
    start: () => runServer(secureWs(trusted)),
  },
  {
    title: 'the reference server over TLS, spoken to without',
    expected: 'tls/required',
    start: () => runReference({ tls: { ...trusted } }),
  },
  {
    title: 'ws over TLS 1.1',
    expected: 'tls/version',
    start: () =>
      runSecure({
        ...trusted,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
  },
  {
    title: 'ws over TLS, with ciphers for another key than it has',
    expected: 'tls/cipher',
    start: () => runSecure({ ...trusted, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }),
  },
  {
    title: 'ws over TLS 1.2, which wants a certificate of the client',
    expected: 'tls/client-certificate',
    start: () => runSecure({ ...trusted, ca: authority, requestCert: true, maxVersion: 'TLSv1.2' }),
  },
  {
    title: 'ws over TLS 1.3, which wants a certificate of the client',
    expected: 'tls/client-certificate',
    start: () => runSecure({ ...trusted, ca: authority, requestCert: true, minVersion: 'TLSv1.3' }),
  },
  {
    title: 'node:http2 over TLS, without HTTP/1.1',
    expected: 'tls/h2-only',
    start: () => runKnown((given) => runServer(createSecureServer({ ...trusted }), given)),
  },
  {
    title: 'a server over TLS that begins with the settings of HTTP/2, whatever is offered',
    expected: 'tls/h2-only',
    start: () =>
      runKnown((given) =>
        runServer(
          createTlsServer({ ...trusted }, (socket) => {
            socket.on('error', () => {}).write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
            socket.resume();
          }),
          given,
        ),
      ),
  },
  {
    title: 'node:http2 without TLS',
    expected: 'tls/h2-only',
    start: () => runServer(createHttp2Server()),
  },
  {
    title: 'a server that reads a ClientHello and says nothing',
    expected: 'tls/silent',
    start: () => onHello(() => {}),
  },
  {
    title: 'a server that answers a ClientHello by an alert of a name that it does not know',
    expected: 'tls/handshake-failed',
    start: () => onHello((socket) => socket.end(alert(112))),
  },
  {
    title: 'a server that answers a ClientHello by an alert of an error of its own',
    expected: 'tls/handshake-failed',
    start: () => onHello((socket) => socket.end(alert(80))),
  },
  {
    title: 'a server that ends when it has read a ClientHello',
    expected: 'tls/handshake-failed',
    start: () => onHello((socket) => socket.end()),
  },
  {
    title: 'a server that resets when it has read a ClientHello',
    expected: 'tls/handshake-failed',
    start: () => onHello((socket) => socket.resetAndDestroy()),
  },
  { title: 'ws over TLS, of a known authority', expected: 'healthy', start: () => runSecure(trusted) },
  {
    title: 'ws over TLS, with its whole chain',
    expected: 'healthy',
    start: async () => {
      const { root, between, leaf } = await makeChain(names);
      return runSecure({ key: leaf.key, cert: `${leaf.cert}\n${between}` }, root);
    },
  },
  {
    title: 'ws over TLS, of a certificate that has the host as its Common Name alone',
    expected: 'tls/common-name-alone',
    start: async () => {
      const { root, between, leaf } = await makeChain(names, undefined, false);
      const server = secureWs({ key: leaf.key, cert: `${leaf.cert}\n${between}` });
      const address = hasBothFamilies ? '::' : '127.0.0.1';
      return runKnown((given) => runServer(server, { ...given, host: 'localhost' }, address), root);
    },
  },
  {
    title: 'ws over TLS, with HTTP/2 that announces extended CONNECT and answers it with 501',
    expected: 'hop/h2-connect-unkept',
    start: () => runKnown((given) => runServer(announceInVain(), given)),
  },
  {
    title: 'HTTP/2 that opens by extended CONNECT, and a 403 to each opening of HTTP/1.1',
    expected: 'hop/h2-alone-opens',
    start: () => runKnown((given) => runServer(openOverHttp2Alone(), given)),
  },
  {
    title: 'the reference server over TLS',
    expected: 'healthy',
    start: () => runKnown((given) => runReference({ tls: { ...trusted } }, given)),
  },
  {
    title: 'ws over TLS, expired, where any certificate will do',
    expected: 'healthy',
    start: () => runServer(secureWs(certificates.expired), { ...wss, args: ['--insecure'] }),
  },
  {
    title: 'node:https without a WebSocket',
    expected: 'server/no-handler',
    start: () =>
      runKnown((given) =>
        runServer(
          createHttpsServer({ ...trusted }, (_request, reply) => reply.end('Hello, world!')),
          given,
        ),
      ),
  },
];
