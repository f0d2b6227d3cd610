import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/verify/report/report.ts';
import { findFaults } from '../verify/report/schema.ts';
import { type Ended, folder, run } from './run.ts';

// The deadline is no part of what is tested.
const few = ['verify', 'self', '--runs', '1', '--timeout', '60000'];

/** Two clauses of servers, and one of proxies, which stands before them in the register. */
const ids = ['rfc6455/4.2.1/key-present', 'service/7/proxy-http11', 'rfc6455/4.2.1/method-get'];

describe('ws101 verify self of some clauses', () => {
  const path = join(folder, 'report.json');
  const some = [...few, '--seed', '7', '--only', ids.join(', ')];
  let ended: Ended;
  let report: Report;
  beforeAll(async () => {
    ended = await run(...some, '--verbose', '--json', path);
    report = JSON.parse(readFileSync(path, 'utf8'));
  });

  test('is 0, with each of them and with how many cases have shown it, and no progress bar', () => {
    const { code, out, err } = ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [list = '', totals, summary] = out.split('\n\n');
    expect(list.split('\n')).toEqual([
      expect.stringMatching(/^ +clause +source +level +cases$/),
      expect.stringMatching(/^pass {2}service\/7\/proxy-http11 {5}service §7 +MUST +\d+$/),
      expect.stringMatching(/^pass {2}rfc6455\/4\.2\.1\/method-get {3}RFC 6455 §4\.2\.1 {2}MUST +\d+$/),
      expect.stringMatching(/^pass {2}rfc6455\/4\.2\.1\/key-present {2}RFC 6455 §4\.2\.1 {2}MUST +\d+$/),
    ]);
    expect(totals).toMatch(
      /^Clauses of +pass {2}fail {2}warn {2}untested\n\S.* 1 +0 +0 +0\nRFC 6455 +2 +0 +0 +0$/,
    );
    expect(summary).toMatch(
      /^\d+ cases in \d+\.\d s, seed 7; clauses: 3 pass, 0 fail, 0 warn, 0 untested\n$/,
    );
  });

  test('--json has them alone, in the order of the register, with the keys of its schema', () => {
    const { clauses, summary } = report;
    expect(findFaults(report)).toEqual([]);
    expect(clauses.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['service/7/proxy-http11', 'pass'],
      ['rfc6455/4.2.1/method-get', 'pass'],
      ['rfc6455/4.2.1/key-present', 'pass'],
    ]);
    expect(clauses.filter(({ cases }) => cases === 0)).toEqual([]);
    expect(summary.clauses).toEqual({ pass: 3, fail: 0, warn: 0, untested: 0 });
  });
});

test('without --seed it takes one and tells it', async () => {
  const { out } = await run(...few, '--only', 'rfc6455/4.2.1/key-present');
  expect(out).toMatch(/, seed \d+; clauses: 1 pass, /);
});

test('--json to where nothing can be written is 2, before anything is played', async () => {
  const path = join(folder, 'no/such/folder');
  const { code, out, err } = await run(...few, '--only', 'rfc6455/4.2.1/key-present', '--json', path);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toMatch(/^ws101: .*no\/such\/folder cannot be written: there is no such folder/);
});

test('an unknown clause is 2', async () => {
  expect((await run(...few, '--only', 'rfc6455/4.2.2/nothing')).code).toBe(2);
});

test('a case that takes too long is a finding, and 1', async () => {
  const late = ['--timeout', '1', '--runs', '1', '--only', 'rfc6455/4.2.1/stop-processing'];
  const { code, out } = await run('verify', 'self', '--seed', '5', ...late);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^MUST RFC 6455 §4\.2\.1 {2}rfc6455\/4\.2\.1\/stop-processing\n {2}.+ Played: session: HEAD_READ → REFUSED leads to refused\.\n {2}rule {6}.+\n {2}link {6}https:.+\n {2}expected {2}an outcome within 1 ms\n {2}observed {2}none\n {2}replay {4}ws101 verify self --seed 5 --runs 1 --only rfc6455\/4\.2\.1\/stop-processing\n/,
  );
});
