import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { canonicalReply, writeReplyMessage } from '../../../src/arbitraries/index.ts';
import { ping } from '../../../src/verify/client/exchange.ts';
import { standIn } from '../../../src/verify/client/reply-case.ts';
import { writeReproduction } from '../../../src/verify/client/reproduction.ts';
import { describeWithPackages } from '../../system.ts';

const canonical = { ...canonicalReply({ accept: standIn, subprotocols: [], extensions: [] }), content: ping };

/** Runs the server, has a client of `ws` connect, and gives what came of it and what the server says. */
async function play(reply: Uint8Array, isLast: boolean) {
  const server = spawn('bash', ['-c', writeReproduction(reply, standIn, isLast)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  const [first] = (await once(lines, 'line')) as [string]; // of readline
  const said = once(lines, 'line') as Promise<[string]>; // the same
  const [, url = ''] = /^connect the client to (ws:\S+)$/.exec(first) ?? [];
  const client = new WebSocket(url);
  const outcome = await new Promise<string>((resolve) => {
    client.once('open', () => resolve('open')).once('error', ({ message }) => resolve(message));
  });
  const [second] = await said;
  client.terminate();
  await once(server, 'close');
  return { outcome, second };
}

describeWithPackages(['python3'], 'the script that shows a finding on a client', () => {
  test('opens a client by a right 101, and shows its pong', async () => {
    const { outcome, second } = await play(writeReplyMessage(canonical), false);
    expect(outcome).toBe('open');
    expect(second).toMatch(/^it sent b['"]\\x8a\\x85/);
  });

  test('shows a client that does not take a wrong one', async () => {
    const lines = canonical.lines.map((each) =>
      each.name === 'Sec-WebSocket-Accept' ? { ...each, value: 'AAAA' } : each,
    );
    const { outcome, second } = await play(writeReplyMessage({ ...canonical, lines }), false);
    expect(outcome).toBe('Invalid Sec-WebSocket-Accept header');
    expect(second).toBe('it ended the connection');
  });

  test('shows a client that takes another status', async () => {
    const reply = { ...canonical, statusLine: 'HTTP/1.1 403 No', content: '' };
    const { outcome } = await play(writeReplyMessage(reply), true);
    expect(outcome).toBe('Unexpected server response: 403');
  });
});
