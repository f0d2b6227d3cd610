import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerRightly } from '../../../../src/verify/client/calibration.ts';
import { playReply } from '../../../../src/verify/client/reply/exchange.ts';
import { type ClientStatement, type Connector, silent } from '../../../../src/verify/connector/connector.ts';
import { placeOn } from '../../../../src/verify/connector/place.ts';
import { Unreachable } from '../../../../src/verify/peer/probe.ts';
import { startScriptedServer } from '../../../../src/verify/peer/scripted/scripted-server.ts';

/** Sends a right opening to a URL over a socket, and what comes behind the reply; resolves once that is closed. */
function open(url: string, behind?: Buffer): Promise<void> {
  const { hostname, port, host, pathname } = new URL(url);
  const head = [
    `GET ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==',
    'Sec-WebSocket-Version: 13',
    ...['', ''],
  ].join('\r\n');
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).on('close', () => resolve());
    socket.on('data', () => behind && socket.end(behind));
    if (behind) socket.write(head);
    else socket.end(head);
  });
}

/** Plays one right 101 for a client that is brought to connect in some way. */
async function play(connecting: Connector['connect'], timeout: number, makeReply = answerRightly) {
  const server = await startScriptedServer();
  onTestFinished(() => server.close());
  const connector: Connector = {
    ...{ name: 'a stand-in', atOnce: 1, subprotocols: [], connect: connecting },
    close: async () => {},
  };
  const options = { connector, place: placeOn(server), resource: '', subprotocols: [], timeout };
  return playReply(makeReply, answerRightly, { ...options, signs: { exit: false } });
}

test('a client that connects when its case is over has made no connection in time', async () => {
  const late: Connector['connect'] = ({ url }, signal) =>
    new Promise<ClientStatement>((resolve) => {
      signal.addEventListener('abort', () => void open(url).then(() => resolve(silent)), { once: true });
    });
  await expect(play(late, 20)).rejects.toThrow(
    new Unreachable('no connection of the client asked for its URL in 100 ms'),
  );
});

test('a client that reads nothing of a long reply has decided nothing, and holds nobody up', async () => {
  const idle: Connector['connect'] = ({ url }, signal) =>
    new Promise<ClientStatement>((resolve) => {
      const { hostname, port, host, pathname } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.pause();
      socket.on('error', () => {});
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const leave = () => {
        socket.destroy();
        resolve(silent);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
  const long = () => ({ pieces: [Buffer.alloc(64 * 1024 * 1024)], isLast: false });
  expect(await play(idle, 100, long)).toMatchObject({ outcome: 'undecided', word: silent });
});

test('of a client that floods the first octets are kept, and how many came is told', async () => {
  const flood = Buffer.alloc(2 * 1_048_576, '\x82\xff\0\0\0\0\x7f\0\0\0', 'latin1');
  const { outcome, requested, behind, server } = await play(async ({ url }) => {
    await open(url, flood);
    return { opened: true };
  }, 20_000);
  expect({ outcome, kept: requested.length + behind.length, came: server?.came }).toEqual({
    ...{ outcome: 'opened', kept: 65_536, came: requested.length + flood.length },
  });
});
