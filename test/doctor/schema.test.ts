import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeHider } from '../../src/auth/hider.ts';
import { consult } from '../../src/doctor/doctor.ts';
import type { DoctorOptions } from '../../src/doctor/option.ts';
import { buildDoctorReport, type DoctorReport } from '../../src/doctor/report.ts';
import { confidences } from '../../src/knowledge/conclude.ts';
import { failureRows } from '../../src/knowledge/failure.ts';
import { runWith } from '../cli/run.ts';
import { acceptance, opening } from '../opening.ts';
import { findFreePort } from '../process-group.ts';
import { runReference, runServer, runWs } from './run-server.ts';
import { doctorSchema, findDeclared, findFaults, findKeys } from './schema.ts';
import { accept, scriptAnswers } from './scripted.ts';
import type { Running } from './set-up.ts';

const version = '1.2.3';

async function report(
  url: string,
  options: DoctorOptions = {},
  more: { readonly browser: string | null; readonly unmet: readonly string[] } = { browser: null, unmet: [] },
): Promise<DoctorReport> {
  const consultation = await consult(url, options);
  const hider = makeHider([]);
  return buildDoctorReport(consultation, { version, hider, ...more });
}

async function listening(starting: Promise<Running>): Promise<string> {
  const running = await starting;
  onTestFinished(() => running.end());
  return running.url;
}

const pasted = opening + acceptance.replace(/(?<=Accept: ).*/, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=');

/** Reports of every kind, each with what it is first. */
const reports: readonly (readonly [first: string, make: () => Promise<unknown>])[] = [
  [
    'healthy',
    async () => report(await listening(runReference({ subprotocols: ['chat'] })), { subprotocols: ['chat'] }),
  ],
  [
    'server/origin-refused',
    async () =>
      report(
        await listening(
          runWs({ verifyClient: ({ origin }: { readonly origin?: string }) => origin === undefined }),
        ),
        { origin: 'https://a.example', headers: [['Cookie', 'sid=secret']] },
        {
          browser: 'Unexpected response code: 401',
          unmet: ['the expected status is 101, but the reply has 401'],
        },
      ),
  ],
  [
    'hop/upgrade-stripped',
    async () => {
      const plain = createServer((_request, reply) => reply.writeHead(404).end());
      return report(await listening(runServer(plain)), { direct: [await listening(runWs())] });
    },
  ],
  [
    'server/early-frame-lost',
    async () => report((await scriptAnswers((asked) => accept(asked, [], true))).url),
  ],
  ['network/refused', async () => report(`ws://127.0.0.1:${await findFreePort()}/`)],
  ['input/scheme', () => report('http://127.0.0.1:9/')],
  [
    'server/accept-wrong',
    async () => {
      const { out } = await runWith(pasted, 'doctor', '-', '--json', '-', '--expect-status', '200');
      return JSON.parse(out);
    },
  ],
];

const hasFirst = (id: string) => ({ diagnoses: expect.arrayContaining([expect.objectContaining({ id })]) });

test('real reports keep to the schema, and together have every key that it declares', async () => {
  const seen = new Set<string>();
  for (const [first, make] of reports) {
    const made = await make();
    expect(findFaults(made), first).toEqual([]);
    expect(made).toMatchObject(hasFirst(first));
    for (const key of findKeys(made)) seen.add(key);
  }
  seen.add('/partial'); // by an interrupt alone: test/cli/interrupt.slow.test.ts
  expect([...seen].toSorted()).toEqual(findDeclared().toSorted());
});

test('it names every confidence and every place, and takes every id', () => {
  const { id, confidence, where } = doctorSchema.properties.diagnoses.items.properties;
  expect(confidence.enum).toEqual(confidences);
  expect(new Set(where.enum)).toEqual(new Set([...failureRows.map((row) => row.where), null]));
  const pattern = new RegExp(id.pattern);
  expect(['healthy', ...failureRows.map((row) => row.id)].filter((each) => !pattern.test(each))).toEqual([]);
});

describe('a broken report does not', () => {
  const step = { name: 'tcp', ok: true, ms: 1, detail: 'open', url: 'ws://a/' };
  const diagnosis = {
    id: 'healthy',
    confidence: 'certain',
    where: null,
    title: 'a',
    evidence: [],
    fixes: [],
  };
  const good = {
    ...{
      tool: 'ws101',
      version,
      schema: 1,
      mode: 'doctor',
      target: 'ws://a/',
      connections: 1,
      browser: null,
    },
    ...{ unmet: [], difference: null, steps: [step], diagnoses: [diagnosis] },
  };

  test('but a right one does', () => expect(findFaults(good)).toEqual([]));

  test.each([
    ['a mode of another command', { mode: 'server' }, '/mode must be equal to constant'],
    ['no number of connections', { connections: undefined }, " must have required property 'connections'"],
    [
      'one answer alone',
      { difference: { outer: '', inner: '', answers: ['a'] } },
      '/difference/answers must NOT have fewer than 2 items',
    ],
    ['a key of its own', { more: 1 }, '/more is not declared'],
    [
      'a step without a URL',
      { steps: [{ ...step, url: undefined }] },
      "/steps/0 must have required property 'url'",
    ],
    [
      'a step of its own',
      { steps: [{ ...step, name: 'ping' }] },
      '/steps/0/name must be equal to one of the allowed values',
    ],
    [
      'octets that are no base64',
      { steps: [{ ...step, request: 'GET /' }] },
      '/steps/0/request must match pattern "^[A-Za-z0-9+/]*={0,2}$"',
    ],
    ['a key of its own in a step', { steps: [{ ...step, host: 'a' }] }, '/steps/host is not declared'],
    [
      'a place of its own',
      { diagnoses: [{ ...diagnosis, where: 'moon' }] },
      '/diagnoses/0/where must be equal to one of the allowed values',
    ],
    [
      'a confidence of its own',
      { diagnoses: [{ ...diagnosis, confidence: 'sure' }] },
      '/diagnoses/0/confidence must be equal to one of the allowed values',
    ],
    [
      'a fix without words',
      { diagnoses: [{ ...diagnosis, fixes: [{ product: null }] }] },
      "/diagnoses/0/fixes/0 must have required property 'text'",
    ],
    [
      'a clause that is none',
      { diagnoses: [{ ...diagnosis, clause: 'RFC 6455' }] },
      '/diagnoses/0/clause must match pattern "^[a-z0-9]+/[0-9.]+/[a-z0-9-]+$"',
    ],
  ])('%s', (_title, change, fault) => {
    expect(findFaults({ ...good, ...change })).toEqual([fault]);
  });
});
