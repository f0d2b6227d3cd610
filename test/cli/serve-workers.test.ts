import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { dial, takePort } from './caller.ts';
import { run } from './run.ts';
import { spawnCli, spawnServe } from './spawn.ts';

describe('--workers', () => {
  test('2 serve on the port that is told, and a signal stops all of them cleanly', async () => {
    const { server, url } = await spawnServe('--workers', '2');
    const webSocket = await dial(url);
    webSocket.send('text');
    expect(await once(webSocket, 'message')).toEqual([Buffer.from('text'), false]);
    server.child.kill('SIGTERM');
    expect((await once(webSocket, 'close'))[0]).toBe(1001);
    expect(await server.ended).toMatchObject({ code: 0, out: `listening on ${url}\n` });
  });

  test.each(['0', '257', '1.5', 'x'])('%s is bad usage', async (count) => {
    expect(await run('serve', '--workers', count)).toMatchObject({
      code: 2,
      err: expect.stringContaining('A whole number from 1 to 256 was expected'),
    });
  });

  test('a worker that cannot start ends all, and its sentence is told once', async () => {
    const port = await takePort();
    const ended = await spawnCli('serve', '--listen', `127.0.0.1:${port}`, '--workers', '3').ended;
    expect(ended).toEqual({
      code: 2,
      out: '',
      err: `ws101: cannot listen on 127.0.0.1:${port}: address already in use (EADDRINUSE)\n`,
    });
  });
});
