import { describe, expect, test } from 'vitest';
import { connect, toWebSocket } from '../../src/client/index.ts';
import { readClientFrames } from '../../src/verify/peer/client-frame.ts';
import { startScripted } from '../../src/verify/peer/scripted-server.ts';
import { clause } from './clause.ts';

describe(clause('rfc6455/5.1/frames-masked'), () => {
  test('a pong, a message and a Close frame have a mask each', async () => {
    const server = await startScripted(({ socket, accept }) =>
      socket.write(
        `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n\x89\0`,
        'latin1',
      ),
    );
    try {
      const webSocket = toWebSocket(await connect(server.url));
      webSocket.send('hi');
      const [connection] = server.connections;
      const frames = () => readClientFrames(connection?.behind() ?? Buffer.alloc(0));
      const comes = (opcode: number) =>
        connection?.until(() => frames().some((each) => each.opcode === opcode), `opcode ${opcode}`);
      await comes(10);
      webSocket.close();
      await comes(8);
      webSocket.terminate();
      expect(
        frames()
          .map(({ opcode, isMasked }) => [opcode, isMasked])
          .sort(),
      ).toEqual([
        [1, true],
        [10, true],
        [8, true],
      ]);
    } finally {
      await server.close();
    }
  });
});

describe(clause('rfc6455/5.1/masked-frame-closes'), () => {
  test('a ping with a mask has no pong, and ends the connection with 1002', async () => {
    const server = await startScripted(({ socket, accept }) =>
      socket.write(
        `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n` +
          '\x89\x80\0\0\0\0',
        'latin1',
      ),
    );
    try {
      const webSocket = toWebSocket(await connect(server.url));
      webSocket.on('error', () => {});
      const [connection] = server.connections;
      const frames = () => readClientFrames(connection?.behind() ?? Buffer.alloc(0));
      await connection?.until(() => frames().some(({ opcode }) => opcode === 8), 'a Close frame');
      expect(frames().map(({ opcode }) => opcode)).toEqual([8]);
      expect(Buffer.from(frames()[0]?.payload ?? []).readUInt16BE()).toBe(1002);
      webSocket.terminate();
    } finally {
      await server.close();
    }
  });
});
