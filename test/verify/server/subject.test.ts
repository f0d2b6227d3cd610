import { expect, onTestFinished, test } from 'vitest';
import { listen, toWebSocket } from '../../../src/server/index.ts';
import { sampleKey } from '../../../src/verify/judge/target.ts';
import { canonicalCase } from '../../../src/verify/server/calibration.ts';
import { createServerSubject } from '../../../src/verify/server/subject.ts';
import { stall } from '../stall.ts';
import { targetOf } from '../target.ts';

test('in a hurry no connection is late, and no answer, because this process was held up', async () => {
  const server = await listen({ onConnection: (connection) => toWebSocket(connection) });
  onTestFinished(() => server.close());
  const target = targetOf(server.url);
  const subject = createServerSubject(target, '127.0.0.1', 10_000, 50);
  const playing = subject.play(canonicalCase(target, sampleKey), 0.002);
  stall(40);
  expect(subject.reactionOf(await playing)).toMatchObject({ isOpen: true });
});
