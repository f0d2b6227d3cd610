import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { clauseIds, clauses as register } from '../../models/clauses.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { findFaults } from '../verify/report/schema.ts';
import { type Ended, folder, run } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

// The deadline is no part of what is tested.
const few = ['verify', 'self', '--runs', '1', '--timeout', '60000'];

describe('a whole run of ws101 verify self', () => {
  const path = join(folder, 'report.json');
  let ended: Ended;
  let whole: Report;
  beforeAll(async () => {
    ended = await run(...few, '--seed', '7', '--json', path);
    whole = JSON.parse(readFileSync(path, 'utf8'));
  });

  test('is 0, with how many clauses of each text have which verdict, and no progress bar', () => {
    const { code, out, err } = ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [totals = '', untested = '', open = '', more, summary] = out.split('\n\n');
    const [head, ...texts] = totals.split('\n');
    expect(head).toMatch(/^Clauses of +pass {2}fail {2}warn {2}untested$/);
    expect(texts.filter((line) => !/^\S.* {2,}\d+ +0 +0 +\d+$/.test(line))).toEqual([]);
    expect(texts.join()).toContain('RFC 6455 ');
    expect(untested).toMatch(/^Not tested by this run: \d+\n/);
    expect(untested).toMatch(/\n +\d+ {2}no octets on a wire can show it\n {6}service\//);
    expect(open).toMatch(/^Choices that this run did not see: \d+\n/);
    expect(more).toBe('Every clause by itself: --verbose, or --html report.html');
    expect(summary).toMatch(
      /^\d+ cases in \d+\.\d s, seed 7; clauses: \d+ pass, 0 fail, 0 warn, \d+ untested\n$/,
    );
  });

  test('--json writes the report, beside what is printed, with the keys of its schema', () => {
    const { summary, clauses, choices, ...head } = whole;
    expect(head).toEqual({
      tool: 'ws101',
      version,
      schema: 1,
      mode: 'self',
      target: 'self',
      seed: 7,
      runs: 1,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      durationMs: expect.any(Number),
      findings: [],
      flaky: [],
      notes: [],
      policy: {},
      declared: {},
      unusedWaivers: [],
    });
    expect(findFaults(whole)).toEqual([]);
    expect(summary).toEqual({
      clauses: { pass: expect.any(Number), fail: 0, warn: 0, untested: expect.any(Number) },
      ...{ noted: 0, waived: 0, findings: { must: 0, should: 0, literal: 0, waived: 0, flaky: 0 } },
      untested: { notApplicable: expect.any(Number), notShown: expect.any(Number), unplayed: 0 },
      cases: expect.any(Number),
    });
    expect(clauses.map(({ id }) => id)).toEqual(clauseIds.filter((id) => register[id].level !== 'MAY'));
    expect(choices.map(({ id }) => id)).toEqual(clauseIds.filter((id) => register[id].level === 'MAY'));
    expect(clauses.find(({ id }) => id === 'rfc6455/4.2.1/key-present')).toEqual({
      id: 'rfc6455/4.2.1/key-present',
      source: 'RFC 6455 §4.2.1',
      level: 'MUST',
      verdict: 'pass',
      cases: expect.any(Number),
    });
    expect(clauses.filter(({ verdict }) => verdict === 'pass')).toHaveLength(summary.clauses.pass);
    expect(clauses.filter(({ verdict, cases }) => (verdict === 'untested') !== (cases === 0))).toEqual([]);
  });

  test('the same seed plays the same: only the times differ; --quiet leaves the tables out', async () => {
    const again = join(folder, 'again.json');
    const args = ['--seed', '7', '--concurrency', '2', '--quiet', '--json', again];
    const { code, out } = await run(...few, ...args);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+ cases in \d+\.\d s, seed 7; clauses: \d+ pass, 0 fail, [^\n]+\n$/);
    const times = { startedAt: '', durationMs: 0 };
    expect({ ...JSON.parse(readFileSync(again, 'utf8')), ...times }).toEqual({ ...whole, ...times });
  });
});

test('--only finds a clause that shows only beside others', async () => {
  const { code, out } = await run(...few, '--only', 'rfc6455/4.2.2/accept-value', '--json', '-');
  expect(code).toBe(0);
  expect(JSON.parse(out).clauses).toMatchObject([{ id: 'rfc6455/4.2.2/accept-value', verdict: 'pass' }]);
});
