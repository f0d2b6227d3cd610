import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen, toWebSocket } from '../../../src/server/index.ts';
import { readTarget, sampleKey } from '../../../src/verify/judge/target.ts';
import { canonicalCase } from '../../../src/verify/server/calibration.ts';
import { createServerSubject } from '../../../src/verify/server/subject.ts';

/** Keeps this process from doing anything else, as a machine that is busy does. */
function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function subjectAt(url: string) {
  const target = readTarget(url, {});
  if (!target.ok) throw new Error(target.problem);
  const subject = createServerSubject(target.value, '127.0.0.1', 10_000, 50);
  return { subject, current: canonicalCase(target.value, sampleKey) };
}

test('in a hurry a connection that takes longer is late, and not one that nobody takes', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo; // it listens on a port
  const { subject, current } = await subjectAt(`wss://127.0.0.1:${port}/`);
  const played = await subject.play(current, 0.002);
  expect(subject.reactionOf(played)).toMatchObject({ isLate: true, hasSpoken: false });
});

test('in a hurry no connection is late because this process was held up', async () => {
  const server = await listen({ onConnection: (connection) => toWebSocket(connection) });
  onTestFinished(() => server.close());
  const { subject, current } = await subjectAt(server.url);
  const playing = subject.play(current, 0.002);
  stall(40);
  expect(subject.reactionOf(await playing)).toMatchObject({ isOpen: true });
});
