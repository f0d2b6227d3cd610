import { locateClause, sourceOf } from '../../../../models/clauses.ts';
import { ladderToMermaid } from '../../../draw/ladder.ts';
import {
  blockInMarkdown as block,
  codeInMarkdown as code,
  quoteInMarkdown as text,
} from '../../../quote/markdown.ts';
import { markEvidence, type ShownMarks, unmarked } from '../../judge/seen/evidence.ts';
import { markPassage } from '../../judge/seen/passage.ts';
import { listFacts, sortFindings, tellFindings, tellFlaky, tellUnplayed } from '../description.ts';
import type { Finding, Flaky, Report } from '../report.ts';
import { tellPassage } from './hop-ladder.ts';
import { drawCarets, viewOctets } from './octet-view.ts';

/** Octets of a request or a reply that are shown. */
const octetLimit = 4_096;

/** A report as Markdown: what was run, and every finding so that it can be read by itself. */
export function renderMarkdown(report: Report): string {
  const { target, version, summary, seed, flaky = [], notes, ended, unplayed = 0 } = report;
  const found = tellFindings(summary.findings) || 'no findings';
  return join([
    `# ${code(target)} against the opening handshake of WebSocket`,
    text(`ws101 ${version}, ${summary.cases} cases, seed ${seed}: ${found}.`),
    ...(ended === undefined ? [] : [`Partial: the run ended early: ${text(ended)}.`]),
    ...(unplayed === 0 ? [] : [`${tellUnplayed(report)}.`]),
    ...sortFindings(report.findings).flatMap((finding) => tellFinding(finding, '##')),
    ...(flaky.length === 0 ? [] : ['## Not seen every time, and not counted', list(flaky.map(tellAccident))]),
    ...(notes.length === 0
      ? []
      : ['## Notes', list(notes.map(({ clause, title }) => `${code(clause)}: ${text(title)}`))]),
  ]);
}

/**
 * One finding as a document of its own, which needs nothing else to be believed and to be seen again.
 *
 * @param version of ws101
 */
export function renderFindingMarkdown(finding: Finding, target: string, version: string): string {
  return join([...tellFinding(finding, '#'), `Seen on ${code(target)} by ws101 ${text(version)}.`]);
}

function tellFinding(finding: Finding, heading: string): readonly string[] {
  const {
    clause,
    level,
    title,
    rule,
    waived,
    also = [],
    after,
    behind,
    tags,
    reproduction,
    replay,
  } = finding;
  const [source, url] = [sourceOf(clause), locateClause(clause)];
  return [
    `${heading} ${text(title)}`,
    list([
      `**Rule:** ${rule === undefined ? '' : `${text(rule)} `}(${level}, ${url === undefined ? source : `[${source}](${url})`}, ${code(clause)})`,
      ...listFacts(finding).map(([name, value]) => `**${name}:** ${text(value)}`),
      ...(also.length === 0 ? [] : [`**The same defect breaks:** ${also.map(code).join(', ')}`]),
      ...(tags.length === 0 ? [] : [`**Tags:** ${tags.map(code).join(', ')}`]),
      ...(waived === undefined ? [] : [`**Waived:** ${text(waived)}`]),
    ]),
    ...(after === undefined
      ? []
      : [
          'Before it, on another connection:',
          fence(unmarked(after.request)),
          'The reply to it:',
          fence(unmarked(after.response)),
        ]),
    ...(finding.forwarded === undefined ? tellExchange(finding) : tellThrough(finding)),
    ...(behind === undefined ? [] : ['What was sent once the reply had begun:', fence(unmarked(behind))]),
    ...(reproduction === undefined ? [] : ['To see it without ws101, in bash:', block(reproduction, 'bash')]),
    `With ws101: ${code(replay)}`,
  ];
}

/** A request and its reply. */
function tellExchange(finding: Finding): readonly string[] {
  const { request, response } = markEvidence(finding);
  return [
    'Request, octet for octet; carets mark what shows it:',
    fence(request),
    ...fenceAny('Reply:', 'No octet came back.', response),
  ];
}

/** What came in and went out at both sides of a hop. */
function tellThrough(finding: Finding): readonly string[] {
  const { request, forwarded, answered, response } = markPassage(finding);
  return [
    block(ladderToMermaid(tellPassage(finding)).trimEnd(), 'mermaid'),
    'What the client sent, octet for octet; carets mark what the hop has changed, dropped or added:',
    fence(request),
    ...fenceAny('As it arrived at the backend:', 'No octet arrived at the backend.', forwarded),
    ...fenceAny('What the backend answered:', 'The backend answered nothing.', answered),
    ...fenceAny('As it came back to the client:', 'No octet came back.', response),
  ];
}

function fenceAny(title: string, instead: string, evident: ShownMarks): readonly string[] {
  return evident.octets.length === 0 ? [instead] : [title, fence(evident)];
}

function tellAccident(flaky: Flaky): string {
  return `${text(flaky.title)} (${code(flaky.clause)}): ${text(tellFlaky(flaky))}`;
}

/** Octets in a block, each line with its end, and carets below what is marked. */
function fence({ octets, marks }: ShownMarks): string {
  const { lines, hidden } = viewOctets(octets, octetLimit, marks);
  const shown = lines.flatMap((parts) => {
    const line = parts.map((part) => part.text).join('');
    const carets = drawCarets(parts);
    return carets === null ? [line] : [line, carets];
  });
  return block([...shown, ...(hidden > 0 ? [`… ${hidden} more octets`] : [])].join('\n'), 'text');
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function join(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}
