import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen, toWebSocket } from '../../../src/server/index.ts';
import { verifyServer } from '../../../src/verify/index.ts';
import { file, folder, run } from '../../cli/run.ts';
import { startWs } from '../../cli/ws-target.ts';
import { behindAnother, sampleReport, shortKey } from './report-sample.ts';
import { findFaults } from './schema.ts';

describe('real reports keep to the schema', () => {
  test('of a server', async () => {
    const server = await listen({ onConnection: (connection) => void toWebSocket(connection) });
    onTestFinished(() => server.close());
    const report = await verifyServer(server.url, { runs: 1, shard: { index: 0, count: 8 } });
    expect(findFaults(report)).toEqual([]);
    expect(report.mode).toBe('server');
  });

  test('of a server, with everything that the command line adds', () => {
    const also = ['rfc6455/4.2.1/key-present'];
    const report = {
      ...sampleReport({ findings: [] }),
      clauses: sampleReport().clauses.map((each) =>
        each.verdict === 'pass' ? { ...each, note: 'odd' } : { ...each, waived: 'a gateway' },
      ),
      findings: [{ ...shortKey, also, waived: 'a gateway' }, behindAnother],
      runs: 40,
      declared: {
        ...{
          subprotocol: ['chat'],
          subprotocolRequired: true,
          origin: ['https://a.test'],
          versions: [13, 8],
        },
        ...{ keyCheck: 'length', auth: 'query:token', header: ['X-Tenant-Key'] },
      },
      shard: { index: 1, count: 8 },
      unusedWaivers: [
        { tag: 'leniency', reason: 'why' },
        { clause: 'rfc6455/4.2.1/key-present', reason: 'why' },
      ],
      ended: 'the target takes no more connections',
      unplayed: 12,
    };
    expect(findFaults(report)).toEqual([]);
  });
});

test('a report of the command line keeps to the schema, as a whole and in parts', async () => {
  const url = await startWs();
  const options = [
    '--seed',
    '3',
    '--runs',
    '1',
    '--header',
    'X-Tenant-Key: abc',
    '--auth',
    'subprotocol:tok123',
    '--only',
    'rfc6455/4.2.1/key-present,rfc9112/3.2/host-present,rfc9110/7.8/upgrade-list',
  ];
  const profile = file('schema-profile.json', '{ "waivers": [{ "tag": "http-layer", "reason": "Node" }] }');
  const paths = ['1/2', '2/2'].map((part) => [part, join(folder, `schema-${part.charAt(0)}.json`)] as const);
  for (const [part, path] of paths) {
    await run('verify', 'server', url, ...options, '--profile', profile, '--shard', part, '--json', path);
    expect(findFaults(JSON.parse(readFileSync(path, 'utf8')))).toEqual([]);
  }
  const { out } = await run('merge', ...paths.map(([, path]) => path), '--json', '-');
  expect(findFaults(JSON.parse(out))).toEqual([]);
  expect(JSON.parse(out)).toMatchObject({ declared: { auth: 'subprotocol', header: ['X-Tenant-Key'] } });
});

test('more keys may be added', () => {
  expect(findFaults({ ...sampleReport({ findings: [shortKey] }), more: 1 })).toEqual([]);
  expect(findFaults(sampleReport())).toEqual([]);
});

describe('a broken report does not', () => {
  const inFinding = (parts: object) => ({ findings: [{ ...shortKey, ...parts }] });
  const inChoice = (parts: object) => ({ choices: [{ ...sampleReport().choices[0], ...parts }] });
  const after = { ...behindAnother.after, request: 'GET /' };
  const { summary } = sampleReport();

  // What is undefined is no part of JSON.
  test.each<[what: string, parts: object, fault: string]>([
    ['a key too few', { seed: undefined }, " must have required property 'seed'"],
    ['another schema', { schema: 2 }, '/schema must be equal to constant'],
    ['an unknown mode', { mode: 'none' }, '/mode must be equal to one of the allowed values'],
    ['a local time', { startedAt: '2026-01-01 00:00' }, '/startedAt must match pattern'],
    [
      'a finding without replay',
      inFinding({ replay: undefined }),
      "/findings/0 must have required property 'replay'",
    ],
    [
      'a finding at level MAY',
      inFinding({ level: 'MAY' }),
      '/findings/0/level must be equal to one of the allowed values',
    ],
    ['octets that are no base64', inFinding({ request: 'GET /' }), '/findings/0/request must match pattern'],
    [
      'an earlier request that is no base64',
      { findings: [{ ...behindAnother, after }] },
      '/findings/0/after/request must match pattern',
    ],
    [
      'a source without a section',
      inFinding({ source: 'RFC 6455' }),
      '/findings/0/source must match pattern',
    ],
    [
      'a clause without a level',
      { clauses: sampleReport().choices },
      "/clauses/0 must have required property 'level'",
    ],
    [
      'a verdict of its own',
      inChoice({ verdict: 'maybe' }),
      '/choices/0/verdict must be equal to one of the allowed values',
    ],
    [
      'a reason of its own kind',
      inChoice({ why: 'tired' }),
      '/choices/0/why must be equal to one of the allowed values',
    ],
    ['a note as a flag', inChoice({ note: true }), '/choices/0/note must be string'],
    [
      'a count of reasons too few',
      { summary: { ...summary, untested: { notShown: 1, unplayed: 0 } } },
      "/summary/untested must have required property 'notApplicable'",
    ],
    ['variants that are no number', { runs: '40' }, '/runs must be integer'],
    ['a shard as text', { shard: '1/2' }, '/shard must be object'],
    ['a shard that counts from 0', { shard: { index: 0, count: 2 } }, '/shard/index must be >= 1'],
    ['a declaration as text', { declared: 'chat' }, '/declared must be object'],
    [
      'a declared subprotocol outside a list',
      { declared: { subprotocol: 'chat' } },
      '/declared/subprotocol must be array',
    ],
    [
      'a credential in what was declared',
      { declared: { auth: 'subprotocol:tok123' } },
      '/declared/auth must match pattern',
    ],
    [
      'a waiver without a reason',
      { unusedWaivers: [{ tag: 'leniency' }] },
      "/unusedWaivers/0 must have required property 'reason'",
    ],
    [
      'a finding that is waived for no reason',
      inFinding({ waived: true }),
      '/findings/0/waived must be string',
    ],
    [
      'a finding that also breaks one clause outside a list',
      inFinding({ also: 'rfc6455/4.2.1/key-present' }),
      '/findings/0/also must be array',
    ],
    [
      'a finding that also breaks what is no clause',
      inFinding({ also: ['key-present'] }),
      '/findings/0/also/0 must match pattern',
    ],
    [
      'a finding of rows that are none',
      inFinding({ guards: [] }),
      '/findings/0/guards must NOT have fewer than 1 items',
    ],
    [
      'a place of a note in words',
      { notes: [{ ...sampleReport().notes[0], case: 'first' }] },
      '/notes/0/case must be integer',
    ],
    ['an end as a flag', { ended: true }, '/ended must be string'],
    ['a negative number left out', { unplayed: -1 }, '/unplayed must be >= 0'],
    ['a negative count', { summary: { ...summary, cases: -1 } }, '/summary/cases must be >= 0'],
  ])('with %s', (_what, parts, fault) => {
    const faults = findFaults({ ...sampleReport(), ...parts });
    expect(faults.map((each) => each.replace(/(?<=must match pattern) .*/, ''))).toEqual([fault]);
  });

  test.each<[what: string, parts: object, fault: string]>([
    [
      'a waiver of nothing',
      { unusedWaivers: [{ reason: 'why' }] },
      '/unusedWaivers/0 must match exactly one schema in oneOf',
    ],
    [
      'a note on a server without its place',
      { notes: [{ clause: shortKey.clause, title: 'a' }] },
      "/notes/0 must have required property 'case'",
    ],
  ])('with %s, and more is said of it', (_what, parts, fault) => {
    expect(findFaults({ ...sampleReport(), ...parts })).toContain(fault);
  });
});
