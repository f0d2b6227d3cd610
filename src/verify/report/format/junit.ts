import Builder from 'fast-xml-builder';
import { visible } from '../../../quote/visible.ts';
import { listFacts, tellRemark, tellSame, tellUntested } from '../description.ts';
import { type ClauseOutcome, elsewhere, settleClause } from '../outcome.ts';
import type { ClauseResult, Finding, Report } from '../report.ts';
import { viewOctets } from './octet-view.ts';

/** Octets of a request or a reply that stand in a failure. */
const octetLimit = 4_096;

/**
 * A report as JUnit XML: one test case for each clause, none for a choice. A clause that fails is a failure; one that is
 * untested, waived, or broken by nothing but the defect of another, is skipped, with the reason; a warning, or a note, is
 * the output of a case that passes. The numbers of the summary are properties of the suite. Why a run ended early is its
 * output.
 */
export function renderJunit(report: Report): string {
  const { clauses, durationMs, startedAt, target, ended } = report;
  const ids = new Set(clauses.map(({ id }) => id));
  const cases = clauses.map((result) =>
    toTestCase(
      result,
      settleClause(result, report, (id) => ids.has(id)),
    ),
  );
  const counts = {
    '@tests': cases.length,
    '@failures': cases.filter((current) => 'failure' in current).length,
    '@errors': 0,
    '@skipped': cases.filter((current) => 'skipped' in current).length,
    '@time': (durationMs / 1000).toFixed(3),
  };
  const suite = {
    '@name': visible(`ws101 verify ${target}`),
    ...counts,
    '@timestamp': startedAt,
    properties: { property: listProperties(report) },
    testcase: cases,
    ...(ended === undefined ? {} : { 'system-out': `Partial: the run ended early: ${visible(ended)}` }),
  };
  const builder = new Builder({
    attributeNamePrefix: '@',
    format: true,
    ignoreAttributes: false,
    suppressEmptyNode: true,
  });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: { '@name': 'ws101', ...counts, testsuite: suite },
  });
}

function listProperties({ summary, seed, unplayed }: Report): readonly object[] {
  const { clauses, waived, findings, cases } = summary;
  const counts = {
    seed,
    cases,
    ...(unplayed === undefined ? {} : { unplayed }),
    ...Object.fromEntries(Object.entries(clauses).map(([name, count]) => [`clauses.${name}`, count])),
    'clauses.waived': waived,
    ...Object.fromEntries(Object.entries(findings).map(([name, count]) => [`findings.${name}`, count])),
  };
  return Object.entries(counts).map(([name, value]) => ({ '@name': name, '@value': value }));
}

function toTestCase(result: ClauseResult, outcome: ClauseOutcome): object {
  const head = { '@name': result.id, '@classname': result.source, '@time': '0' };
  switch (outcome.is) {
    case 'untested':
      return { ...head, skipped: message(tellUntested(result)) };
    case 'waived':
      return { ...head, skipped: message(`waived: ${outcome.reason}`) };
    case 'shared':
      return { ...head, skipped: message(tellSame(outcome.finding)) };
    case 'kept': {
      const remark = tellRemark(result);
      return remark === null ? head : { ...head, 'system-out': visible(remark) };
    }
    case 'broken': {
      const { isFailure, finding } = outcome;
      const text = finding === undefined ? elsewhere : describe(finding);
      if (!isFailure) return { ...head, 'system-out': text };
      const short =
        finding === undefined ? text : `expected: ${finding.expected}; observed: ${finding.observed}`;
      return { ...head, failure: { ...message(short), '@type': 'MUST', '#text': text } };
    }
  }
}

function message(text: string): object {
  return { '@message': visible(text) };
}

/** A finding in lines. */
function describe(finding: Finding): string {
  const { title, tags, request, response, replay, also = [], after } = finding;
  return [
    title,
    ...listFacts(finding).map(([name, value]) => `${name.toLowerCase()}: ${value}`),
    ...(also.length === 0 ? [] : [`also breaks: ${also.join(', ')}`]),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    ...(after ? describeOctets('first', after.request) : []),
    ...(after ? describeOctets('its reply', after.response) : []),
    ...describeOctets('request', request),
    ...describeOctets('reply', response),
    `replay: ${replay}`,
  ]
    .map((line) => visible(line))
    .join('\n');
}

function describeOctets(name: string, base64: string): readonly string[] {
  const { lines, hidden } = viewOctets(Buffer.from(base64, 'base64'), octetLimit);
  if (lines.length === 0) return [];
  const shown = lines.map((parts) => `  ${parts.map(({ text }) => text).join('')}`);
  return [`${name}:`, ...shown, ...(hidden > 0 ? [`  … ${hidden} more octets`] : [])];
}
