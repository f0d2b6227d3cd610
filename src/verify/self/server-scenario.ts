import { observe } from '../judge/observation.ts';
import { turns } from '../peer/event-loop.ts';
import { HandClock } from '../peer/hand-clock.ts';
import { openConnection } from '../peer/open-connection.ts';
import { receiveReply } from '../peer/received-reply.ts';
import { type Scenario, scenario } from '../run/scenario.ts';
import { endpoint, startSetUp, writeOpening } from './set-up.ts';

/** What no single reply shows: what the server does over several requests, and behind a reply. */
export function serverScenarios(): readonly Scenario[] {
  return [
    scenario('rfc6455/4.2.2/resource-from-request', 'the path decides what is served', playPaths),
    scenario(
      'rfc9112/9.6/close-after-close-option',
      'a request behind a refused one is not served',
      playPipelined,
    ),
    scenario('rfc6455/7.1.7/server-closed-on-failure', 'a refused peer that stays is cut off', playLingering),
    scenario('rfc6455/4.2.2/origin-lowercase', 'an origin in upper case', playOriginCase),
    scenario('rfc6455/4.2.2/data-after-reply', 'octets sent with the handshake are frames', playEarlyData),
  ];
}

async function withServer<T>(play: (port: number) => Promise<T>): Promise<T> {
  const setUp = await startSetUp();
  try {
    return await play(setUp.port);
  } finally {
    await setUp.close();
  }
}

async function exchange(port: number, text: string) {
  const peer = await openConnection({ port: port });
  await peer.send(Buffer.from(text, 'latin1'));
  const exchanged = await receiveReply(peer);
  return { peer, exchanged };
}

function playPaths() {
  return withServer(async (port) => {
    const statuses: (number | undefined)[] = [];
    for (const path of [endpoint.path, `${endpoint.path}?a`, '/other', `http://b${endpoint.path}`]) {
      const { peer, exchanged } = await exchange(port, writeOpening('', path));
      peer.socket.destroy();
      statuses.push(exchanged.reply?.status);
    }
    return [observe('rfc6455/4.2.2/resource-from-request', [101, 101, 404, 101], statuses)];
  });
}

function playPipelined() {
  return withServer(async (port) => {
    const { peer, exchanged } = await exchange(port, writeOpening('', '/other') + writeOpening());
    peer.socket.destroy();
    const replies = Buffer.from(exchanged.octets)
      .toString('latin1')
      .match(/HTTP\/1\.1 \d{3}/g);
    return [observe('rfc9112/9.6/close-after-close-option', ['HTTP/1.1 404'], replies)];
  });
}

async function playLingering(signal: AbortSignal) {
  const clock = new HandClock();
  const setUp = await startSetUp({ clock });
  try {
    const { peer } = await exchange(setUp.port, writeOpening('', '/other'));
    await clock.runs(1);
    clock.advance(2_000);
    // A peer finds out that its connection is gone only when it writes.
    while (!peer.socket.destroyed) {
      peer.socket.write('x');
      await turns(1, signal);
    }
    return [observe('rfc6455/7.1.7/server-closed-on-failure', 0, clock.waiting)];
  } finally {
    await setUp.close();
  }
}

async function playOriginCase(signal: AbortSignal) {
  const setUp = await startSetUp({ target: { origins: ['https://example.com'] } });
  try {
    const peer = await openConnection({ port: setUp.port, signal });
    await peer.send(Buffer.from(writeOpening('Origin: HTTPS://Example.COM\r\n')));
    const { reply } = await receiveReply(peer);
    peer.socket.destroy();
    return [observe('rfc6455/4.2.2/origin-lowercase', 101, reply?.status)];
  } finally {
    await setUp.close();
  }
}

function playEarlyData() {
  return withServer(async (port) => {
    const ping = '\x89\x80\x01\x02\x03\x04';
    const { peer, exchanged } = await exchange(port, writeOpening() + ping);
    await peer.until(
      ({ octets }) => octets.length >= exchanged.octets.length - exchanged.rest.length + 2,
      'a pong',
    );
    const frames = [...peer.octets.subarray(exchanged.octets.length - exchanged.rest.length)];
    peer.socket.destroy();
    return [observe('rfc6455/4.2.2/data-after-reply', [0x8a, 0x00], frames)];
  });
}
