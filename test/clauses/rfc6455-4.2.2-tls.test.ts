import { describe, expect, test } from 'vitest';
import { toWebSocket } from '../../src/server/index.ts';
import { writeFrame } from '../frames/frame.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { recordedText, recordUntilFinished } from '../recording-hop.ts';
import { acceptance, opening } from '../server/serve.ts';
import { captureHello, dialTls, failTls, recordTypes, serveTls } from '../server/tls.ts';
import { clause } from './clause.ts';

const failure = { type: 'closed', clause: 'rfc6455/4.2.2/tls-failure', guard: null, status: null } as const;

describe(clause('rfc6455/4.2.2/tls-before-handshake'), () => {
  test('an opening in the clear is not answered', async () => {
    const { ask, connections } = await serveTls();
    expect(await ask(opening)).not.toContain('HTTP');
    expect(connections.all).toEqual([]);
  });

  test('nothing is said before the handshake of TLS', async () => {
    const { dial, clock } = await serveTls();
    const peer = await dial();
    await clock.runs(1);
    await exchangeElsewhere();
    expect(peer.received).toBe('');
  });

  test('an opening within TLS is answered once the handshake is complete', async () => {
    const { server } = await serveTls();
    const hop = await recordUntilFinished({ to: server.port });
    const peer = await dialTls(hop.port, { maxVersion: 'TLSv1.2' });
    expect(recordTypes(recordedText(hop, 'received'))).not.toContain(23);
    await peer.send(opening);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(recordTypes(recordedText(hop, 'received')).at(-1)).toBe(23);
  });
});

describe(clause('rfc6455/4.2.2/tls-failure'), () => {
  test.each([
    ['plain HTTP', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'plain HTTP on a port that speaks TLS'],
    ['no TLS', 'EHLO example.com\r\n', 'octets that are no TLS on a port that speaks TLS'],
  ])('closed: %s', async (_, octets, problem) => {
    const { ask, outcomes, server } = await serveTls();
    expect(await ask(octets)).not.toContain('HTTP');
    expect(outcomes.all).toMatchObject([{ ...failure, problem }]);
    expect(server.pending).toBe(0);
  });

  test('closed: a handshake that is not completed', async () => {
    const { begin, clock, outcomes } = await serveTls();
    const peer = await begin((await captureHello()).slice(0, 20));
    await clock.runs(1);
    clock.advance(10_000);
    expect(await peer.ended).toBe('');
    expect(outcomes.all).toMatchObject([failure]);
  });

  test.each([
    ['a version below 1.2', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['a protocol that is not spoken here', { ALPNProtocols: ['h2'] }],
  ] as const)('closed: %s', async (_, options) => {
    const { server, outcomes } = await serveTls();
    expect(await failTls(server.port, options)).toBeInstanceOf(Error);
    expect(await outcomes.take()).toMatchObject(failure);
  });

  test('open: a handshake that succeeds', async () => {
    const { secured, outcomes } = await serveTls();
    expect(await secured.open(opening)).toBe(acceptance);
    expect(outcomes.all).toMatchObject([{ type: 'accepted', problem: null }]);
  });
});

describe(clause('rfc6455/4.2.2/tls-all-traffic'), () => {
  test.each([
    ['an acceptance and frames', opening + writeFrame('client', 0x81, 'frames'), 'frames'],
    ['a refusal', opening.replace('13', '8'), '426 Upgrade Required\n'],
  ])('%s', async (_, octets, last) => {
    const { server } = await serveTls({
      onConnection(connection) {
        const webSocket = toWebSocket(connection);
        webSocket.on('message', (data) => webSocket.send(String(data)));
      },
    });
    const hop = await recordUntilFinished({ to: server.port });
    const peer = await dialTls(hop.port);
    await peer.send(octets);
    expect(await peer.until(last)).toContain('HTTP/1.1 ');
    expect(recordedText(hop, 'received').length).toBeGreaterThan(peer.received.length);
    expect(recordedText(hop, 'received')).not.toMatch(/HTTP|Upgrade|frames/);
    expect(new Set(recordTypes(recordedText(hop, 'received')))).toEqual(new Set([22, 20, 23]));
  });
});
