import { expect, test } from 'vitest';
import { action, hostOnly, runAction, startWs } from './run-action.ts';

test('every step is a command for bash, or an action of GitHub’s by its version', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run, uses, name } of action.runs.steps) {
    expect([name, run === undefined ? uses : 'a command']).toEqual([
      name,
      run === undefined ? expect.stringMatching(/^actions\/[\w/-]+@v\d+$/) : 'a command',
    ]);
  }
  // What a workflow says reaches bash by the environment alone, where it is no code.
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
});

test('a server with a finding: 1, and an error that has the clause and what is to be done', async () => {
  const { code, annotations, summary } = await runAction({ target: await startWs(), options: hostOnly });
  expect({ code, count: annotations.length }).toEqual({ code: 1, count: 1 });
  expect(annotations[0]).toMatch(
    /^::error title=MUST RFC 9112 §3\.2 rfc9112\/3\.2\/host-present::.*%0Aexpected: .*%0Aobserved: 101.*%0Aws101 replay /,
  );
  expect(summary).toContain('rfc9112/3.2/host-present');
});
