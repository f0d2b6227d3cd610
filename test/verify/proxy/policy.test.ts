import { expect, test } from 'vitest';
import type { HopBehaviour } from '../../mutants/hop.ts';
import { holdHop } from '../../mutants/hop-hold.ts';

test('how the end of one side arrives at the other is told, and held against nobody', async () => {
  const [right, abrupt] = await Promise.all([holdHop({}), holdHop({ endsBoth: true })]);
  const ends = { endOfClient: 'passed', endOfBackend: 'passed' };
  const resets = { resetOfClient: 'ended', resetOfBackend: 'ended' };
  expect(right).toMatchObject({ findings: [], policy: { ...ends, ...resets } });
  expect(abrupt).toMatchObject({
    findings: [],
    policy: { endOfClient: 'both', endOfBackend: 'both', ...resets },
  });
});

test('a right hop passes every clause but two: one needs a pause, and the octets do not tell the other', async () => {
  const said = await holdHop({});
  const verdicts = typeof said === 'string' ? [] : said.clauses;
  expect(verdicts.filter(({ verdict }) => verdict === 'pass')).toHaveLength(26);
  expect(verdicts.filter(({ verdict }) => verdict !== 'pass')).toMatchObject([
    { id: 'service/7/proxy-idle-timeout', verdict: 'untested' },
    { id: 'rfc9110/7.6.1/upgrade-regenerated', verdict: 'untested' },
  ]);
});

test('of an accept value that a hop has changed it is told how far it is from the right one', async () => {
  const relays: HopBehaviour['relays'] = (head) => ({
    ...head,
    lines: head.lines.map((line) =>
      line.startsWith('Sec-WebSocket-Accept') ? line.replace(/=$/, '') : line,
    ),
  });
  const said = await holdHop({ relays }, { isWanted: () => false });
  expect(said).toMatchObject({
    findings: [{ hint: expect.stringContaining('lacks the padding of base64') }],
  });
});

test('of several pairs that show the same the first is told, whatever came of another', async () => {
  const isNamed = (line: string) => line.startsWith('X-Ws101-Hop');
  const said = await holdHop({
    forwards: (due, came) => ({ ...due, lines: [...due.lines, ...came.lines.filter(isNamed)] }),
    relays: (due, _, { lines }) => (lines.some((line) => /^Connection: X-/.test(line)) ? null : due),
  });
  const titles = typeof said === 'string' ? [said] : said.findings.map(({ title }) => title);
  expect(titles).toContain('Forwards a field that Connection lists: Connection that names a field');
});
