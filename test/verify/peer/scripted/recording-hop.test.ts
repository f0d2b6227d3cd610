import { once } from 'node:events';
import { createConnection } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificatesOnce } from '../../../../src/verify/peer/certificates-once.ts';
import { openConnection } from '../../../../src/verify/peer/connection/open-connection.ts';
import { HandClock } from '../../../../src/verify/peer/hand-clock.ts';
import {
  type RecordingHopOptions,
  startRecordingHop,
} from '../../../../src/verify/peer/scripted/recording-hop.ts';
import { script } from '../../../client/scripted-server.ts';
import { exchangeElsewhere, RawPeer } from '../../../raw-peer.ts';
import { recordUntilFinished } from '../../../recording-hop.ts';

/** Someone who dials, a hop that looks on, and a server of octets behind it. */
async function record(options: Partial<RecordingHopOptions> = {}) {
  const server = await script();
  const hop = await recordUntilFinished({ to: server.port, ...options });
  const dial = async () => {
    const near = await RawPeer.connect(hop.port, { allowHalfOpen: true });
    onTestFinished(() => void near.socket.destroy());
    return near;
  };
  return { server, hop, dial };
}

async function recordOne(options: Partial<RecordingHopOptions> = {}) {
  const { server, hop, dial } = await record(options);
  const near = await dial();
  const far = await server.peers.take();
  return { hop, near, far };
}

describe('octets pass as they are, and are kept', () => {
  test('in both directions, each chunk with the time at which it came', async () => {
    const clock = new HandClock();
    const { hop, near, far } = await recordOne({ clock });
    clock.advance(5);
    await near.send('\x00GET\n');
    await far.until('GET\n');
    clock.advance(10);
    await far.send('\xffno HTTP');
    await near.until('HTTP');
    await near.send('more');
    expect(await far.until('more')).toBe('\x00GET\nmore');
    const [{ sent, received } = hopless] = hop.connections;
    expect(sent.chunks).toEqual([
      { octets: Buffer.from('\x00GET\n', 'latin1'), at: 5 },
      { octets: Buffer.from('more'), at: 15 },
    ]);
    expect(received.chunks).toEqual([{ octets: Buffer.from('\xffno HTTP', 'latin1'), at: 15 }]);
    expect(received.octets.toString('latin1')).toBe('\xffno HTTP');
    expect([sent.end, received.end]).toEqual([null, null]);
  });

  test('before the backend is reached, too', async () => {
    const { server, dial } = await record();
    const near = await dial();
    await near.send('early');
    expect(await (await server.peers.take()).until('early')).toBe('early');
  });

  test('each connection by itself, known by the ports of both ends', async () => {
    const { server, hop, dial } = await record();
    const [one, other] = [await dial(), await dial()];
    await other.send('other');
    await one.send('one');
    for (const _ of [one, other]) await server.peers.take();
    for (const far of server.peers.all) await far.until('o');
    await hop.until((all) => all.every(({ sent }) => sent.chunks.length > 0));
    const ofPort = (port?: number) => hop.connections.find(({ clientPort }) => clientPort === port);
    expect(ofPort(one.socket.localPort)?.sent.octets.toString()).toBe('one');
    expect(ofPort(other.socket.localPort)?.sent.octets.toString()).toBe('other');
    const ports = server.peers.all.map(({ socket }) => socket.remotePort);
    expect(hop.connections.map(({ backendPort }) => backendPort).sort()).toEqual(ports.sort());
  });

  test('as many as the other side takes', async () => {
    const size = 8 * 2 ** 20;
    const { near, far, hop } = await recordOne({ keeps: size });
    far.socket.pause();
    near.socket.end(Buffer.alloc(size, 'a'));
    far.socket.resume();
    expect((await far.ended).length).toBe(size);
    expect(hop.connections[0]?.sent.octets.length).toBe(size);
  });
});

const hopless = {
  sent: { chunks: [], octets: Buffer.alloc(0), end: null },
  received: { chunks: [], octets: Buffer.alloc(0), end: null },
};

describe('an end is passed on as what it is', () => {
  test.each([
    ['of whoever dialled', 'sent'],
    ['of the backend', 'received'],
  ] as const)('FIN %s, while the other direction stays open', async (_, side) => {
    const { hop, near, far } = await recordOne();
    const [from, to] = side === 'sent' ? [near, far] : [far, near];
    await from.send('last');
    from.end();
    expect(await to.ended).toBe('last');
    expect(hop.connections[0]?.[side].end).toMatchObject({ how: 'fin' });
    await to.send('still open');
    expect(await from.until('open')).toBe('still open');
    expect(hop.connections[0]?.[side === 'sent' ? 'received' : 'sent'].end).toBeNull();
  });

  test.each([
    ['of whoever dialled', 'sent'],
    ['of the backend', 'received'],
  ] as const)('RST %s', async (_, side) => {
    const { hop, near, far } = await recordOne();
    const [from, to] = side === 'sent' ? [near, far] : [far, near];
    await hop.until(([seen]) => seen?.backendPort !== null);
    const error = once(to.socket, 'error');
    from.reset();
    await expect(error).resolves.toMatchObject([{ code: 'ECONNRESET' }]);
    expect(hop.connections[0]?.[side].end).toMatchObject({ how: 'reset' });
  });

  test('the first end counts, and a RST behind a FIN leaves nothing open', async () => {
    const clock = new HandClock();
    const { hop, near, far } = await recordOne({ clock });
    near.end();
    await far.ended;
    near.socket.destroy();
    await far.send('answered by RST');
    await hop.until(([seen]) => seen?.received.chunks.length === 1);
    await exchangeElsewhere();
    await far.send('and found out here');
    await clock.runs(0);
    expect(hop.connections[0]?.sent.end).toMatchObject({ how: 'fin' });
  });

  test('no backend: the connection is reset, and that is told apart from a reset of the backend', async () => {
    const { hop: gone } = await record();
    await gone.close();
    const hop = await recordUntilFinished({ to: gone.port });
    const socket = createConnection({ host: '127.0.0.1', port: hop.port }).on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    expect(hop.connections).toMatchObject([{ received: { end: { how: 'unreached' } }, backendPort: null }]);
  });
});

describe('a proxy that is asked for a tunnel', () => {
  const ask = 'CONNECT server.example:PORT HTTP/1.1\r\nHost: server.example\r\n\r\n';
  const formed = 'HTTP/1.1 200 OK\r\n\r\n';

  test('answers as it is told, and keeps what it was asked apart from what lies in the tunnel', async () => {
    const { server, hop, dial } = await record({ to: 'asked', answer: () => formed });
    const near = await dial();
    const head = ask.replace('PORT', String(server.port));
    await near.send(head.slice(0, 20));
    await near.send(`${head.slice(20)}first`);
    expect(await near.until('\r\n\r\n')).toBe(formed);
    const far = await server.peers.take();
    expect(await far.until('first')).toBe('first');
    await far.send('reply');
    expect(await near.until('reply')).toBe(`${formed}reply`);
    expect(hop.connections).toMatchObject([{ asked: head, sent: { octets: Buffer.from('first') } }]);
  });

  test('may form it to one port whatever is asked', async () => {
    const { server, dial } = await record({ answer: () => formed });
    const near = await dial();
    await near.send(`${ask.replace('PORT', '1')}octets`);
    expect(await (await server.peers.take()).until('octets')).toBe('octets');
  });

  test.each([
    ['refuses', ask.replace('PORT', '1'), 'HTTP/1.1 407 No\r\n\r\n'],
    ['is told nonsense, and says what it says to everyone', 'nonsense\n', formed],
  ])('%s: nothing is dialled', async (_, text, said) => {
    const { server, hop, dial } = await record({ answer: () => said });
    const near = await dial();
    await near.send(text);
    expect(await near.ended).toBe(said);
    expect(server.peers.all).toEqual([]);
    expect(hop.connections[0]).toMatchObject({ backendPort: null, sent: { chunks: [] } });
  });

  test.each(['CONNECT a HTTP/1.1', 'CONNECT a:99999 HTTP/1.1'])('%s names no port: reset', async (line) => {
    const { hop, dial } = await record({ to: 'asked', answer: () => formed });
    const near = await dial();
    await near.send(`${line}\r\n\r\n`);
    expect(await near.ended).toBe('');
    expect(hop.connections[0]?.received.end).toMatchObject({ how: 'unreached' });
  });
});

test('it speaks TLS where it has a certificate, and keeps what that secures', async () => {
  const { trusted, authority } = await certificatesOnce();
  const { server, hop } = await record({ tls: trusted });
  const near = new RawPeer(await openConnection({ port: hop.port, tls: { ca: authority } }));
  await near.send('secret');
  expect(await (await server.peers.take()).until('secret')).toBe('secret');
  expect(hop.connections[0]?.sent.octets.toString()).toBe('secret');
  const plain = await RawPeer.connect(hop.port);
  await plain.send('no TLS\r\n\r\n');
  await plain.ended;
  const stranger = connectTls({ host: '127.0.0.1', port: hop.port });
  await expect(once(stranger, 'secureConnect')).rejects.toThrow();
  await near.send('more');
  expect(await server.peers.all[0]?.until('more')).toBe('secretmore');
});

describe('nothing lasts for ever', () => {
  test('a connection is ended at its deadline, whatever it does', async () => {
    const clock = new HandClock();
    const { near, far } = await recordOne({ clock, deadline: 1_000 });
    clock.advance(999);
    await near.send('on and on');
    await far.until('on and on');
    clock.advance(1);
    await Promise.all([near.ended, far.ended]);
    near.end();
    far.end();
    await clock.runs(0);
  });

  test('and takes the other side along, though that was made later', async () => {
    const clock = new HandClock();
    const answer = () => 'HTTP/1.1 200 OK\r\n\r\n';
    const { server, dial } = await record({ clock, deadline: 1_000, answer });
    const near = await dial();
    await clock.runs(1);
    clock.advance(900);
    await near.send('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
    const far = await server.peers.take();
    clock.advance(100);
    expect(await far.ended).toBe('');
  });

  test('60,000 ms unless asked otherwise', async () => {
    const clock = new HandClock();
    const { near, far } = await recordOne({ clock });
    clock.advance(59_999);
    await near.send('on');
    expect(await far.until('on')).toBe('on');
    clock.advance(1);
    expect(await far.ended).toBe('on');
  });

  test('close() ends what is open, and resolves', async () => {
    const server = await script();
    const hop = await startRecordingHop({ to: server.port });
    const near = await RawPeer.connect(hop.port);
    const far = await server.peers.take();
    await hop.close();
    await Promise.all([near.ended, far.ended]);
  });
});
