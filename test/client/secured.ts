import type { TlsOptions } from 'node:tls';
import type { HandshakeOptions } from '../../src/client/index.ts';
import { certificates } from '../certificate.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, scriptTls } from './scripted-server.ts';
import { start } from './start.ts';

/** The options of a client that knows the authority of the trusted certificate. */
export const tls = { ca: certificates.authority };

/** The connection to a server of TLS that keeps every rule, and the server's end of it. */
export async function openSecured(
  server: TlsOptions,
  options: HandshakeOptions = { tls },
  host = 'localhost',
) {
  const scripted = await scriptTls(server);
  const started = start(scripted.url.replace('localhost', host), options);
  const peer = await scripted.peers.take();
  await peer.reply(acceptance);
  const connection = await started.connection;
  return { ...started, connection, peer, socket: scripted.sockets[0] };
}

/** The error that a server of TLS leads to, and everything that it has received. */
export async function failSecured(server: TlsOptions, options: HandshakeOptions = { tls }) {
  const scripted = await scriptTls(server);
  const started = start(scripted.url, options);
  const error = await started.failure;
  await exchangeElsewhere();
  const received = scripted.peers.all.map((peer) => peer.received).join('');
  return { ...started, error, received, scripted };
}
