import { beforeAll, describe, expect, test } from 'vitest';
import { type ClauseId, clauseIds, clauses } from '../../models/clauses.ts';
import { checkOptions } from '../option/check-options.ts';
import { listOf, objectOf, oneOf, text, wholeFrom } from '../option/kind.ts';
import { type TargetOptions, type VerifyServerOptions, verifyServer } from './index.ts';
import { waiveFindings } from './report/compare/waiver.ts';
import { tellSame, tellUntested } from './report/description.ts';
import { elsewhere, settleClause } from './report/outcome.ts';
import type { Finding, Report, Waiver } from './report/report.ts';
import { verifyServerShape } from './server/option-shape.ts';

export interface DescribeServerOptions extends TargetOptions, Partial<VerifyServerOptions> {
  /** Which findings fail a test. For the others the test is skipped, with what was seen. Default `must`. */
  readonly level?: 'must' | 'should';
  /** Clauses, or tags of findings, whose tests are skipped, each with its reason, as in a profile. */
  readonly waivers?: readonly Waiver[];
  /** Milliseconds that all of the verification may take. Default 120,000. */
  readonly deadline?: number;
}

const describeServerOptions = objectOf<DescribeServerOptions>({
  ...verifyServerShape,
  level: oneOf('must', 'should'),
  waivers: listOf<{ readonly clause: string; readonly tag: string; readonly reason: string }>({
    clause: text,
    tag: text,
    reason: text,
  }),
  deadline: wholeFrom(1),
});

/**
 * Registers a test of vitest for each obligation of a server: one that passes, fails with what was expected and
 * observed, or is skipped, with the reason, where nothing was seen of the clause, its findings are waived, or nothing
 * breaks it but the defect of another clause, whose test fails.
 *
 * @param url a WebSocket URI, as a string or a `URL`, or a function that returns one; it is called after the `beforeAll`
 *   hooks around it
 * @throws TypeError for an option that is unknown or of another kind
 */
export function describeServer(
  url: string | URL | (() => string | URL | Promise<string | URL>),
  options: DescribeServerOptions = {},
): void {
  checkOptions('describeServer', options, describeServerOptions);
  const { level = 'must', waivers = [], deadline = 120_000, ...verification } = options;
  const { only = [] } = verification;
  describe('ws101 verify server', () => {
    let report: Report;
    beforeAll(async () => {
      const seen = await verifyServer(typeof url === 'function' ? await url() : url, verification);
      report = waiveFindings(seen, waivers);
    }, deadline);
    const ids = clauseIds.filter((id) => isOwed(id) && (only.length === 0 || only.includes(id)));
    for (const id of ids) {
      test(`${id}: ${clauses[id].summary}`, ({ skip }) => {
        const result = report.clauses.find((each) => each.id === id);
        if (!result) return skip(tellUntested({}));
        const outcome = settleClause(result, report, (each) => ids.includes(each));
        skip(outcome.is === 'untested', tellUntested(result));
        if (outcome.is === 'waived') skip(`waived: ${outcome.reason}`);
        if (outcome.is === 'shared') skip(tellSame(outcome.finding));
        if (outcome.is !== 'broken') return;
        const { finding, isFailure } = outcome;
        skip(level === 'must' && !isFailure, `a warning: ${finding?.observed ?? elsewhere}`);
        expect.fail(finding === undefined ? elsewhere : describeFinding(finding, id));
      });
    }
  });
}

function isOwed(id: ClauseId): boolean {
  return clauses[id].actor === 'server' && clauses[id].level !== 'MAY';
}

function describeFinding(finding: Finding, id: ClauseId): string {
  const { clause, source, expected, observed, hint, request, response, after } = finding;
  return [
    `${source}: ${observed}`,
    ...(clause === id ? [] : [tellSame(finding)]),
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
