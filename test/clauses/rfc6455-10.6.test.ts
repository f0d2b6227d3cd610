import { describe, expect, test } from 'vitest';
import { startAttached } from '../server/attach.ts';
import { acceptance, opening, serve } from '../server/serve.ts';
import { serveTls } from '../server/tls.ts';
import { clause } from './clause.ts';

describe(clause('rfc6455/10.6/tls-supported'), () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('opened: %s', async (version) => {
    const { dialTls } = await serveTls();
    const peer = await dialTls({ minVersion: version, maxVersion: version });
    expect(peer.socket.getProtocol()).toBe(version);
    await peer.send(opening);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
  });

  test('opened on a server of node:https', async () => {
    const { open } = await startAttached({ '/chat': {} }, { framework: 'node:https' });
    expect(await open(opening)).toBe(acceptance);
  });
});

describe(clause('rfc6455/10.6/tls-employed'), () => {
  test('with a key and a certificate it serves wss', async () => {
    const { server } = await serveTls();
    expect(server.url).toMatch(/^wss:/);
  });

  test('without them it serves ws', async () => {
    const { server } = await serve();
    expect(server.url).toMatch(/^ws:/);
  });
});
