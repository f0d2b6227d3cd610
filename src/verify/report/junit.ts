import Builder from 'fast-xml-builder';
import { viewOctets, visible } from './octet-view.ts';
import type { ChoiceResult, Finding, Report } from './report.ts';
import { findingOf, tellRemark, tellSame, tellUntested } from './word.ts';

/** Octets of a request or a reply that stand in a failure. */
const octetLimit = 4_096;

/**
 * A report as JUnit XML: one test case for each clause. A clause that fails is a failure; one that is untested or waived
 * is skipped, with the reason; a warning, or a note, is the output of a case that passes. Why a run ended early is the
 * output of the suite.
 */
export function renderJunit(report: Report): string {
  const { summary, durationMs, startedAt, target, seed, ended, unplayed } = report;
  const results = [...report.clauses, ...report.choices];
  const cases = results.map((result) => toTestCase(result, findingOf(report.findings, result.id)));
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
    properties: {
      property: [
        { '@name': 'seed', '@value': seed },
        { '@name': 'cases', '@value': summary.cases },
        ...(unplayed === undefined ? [] : [{ '@name': 'unplayed', '@value': unplayed }]),
      ],
    },
    testcase: cases,
    ...(ended === undefined ? {} : { 'system-out': `The run ended early: ${visible(ended)}` }),
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

function toTestCase(result: ChoiceResult, finding: Finding | undefined): object {
  const { id, source, verdict } = result;
  const remark = tellRemark(result);
  const head = { '@name': id, '@classname': source, '@time': '0' };
  if (finding?.waived !== undefined) return { ...head, skipped: message(`waived: ${finding.waived}`) };
  if (verdict === 'untested') return { ...head, skipped: message(tellUntested(result)) };
  if (!finding) return remark === null ? head : { ...head, 'system-out': visible(remark) };
  const isOwn = finding.clause === id;
  const text = isOwn ? describe(finding) : tellSame(finding);
  if (verdict !== 'fail') return { ...head, 'system-out': text };
  const { expected, observed } = finding;
  const short = isOwn ? `permitted: ${expected}; observed: ${observed}` : text;
  return { ...head, failure: { ...message(short), '@type': 'MUST', '#text': text } };
}

function message(text: string): object {
  return { '@message': visible(text) };
}

/** A finding in lines. */
function describe(finding: Finding): string {
  const { title, expected, observed, hint, tags, request, response, replay, also = [], after } = finding;
  return [
    title,
    `permitted: ${expected}`,
    `observed: ${observed}`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
    ...(also.length === 0 ? [] : [`also breaks: ${also.join(', ')}`]),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    ...(after ? describeOctets('after', after.request) : []),
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
