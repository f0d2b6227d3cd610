import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerRightly } from '../../../src/verify/client/calibration.ts';
import { playReply } from '../../../src/verify/client/exchange.ts';
import { type ClientWord, type Connector, silent } from '../../../src/verify/connector/connector.ts';
import { placeOn } from '../../../src/verify/connector/place.ts';
import { Unreachable } from '../../../src/verify/peer/probe.ts';
import { startScriptedServer } from '../../../src/verify/peer/scripted-server.ts';

/** Sends a right opening to a URL over a socket, and resolves once that is closed. */
function open(url: string): Promise<void> {
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
    connect(Number(port), hostname)
      .on('data', () => {})
      .on('close', () => resolve())
      .end(head);
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
    new Promise<ClientWord>((resolve) => {
      signal.addEventListener('abort', () => void open(url).then(() => resolve(silent)), { once: true });
    });
  await expect(play(late, 20)).rejects.toThrow(new Unreachable('the client made no connection in 100 ms'));
});

test('a client that reads nothing of a long reply has decided nothing, and holds nobody up', async () => {
  const idle: Connector['connect'] = ({ url }, signal) =>
    new Promise<ClientWord>((resolve) => {
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
