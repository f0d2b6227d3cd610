import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/client/index.ts';
import { describeWithPackages } from '../system.ts';
import { startPeer } from './peer.ts';
import { serverRecipes } from './server-recipe.ts';

for (const recipe of serverRecipes) {
  describeWithPackages(recipe.debian, recipe.name, () => {
    test('it starts, opens, and is stopped', async () => {
      const { port, stop } = await startPeer(recipe);
      onTestFinished(stop);
      const { socket, reply } = await connect(`ws://127.0.0.1:${port}${recipe.path}`);
      expect(reply.status).toBe(101);
      const closed = once(
        socket.on('error', () => {}),
        'close',
      );
      await stop();
      socket.resume();
      await closed;
      await expect(connect(`ws://127.0.0.1:${port}${recipe.path}`)).rejects.toMatchObject({
        clause: 'rfc6455/4.1/connection-failed',
      });
    });

    test('its version is told', () => {
      const [program = '', ...args] = recipe.version;
      expect(execFileSync(program, args, { encoding: 'utf8' }).trim()).toMatch(/^[\w.:~+-]*\d[\w.:~+-]*$/);
    });
  });
}
