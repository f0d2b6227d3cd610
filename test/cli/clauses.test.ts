import { existsSync } from 'node:fs';
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
    `${clauseIds.length} clauses; ws101 clauses <id> shows one of them, --json has their summaries and notes`,
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
  const list: { id: string; rows: string[] }[] = JSON.parse(out);
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
  // A row that stands once for each choice is listed once.
  expect(list.find(({ id }) => id === 'rfc6455/4.2.1/upgrade-present')?.rows).toEqual([
    'server: upgradeIsAbsent',
  ]);
});

test('one clause, with all that is known of it', async () => {
  const { code, out } = await run('clauses', 'rfc6455/4.2.1/key-present');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    'rfc6455/4.2.1/key-present',
    '  says       A server refuses an opening without Sec-WebSocket-Key.',
    '  level      MUST, binds the server',
    '  source     RFC 6455 §4.2.1  https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1',
    '  shown by   octets on the wire',
    '  rows       server: keyIsAbsent',
    expect.stringMatching(/^ {2}cases {6}\d+ of ws101 verify self$/),
    '  tests      test/clauses/rfc6455-4.2.1.test.ts',
    '  page       docs/generated/clauses/rfc6455.md#421-key-present',
    '',
  ]);
});

test.each([
  ['service/5.4/origin-allowlist', { unlock: [expect.stringContaining('--origin')], url: null }],
  [
    'rfc9110/8.6/no-content-length-in-1xx',
    { rows: ['obligation of a reply, broken by content length: sent'] },
  ],
  ['rfc6455/4.2.2/accept-value', { hints: expect.arrayContaining([expect.stringContaining('SHA-1')]) }],
])('%s as JSON', async (id, known) => {
  const detail = JSON.parse((await run('clauses', id, '--json')).out);
  expect(detail).toMatchObject({ id, ...known });
  for (const path of detail.tests) expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
  expect(detail.tests).not.toEqual([]);
});

test('an id that is none is 2, with the nearest', async () => {
  expect(await run('clauses', 'rfc6455/4.2.1/keypresent')).toEqual({
    code: 2,
    out: '',
    err: 'ws101: no clause has the id rfc6455/4.2.1/keypresent (did you mean rfc6455/4.2.1/key-present?); ws101 clauses lists all ids\n',
  });
});
