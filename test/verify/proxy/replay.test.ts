import { expect, onTestFinished, test } from 'vitest';
import { readTarget } from '../../../src/verify/judge/target.ts';
import { startBackend } from '../../../src/verify/proxy/play/backend.ts';
import { replayPair } from '../../../src/verify/proxy/replay.ts';
import { aim } from '../../../src/verify/proxy/verify-proxy.ts';
import { startHop } from '../../mutants/hop.ts';

test.each([
  ['lets it through', undefined, 'fixed'],
  ['is busy', 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n', 'cannot tell'],
  ['says nothing', null, 'cannot tell'],
])('a pair is played again on a hop that %s', async (_, answer, outcome) => {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 5_000 });
  onTestFinished(() => backend.close());
  const hop = await startHop(backend.port, {
    answers: ({ lines }) => (/^Cookie:/m.test(lines.join('\n')) ? answer : undefined),
  });
  onTestFinished(() => hop.close());
  const front = readTarget(`ws://127.0.0.1:${hop.port}/chat`, {});
  if (!front.ok) throw new Error(front.problem);
  const aimed = await aim(front.value, backend, 300);
  if ('problem' in aimed) throw new Error(aimed.problem);
  const finding = { clause: 'rfc9110/5.1/fields-forwarded', pair: 'cookies' } as const;
  expect(await replayPair(finding, { seed: 1, runs: 0 }, aimed)).toMatchObject({ outcome });
});
