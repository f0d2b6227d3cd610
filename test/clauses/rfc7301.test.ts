import { connect, type TLSSocket, type TlsOptions } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decideTls } from '../../models/index.ts';
import { readTls } from '../../src/facts/tls-facts.ts';
import { listen } from '../../src/server/index.ts';
import { certificates } from '../certificate.ts';
import { failSecured, openSecured } from '../client/secured.ts';
import { clause } from './clause.ts';

const { authority, trusted } = certificates;

/** What opens to a server of TLS, and the protocol that the server has chosen. */
async function opened(options: TlsOptions) {
  const { connection, socket } = await openSecured({ ...trusted, ...options });
  return { offered: socket?.alpnProtocol, chosen: (connection.socket as TLSSocket).alpnProtocol }; // wss gives no other
}

/** The protocol that the reference server agrees to, or the code of the error that ends TLS. */
async function agree(protocols: readonly string[]): Promise<unknown> {
  const server = await listen({ tls: trusted, onConnection: () => {} });
  onTestFinished(() => server.close());
  const alpn = protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {};
  const socket = connect({ host: '127.0.0.1', port: server.port, ca: authority, ...alpn });
  const outcome = await new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(socket.alpnProtocol));
    socket.once('error', (error) => resolve('code' in error ? error.code : error));
  });
  socket.destroy();
  return outcome;
}

describe(clause('rfc7301/3.1/protocols-offered'), () => {
  test('http/1.1 is listed, and nothing else', async () => {
    const seen: string[][] = [];
    const ALPNCallback = ({ protocols }: { readonly protocols: string[] }) => {
      seen.push(protocols);
      return 'http/1.1';
    };
    expect(await opened({ ALPNCallback })).toEqual({ offered: 'http/1.1', chosen: 'http/1.1' });
    expect(seen).toEqual([['http/1.1']]);
  });
});

describe(clause('rfc7301/3.2/protocol-offered'), () => {
  test.each<[string, TlsOptions, string | false]>([
    ['http/1.1', { ALPNProtocols: ['http/1.1'] }, 'http/1.1'],
    ['http/1.1, which is not its first', { ALPNProtocols: ['h2', 'http/1.1'] }, 'http/1.1'],
    ['none, since it knows of no ALPN', {}, false],
  ])('open: a server that chooses %s', async (_, options, chosen) => {
    expect(await opened(options)).toMatchObject({ chosen });
  });

  test.each(['h2', 'http/1.0', 'spdy/3'])('failed: a server that chooses %s all the same', (protocol) => {
    const facts = readTls({ done: true, certificateFault: null, isVerified: true, protocol });
    expect(decideTls(facts)).toMatchObject({
      verdict: 'failed',
      guard: 'protocolIsNotHttp11',
      clause: 'rfc7301/3.2/protocol-offered',
    });
  });
});

describe(clause('rfc7301/3.2/protocol-refused'), () => {
  test.each([['h2'], ['h2', 'http/1.0']])('failed: a server of %s alone', async (...protocols) => {
    const { error, events, scripted } = await failSecured({ ...trusted, ALPNProtocols: protocols });
    expect(error).toMatchObject({
      state: 'failed',
      phase: 'tls',
      clause: 'rfc7301/3.2/protocol-refused',
      guard: 'protocolIsRefused',
    });
    expect(events).toEqual(['error', 'close']);
    expect(scripted.peers.all).toEqual([]);
  });
});

describe(clause('rfc7301/3.2/no-common-protocol'), () => {
  test.each([[['h2']], [['h2', 'http/1.0']]])('ended with an alert: %j', async (protocols) => {
    expect(await agree(protocols)).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL');
  });

  test.each([
    [['http/1.1'], 'http/1.1'],
    [['h2', 'http/1.1'], 'http/1.1'],
    [[], false],
  ])('agreed to, of %j: %s', async (protocols, chosen) => {
    expect(await agree(protocols)).toBe(chosen);
  });
});
