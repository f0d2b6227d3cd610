import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startWs } from '../cli/ws-target.ts';
import { action, hostOnly, runAction } from './run-action.ts';

test('every step is a command for bash, or an action of GitHub’s by its commit', () => {
  expect(action.runs.using).toBe('composite');
  for (const { run, uses, name } of action.runs.steps) {
    expect([name, run === undefined ? uses : 'a command']).toEqual([
      name,
      run === undefined ? expect.stringMatching(/^actions\/[\w/-]+@[0-9a-f]{40}$/) : 'a command',
    ]);
  }
  // What a workflow says reaches bash by the environment alone, where it is no code.
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
});

test('a server with a finding: 1, and an error that has the clause and what is to be done', async () => {
  const { code, annotations, muted, summary } = await runAction({
    ...{ target: await startWs(), options: hostOnly },
  });
  // To what the target says, the runner does not listen.
  expect(muted).toContain('Answers 101 to a request without Host');
  expect({ code, count: annotations.length }).toEqual({ code: 1, count: 1 });
  expect(annotations[0]).toMatch(
    /^::error title=MUST RFC 9112 §3\.2 rfc9112\/3\.2\/host-present::.*%0Aexpected: .*%0Aobserved: 101.*%0Aws101 replay /,
  );
  expect(summary).toContain('rfc9112/3.2/host-present');
});

test('the workflows take actions by their commits and images by their digests, and may only read', () => {
  for (const name of ['ci', 'nightly']) {
    const workflow = readFileSync(`.github/workflows/${name}.yml`, 'utf8');
    expect([...workflow.matchAll(/uses: (.*)/g)].map(([, uses]) => uses)).toEqual([
      expect.stringMatching(/^actions\/checkout@[0-9a-f]{40} # v5\./),
    ]);
    expect(parse(workflow)).toMatchObject({ permissions: { contents: 'read' } });
    const images = workflow.match(/\b(?:20|22|24)-bookworm.*/g) ?? [];
    const pinned = images.filter((image) => /^2[024]-bookworm@sha256:[0-9a-f]{64}$/.test(image));
    expect(pinned).toEqual(images);
    expect(images).toHaveLength(name === 'ci' ? 3 : 1);
  }
});

test.each([
  ['a name that leads elsewhere', { name: '../../repo' }],
  ['a name above', { name: '..' }],
  ['a name of two lines', { name: 'a\nfolder=/' }],
  ['a target that is an option', { target: '--json=/etc/passwd' }],
  ['another command', { verify: '--help' }],
])('%s is refused before anything is built or deleted', async (_, given) => {
  const { code, outputs } = await runAction(given);
  expect({ code, outputs }).toEqual({ code: 2, outputs: { '': undefined } });
});
