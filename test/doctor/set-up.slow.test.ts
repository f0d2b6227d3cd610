import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { DoctorReport } from '../../src/doctor/report.ts';
import type { FailureId } from '../../src/knowledge/failure.ts';
import { remedies } from '../../src/knowledge/remedy/remedy.ts';
import { folder, run } from '../cli/run.ts';
import { findBrokenLaws, findFalseCertainties } from '../knowledge/certainty.ts';
import { describeWith, describeWithPackages } from '../system.ts';
import { networkSetUps } from './network-set-up.ts';
import { proxySetUps } from './proxy-set-up.ts';
import { findFaults } from './schema.ts';
import { serverSetUps } from './server-set-up.ts';
import type { SetUp } from './set-up.ts';
import { tlsSetUps } from './tls-set-up.ts';

/** The signs of which something was concluded. */
const seen = vi.hoisted(() => new Map<string, ReadonlySet<string>>());

vi.mock(import('../../src/knowledge/conclude.ts'), async (original) => {
  const own = await original();
  const conclude: typeof own.conclude = (rows, signs, contraries) => {
    seen.set([...signs].toSorted().join(), signs);
    return own.conclude(rows, signs, contraries);
  };
  return { ...own, conclude };
});

// The doctor is run on everything that is set up here, as a user runs it: what it says first has to be what is wrong.

const withoutProxy = [...serverSetUps, ...tlsSetUps, ...networkSetUps];

/** Connections to one target at most, where nothing else is asked for. */
const most = 15;

/** What one run of the command leaves behind. */
interface Seen {
  readonly args: readonly string[];
  readonly code: number | null;
  readonly report: DoctorReport;
  /** All that was printed and written, octets as text. */
  readonly texts: readonly string[];
}

async function runOn({ title, start }: SetUp): Promise<Seen> {
  const { url, args = [], end } = await start();
  const path = join(folder, `set-up-${title.replaceAll(/\W+/g, '-')}`);
  try {
    const files = ['--json', `${path}.json`, '--markdown', `${path}.md`];
    const { code, out, err } = await run('doctor', url, ...args, ...files);
    const [json = '', markdown = ''] = [`${path}.json`, `${path}.md`].map((file) =>
      readFileSync(file, 'utf8'),
    );
    const report: DoctorReport = JSON.parse(json);
    return { args, code, report, texts: [out, err, json, markdown, ...readOctets(report)] };
  } finally {
    await end();
  }
}

function readOctets({ steps }: DoctorReport): readonly string[] {
  return steps
    .flatMap(({ request = '', response = '' }) => [request, response])
    .map((octets) => Buffer.from(octets, 'base64').toString('latin1'));
}

/** Fields whose values nobody else has to know. */
const secretField = /^(?:Authorization|Cookie): */i;

/** What of the command line may not be told again: credentials, with what stands before them, so that no mere word is meant. */
function findSecrets(args: readonly string[]): readonly string[] {
  return args.flatMap((arg) => {
    const proxy = /^http:\/\/(?<pair>[^@/]+)@/.exec(arg)?.groups?.['pair'];
    if (proxy !== undefined) return [proxy, Buffer.from(proxy).toString('base64')];
    return secretField.test(arg) ? [arg.replace(secretField, '')] : [];
  });
}

/** The codes by which the command may end. */
function codesOf(expected: FailureId): readonly number[] {
  if (expected === 'healthy' || expected === 'client/strictness') return [0];
  return expected.startsWith('input/') || expected === 'client/own-handshake-fields' ? [2] : [1, 3];
}

async function check(setUp: SetUp): Promise<void> {
  const { args, code, report, texts } = await runOn(setUp);
  const { diagnoses, connections } = report;
  const [first] = diagnoses;
  const told = diagnoses.map(({ id, confidence }) => `${id} (${confidence})`).join(', ');
  expect(first?.id, told).toBe(setUp.expected);
  const product = setUp.product?.toLowerCase();
  const isMended = remedies.some(
    (each) => each.id === setUp.expected && each.product?.toLowerCase() === product,
  );
  if (product !== undefined && isMended) {
    const products = diagnoses.flatMap(({ fixes }) => fixes.map((fix) => fix.product?.toLowerCase()));
    expect(products).toContain(product);
  }
  expect(codesOf(setUp.expected)).toContain(code);
  expect(connections).toBeLessThanOrEqual(most);
  expect(findFaults(report)).toEqual([]);
  const secrets = findSecrets(args);
  expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
}

test('every secret that a set-up is given is known as one', () => {
  expect(findSecrets(['--header', 'Authorization: Bearer wrong'])).toEqual(['Bearer wrong']);
  expect(findSecrets(['--header', 'Cookie: session=wrong'])).toEqual(['session=wrong']);
  expect(findSecrets(['--proxy', 'http://user:secret@127.0.0.1:1'])).toEqual([
    'user:secret',
    'dXNlcjpzZWNyZXQ=',
  ]);
  expect(findSecrets(['--header', 'X-Token: a', '--proxy', 'http://127.0.0.1:1'])).toEqual([]);
});

type Row = readonly [title: string, expected: FailureId, setUp: SetUp];

const row = (setUp: SetUp): Row => [setUp.title, setUp.expected, setUp];

function checkAll(setUps: readonly SetUp[]): void {
  test.concurrent.each(setUps.map(row))('%s: %s', (_title, _expected, setUp) => check(setUp));
}

for (const packages of new Set(withoutProxy.map(({ packages: needed = [] }) => needed.join(' ')))) {
  const names = packages.split(' ').filter((name) => name !== '');
  const setUps = withoutProxy.filter(({ packages: needed = [] }) => needed.join(' ') === packages);
  describeWithPackages(names, packages === '' ? 'with npm alone' : `with ${packages}`, () =>
    checkAll(setUps),
  );
}

for (const program of new Set(proxySetUps.flatMap(({ programs }) => programs))) {
  const setUps = proxySetUps.filter(({ programs }) => programs.includes(program));
  describeWith(program, `with ${program}`, () => checkAll(setUps));
}

describe('with a proxy that is no program', () =>
  checkAll(proxySetUps.filter(({ programs }) => programs.length === 0)));

test('of all that was seen, nothing is as sure as before where a sign is added that excludes it', () => {
  const all = [...seen.values()];
  expect(all.length).toBeGreaterThan(20);
  expect(all.flatMap((signs) => [...findFalseCertainties(signs), ...findBrokenLaws(signs)])).toEqual([]);
});
