import { describe, expect, onTestFinished, test } from 'vitest';
import { connect, toWebSocket } from '../../src/client/index.ts';
import { readClientFrames } from '../../src/verify/peer/frame/client-frame.ts';
import { clause } from './clause.ts';
import { reply, startAnswering } from './peer.ts';

/** A client that is sent a frame behind its 101, and the frames that come from it. */
async function receive(frame: string) {
  const server = await startAnswering(reply() + frame);
  const webSocket = toWebSocket(await connect(server.url)).on('error', () => {});
  onTestFinished(() => webSocket.terminate());
  const [connection] = server.connections;
  const frames = () => readClientFrames(connection?.behind() ?? Buffer.alloc(0));
  const comes = (opcode: number) =>
    connection?.until(() => frames().some((each) => each.opcode === opcode), `opcode ${opcode}`);
  return { webSocket, frames, comes };
}

describe(clause('rfc6455/5.1/frames-masked'), () => {
  test('a pong, a message and a Close frame have a mask each', async () => {
    const { webSocket, frames, comes } = await receive('\x89\0');
    webSocket.send('hi');
    await comes(10);
    webSocket.close();
    await comes(8);
    const seen = frames().map(({ opcode, isMasked }) => [opcode, isMasked]);
    expect(seen.sort()).toEqual([
      [1, true],
      [10, true],
      [8, true],
    ]);
  });
});

describe(clause('rfc6455/5.1/masked-frame-closes'), () => {
  test('a ping with a mask has no pong, and ends the connection with 1002', async () => {
    const { frames, comes } = await receive('\x89\x80\0\0\0\0');
    await comes(8);
    expect(frames().map(({ opcode }) => opcode)).toEqual([8]);
    expect(Buffer.from(frames()[0]?.payload ?? []).readUInt16BE()).toBe(1002);
  });
});
