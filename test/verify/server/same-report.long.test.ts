import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type Report, verifyServer } from '../../../src/verify/index.ts';
import { startPeer } from '../../campaign/peer.ts';
import { ProcessGroup } from '../../process-group.ts';
import { describeWithPackages } from '../../system.ts';

const program = fileURLToPath(new URL('unsteady-server.py', import.meta.url));
const times = 2;

/** Keeps every core busy until the test is over. */
function keepBusy(): void {
  const spin = () =>
    new ProcessGroup(process.execPath, ['-e', 'for (;;);'], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
  const groups = Array.from({ length: availableParallelism() }, spin);
  onTestFinished(async () => {
    await Promise.all(groups.map((group) => group.end()));
  });
}

/** What is held against somebody, and what is said of each clause. */
const tellOf = ({ findings, clauses }: Report) => ({
  findings: findings.map(({ level, clause, also = [] }) => [level, clause, ...also]),
  verdicts: clauses.map(({ id, verdict }) => `${verdict} ${id}`),
});

describeWithPackages(['python3'], 'the same seed gives the same report, while every core is busy', () => {
  test.each([
    ['one-recv', /in pieces|comes in 2 pieces$/],
    ['rude', null],
    ['late', null],
  ])('on a server that is %s', { timeout: 900_000 }, async (kind, title) => {
    const command = ['/usr/bin/python3', '-I', program, '{port}', kind];
    const { port, stop } = await startPeer({ name: kind, command });
    onTestFinished(stop);
    keepBusy();
    const options = { seed: 7, runs: 2, timeout: 10_000 };
    const first = await verifyServer(`ws://127.0.0.1:${port}/`, options);
    for (let nth = 1; nth < times; nth += 1) {
      expect(tellOf(await verifyServer(`ws://127.0.0.1:${port}/`, options))).toEqual(tellOf(first));
    }
    const refused = first.findings.filter(({ clause }) => clause === 'service/1/valid-request-accepted');
    expect(refused.map(({ title: told }) => told)).toEqual(
      title === null ? [] : [expect.stringMatching(title)],
    );
  });
});
