import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { toWebSocket } from '../../src/server/index.ts';
import { openConnection } from '../../src/verify/peer/connection/open-connection.ts';
import { openZoo } from '../../src/zoo/zoo.ts';
import { certificates } from '../certificate.ts';
import { serve as serveCli } from '../cli/run.ts';
import { RawPeer } from '../raw-peer.ts';
import { quickClock } from '../zoo/quick-clock.ts';
import { orderPatience, playOrders } from './any-order.ts';
import { startAttached } from './attach.ts';
import { acceptance, opening, serve } from './serve.ts';

const onConnection = (connection: Parameters<typeof toWebSocket>[0]) => {
  const webSocket = toWebSocket(connection);
  webSocket.on('message', (data) => webSocket.send(data));
};
const plain = (port: number) => () => RawPeer.connect(port);

const servers: Record<string, () => Promise<{ dial: () => Promise<RawPeer>; here?: string }>> = {
  listen: () => serve({ onConnection, application: createServer((_, reply) => reply.end('page')) }),
  'attach on http': () => startAttached({ '/chat': { onConnection } }),
  async 'attach on https'() {
    const { port } = await startAttached({ '/chat': { onConnection } }, { framework: 'node:https' });
    const tls = { ca: certificates.authority };
    return { dial: async () => new RawPeer(await openConnection({ port, tls })) };
  },
  serve: async () => ({ dial: plain((await serveCli()).port) }),
  async zoo() {
    const zoo = await openZoo({ clock: quickClock });
    onTestFinished(() => zoo.close());
    return { dial: plain(zoo.port), here: '/case/plain' };
  },
};

test.each(Object.keys(servers).map((name, part) => [name, part] as const))(
  '%s: nothing is thrown, whatever comes in whichever order, and an opening is answered',
  async (name, part) => {
    const thrown: unknown[] = [];
    const note = (error: unknown) => thrown.push(error);
    process.on('uncaughtExceptionMonitor', note);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
    const { dial, here = '/chat' } = (await servers[name]?.()) ?? {};
    if (!dial) throw new Error(name);
    await playOrders(dial, here, part);
    const peer = await dial();
    await peer.send(opening.replace('/chat', here));
    expect((await peer.until('\r\n\r\n')).slice(0, acceptance.length)).toBe(acceptance);
    expect(thrown).toEqual([]);
  },
  orderPatience,
);
