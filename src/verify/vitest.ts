import { beforeAll, describe, expect, test } from 'vitest';
import { type ClauseId, clauseIds, clauses } from '../../models/clauses.ts';
import { type TargetOptions, type VerifyServerOptions, verifyServer } from './index.ts';
import type { ClauseResult, Finding, Report } from './report/report.ts';
import { findingOf, tellUntested } from './report/word.ts';

export interface DescribeServerOptions extends TargetOptions, Partial<VerifyServerOptions> {
  /** Which findings fail a test. For the others the test is skipped, with what was seen. Default `must`. */
  readonly level?: 'must' | 'should';
  /** Clauses whose tests are skipped, each with its reason. */
  readonly waivers?: readonly { readonly clause: ClauseId; readonly reason: string }[];
  /** Milliseconds that all of the verification may take. Default 120,000. */
  readonly deadline?: number;
}

/**
 * Registers a test of vitest for each obligation of a server: one that passes, fails with what was expected and
 * observed, or is skipped where nothing was seen of the clause, with the reason.
 *
 * @param url a WebSocket URI, or a function that returns one; it is called after the `beforeAll` hooks around it
 */
export function describeServer(
  url: string | (() => string | Promise<string>),
  options: DescribeServerOptions = {},
): void {
  const { level = 'must', waivers = [], deadline = 120_000, ...verification } = options;
  const { only = [] } = verification;
  describe('ws101 verify server', () => {
    let report: Report;
    beforeAll(async () => {
      report = await verifyServer(typeof url === 'string' ? url : await url(), verification);
    }, deadline);
    for (const id of clauseIds.filter((each) => isOwed(each) && (only.length === 0 || only.includes(each)))) {
      test(`${id}: ${clauses[id].summary}`, ({ skip }) => {
        const finding = findingOf(report.findings, id);
        const result = report.clauses.find((each) => each.id === id);
        if (!finding) return skip(isUntested(result), tellUntested(result ?? {}));
        const waiver = waivers.find(({ clause }) => clause === id || clause === finding.clause);
        skip(waiver !== undefined, `waived: ${waiver?.reason}`);
        skip(level === 'must' && result?.verdict === 'warn', `a warning: ${finding.observed}`);
        expect.fail(describeFinding(finding, id));
      });
    }
  });
}

function isOwed(id: ClauseId): boolean {
  return clauses[id].actor === 'server' && clauses[id].level !== 'MAY';
}

function isUntested(result: ClauseResult | undefined): boolean {
  return result === undefined || result.verdict === 'untested';
}

function describeFinding(finding: Finding, id: ClauseId): string {
  const { clause, source, expected, observed, hint, request, response, after } = finding;
  return [
    `${source}: ${observed}`,
    ...(clause === id ? [] : [`the same defect as ${clause}`]),
    `expected  ${expected}`,
    `observed  ${observed}`,
    ...(hint === undefined ? [] : [`hint      ${hint}`]),
    ...(after === undefined ? [] : [`after     ${showOctets(after.request)}`]),
    `sent      ${showOctets(request)}`,
    `received  ${showOctets(response)}`,
  ].join('\n');
}

/** Octets in base64 as a literal of a string, each as the character of its number. */
function showOctets(base64: string): string {
  return JSON.stringify(Buffer.from(base64, 'base64').toString('latin1'));
}
