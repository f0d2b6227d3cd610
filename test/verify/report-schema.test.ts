import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen, toWebSocket } from '../../src/server/index.ts';
import { verifyServer } from '../../src/verify/index.ts';
import { verifySelf } from '../../src/verify/self.ts';
import { sampleReport, shortKey } from './report-sample.ts';

const schema = JSON.parse(readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);

/** What the schema finds wrong with a report, once it was JSON. */
function findFaults(report: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(report)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('real reports keep to the schema', () => {
  test('of the reference client and server', async () => {
    expect(findFaults(await verifySelf('1.2.3', { seed: 1, runs: 1 }))).toEqual([]);
  });

  test('of a server', async () => {
    const server = await listen({ onConnection: (connection) => void toWebSocket(connection) });
    onTestFinished(() => server.close());
    const report = await verifyServer(server.url, { runs: 1 });
    expect(findFaults(report)).toEqual([]);
    expect(report.mode).toBe('server');
  });
});

test('more keys may be added', () => {
  expect(findFaults({ ...sampleReport({ findings: [shortKey] }), more: 1 })).toEqual([]);
  expect(findFaults(sampleReport())).toEqual([]);
});

describe('a broken report does not', () => {
  const { seed: _seed, ...seedless } = sampleReport();
  const { replay: _replay, ...unreplayable } = shortKey;

  test.each([
    ['a key too few', seedless, [" must have required property 'seed'"]],
    ['another schema', { ...sampleReport(), schema: 2 }, ['/schema must be equal to constant']],
    [
      'an unknown mode',
      { ...sampleReport(), mode: 'none' },
      ['/mode must be equal to one of the allowed values'],
    ],
    [
      'a local time',
      { ...sampleReport(), startedAt: '2026-01-01 00:00' },
      [expect.stringMatching(/^\/startedAt must match pattern/)],
    ],
    [
      'a finding without replay',
      { ...sampleReport(), findings: [unreplayable] },
      ["/findings/0 must have required property 'replay'"],
    ],
    [
      'a finding at level MAY',
      { ...sampleReport(), findings: [{ ...shortKey, level: 'MAY' }] },
      ['/findings/0/level must be equal to one of the allowed values'],
    ],
    [
      'octets that are no base64',
      { ...sampleReport(), findings: [{ ...shortKey, request: 'GET /' }] },
      [expect.stringMatching(/^\/findings\/0\/request must match pattern/)],
    ],
    [
      'a source without a section',
      { ...sampleReport(), findings: [{ ...shortKey, source: 'RFC 6455' }] },
      [expect.stringMatching(/^\/findings\/0\/source must match pattern/)],
    ],
    [
      'a clause without a level',
      { ...sampleReport(), clauses: sampleReport().choices },
      ["/clauses/0 must have required property 'level'"],
    ],
    [
      'a verdict of its own',
      { ...sampleReport(), choices: [{ ...sampleReport().choices[0], verdict: 'maybe' }] },
      ['/choices/0/verdict must be equal to one of the allowed values'],
    ],
    [
      'a negative count',
      { ...sampleReport(), summary: { ...sampleReport().summary, cases: -1 } },
      ['/summary/cases must be >= 0'],
    ],
  ])('with %s', (_what, report, faults) => {
    expect(findFaults(report)).toEqual(faults);
  });
});
