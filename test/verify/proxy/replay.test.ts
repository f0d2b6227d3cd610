import { expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { readTarget } from '../../../src/verify/judge/target.ts';
import { startBackend } from '../../../src/verify/proxy/play/backend.ts';
import { replayPair } from '../../../src/verify/proxy/replay.ts';
import { aim } from '../../../src/verify/proxy/verify-proxy.ts';
import { type Head, type HopBehaviour, startHop } from '../../mutants/hop.ts';

const forwarded: ClauseId = 'rfc9110/5.1/fields-forwarded';

const swallowsLater = (): HopBehaviour => {
  let passed = 0;
  return { relays: (due) => (/ 101 /.test(due.first) && ++passed > 2 ? null : due) };
};
const dropsNowAndThen = (): HopBehaviour => {
  let asked = 0;
  const drop = (due: Head) => ({ ...due, lines: due.lines.filter((line) => !line.startsWith('Cookie')) });
  return { forwards: (due) => (++asked % 4 === 0 ? drop(due) : due) };
};

test.each([
  [
    'passes on a 103 and no 101',
    swallowsLater(),
    'a 103 before the 101',
    'cannot tell',
    'rfc9110/2.2/well-formed-forwarded',
  ],
  ['drops fields now and then', dropsNowAndThen(), 'cookies', 'still fails', forwarded],
] as const)('nothing is fixed on a hop that %s', async (_, behaviour, pair, outcome, clause) => {
  expect(await replayOn(behaviour, pair, clause)).toMatchObject({ outcome });
});

async function replayOn(behaviour: HopBehaviour, pair: string, clause = forwarded) {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 5_000 });
  onTestFinished(() => backend.close());
  const hop = await startHop(backend.port, behaviour);
  onTestFinished(() => hop.close());
  const front = readTarget(`ws://127.0.0.1:${hop.port}/chat`, {});
  if (!front.ok) throw new Error(front.problem);
  const aimed = await aim(front.value, backend, 300);
  if ('problem' in aimed) throw new Error(aimed.problem);
  return replayPair({ clause, pair }, { seed: 1, runs: 0 }, aimed);
}

test.each([
  ['lets it through', undefined, 'fixed'],
  ['is busy', 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n', 'cannot tell'],
  ['says nothing', null, 'cannot tell'],
])('a pair is played again on a hop that %s', async (_, answer, outcome) => {
  const answers = ({ lines }: Head) => (/^Cookie:/m.test(lines.join('\n')) ? answer : undefined);
  expect(await replayOn({ answers }, 'cookies')).toMatchObject({ outcome });
});
