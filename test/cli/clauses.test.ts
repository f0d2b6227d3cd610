import { expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { run } from './run.ts';

test('ws101 clauses lists every clause in the order of the register', async () => {
  const { code, out, err } = await run('clauses');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/^clause +level +actor +shown by +verify self +rows$/);
  expect(lines.slice(1, clauseIds.length + 1).map((line) => line.split(' ', 1)[0])).toEqual(clauseIds);
  expect(lines.slice(clauseIds.length + 1)).toEqual([
    '',
    `${clauseIds.length} clauses; ws101 clauses --json has their summaries and notes`,
    '',
  ]);
  expect(out).toMatch(/^rfc6455\/4\.2\.1\/key-present +MUST +server +wire +\d+ cases +server: keyIsAbsent$/m);
  // No case is made for what every reply owes: whatever is played shows it.
  expect(out).toMatch(/^rfc6455\/4\.2\.2\/accept-value +MUST +server +wire +-$/m);
  expect(out).toMatch(/^rfc9112\/5\.2\/no-folding-in-reply +MUST +server +wire +-$/m);
});

test('--json has their summaries, their sources and what covers them', async () => {
  const { code, out } = await run('clauses', '--json');
  expect(code).toBe(0);
  const list: { id: string }[] = JSON.parse(out);
  expect(list.map(({ id }) => id)).toEqual(clauseIds);
  expect(list.find(({ id }) => id === 'rfc6455/4.1/accept-value')).toEqual({
    id: 'rfc6455/4.1/accept-value',
    source: 'RFC 6455 §4.1',
    level: 'MUST',
    actor: 'client',
    summary: expect.stringMatching(/^A client .+\.$/),
    observable: true,
    note: null,
    unchecked: false,
    rows: ['client: acceptIsWrong'],
    cases: expect.any(Number),
  });
  expect(list.find(({ id }) => id === 'service/7/proxy-http11')).toMatchObject({
    rows: ['intermediary: backendHttpIs10'],
    cases: 1,
  });
});

test('a row that stands once for each choice is listed once', async () => {
  const list: { id: string; rows: string[] }[] = JSON.parse((await run('clauses', '--json')).out);
  expect(list.find(({ id }) => id === 'rfc6455/4.2.1/upgrade-present')?.rows).toEqual([
    'server: upgradeIsAbsent',
  ]);
});
