import { visible } from '../../../quote/visible.ts';
import { markEvidence, type ShownMarks, unmarked } from '../../judge/seen/evidence.ts';
import { markPassage } from '../../judge/seen/passage.ts';
import {
  listFacts,
  sortFindings,
  tellFindings,
  tellFlaky,
  tellPolicy,
  tellTime,
  tellUnplayed,
} from '../description.ts';
import { type ClauseVerdict, type EarlierRequest, type Finding, isFailure, type Report } from '../report.ts';
import { drawCarets, type ViewedPart, viewOctets } from './octet-view.ts';
import { colours, type Paint } from './paint.ts';
import { renderClauses, renderTotals, renderUntested } from './text-clause.ts';
import { alignRows } from './text-table.ts';

export interface TextOptions {
  readonly colour: Paint;
  /** Whether every clause is listed. */
  readonly isVerbose?: boolean;
  /** Whether nothing but findings and the summary is told. */
  readonly isQuiet?: boolean;
}

const octetLimit = 4_096;
const lineLimit = 40;
const columnLimit = 96;
const valueLimit = 400;

/**
 * A report for a terminal: findings, notes, what was learnt of the target, and the summary in the last line.
 * What a peer has sent reaches the terminal as visible characters alone.
 */
export function renderText(
  report: Report,
  { colour, isVerbose = false, isQuiet = false }: TextOptions,
): string {
  const findings = sortFindings(report.findings);
  const blocks = [
    ...findings.map((finding) => renderFinding(finding, !isQuiet, colour)),
    ...((report.flaky ?? []).length === 0 ? [] : [renderFlaky(report, colour)]),
    ...(isQuiet || report.notes.length === 0 ? [] : [renderNotes(report, colour)]),
    ...(isQuiet || Object.keys(report.policy).length === 0 ? [] : [renderPolicy(report, colour)]),
    ...(isVerbose ? [renderClauses(report, colour)] : []),
    ...(isQuiet ? [] : renderRegister(report, colour, isVerbose)),
    [...renderRun(report, colour), renderSummary(report, colour)],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What the run has not shown; of the whole register also how much it has shown, and how to see every clause. */
function renderRegister(report: Report, colour: Paint, isVerbose: boolean): readonly (readonly string[])[] {
  const untested = renderUntested(report, colour);
  const isWhole = report.mode === 'self';
  return [
    ...(isWhole ? [renderTotals(report, colour)] : []),
    ...(untested.length === 0 ? [] : [untested]),
    ...(isWhole && !isVerbose
      ? [[colour('dim', 'Every clause by itself: --verbose, or --html report.html')]]
      : []),
  ];
}

/** The summary of a report in one line, without a line end. */
function renderSummary(
  { summary, durationMs, seed }: Pick<Report, 'summary' | 'durationMs' | 'seed'>,
  colour: Paint,
): string {
  const { clauses, noted, waived, findings, cases } = summary;
  const counts = (['pass', 'fail', 'warn', 'untested'] as const).map((verdict: ClauseVerdict) => {
    const apart = verdict === 'pass' && noted > 0 ? ` (${noted} with a note)` : '';
    const text = `${clauses[verdict]} ${verdict}${apart}`;
    return clauses[verdict] === 0 ? text : colour(colours[verdict], text);
  });
  const apart = waived === 0 ? '' : `, ${waived} broken but waived`;
  const found = tellFindings(findings);
  const run = `${cases} cases in ${tellTime(durationMs)}, seed ${seed}`;
  return `${run}; clauses: ${counts.join(', ')}${apart}${found === '' ? '' : `; findings: ${found}`}`;
}

/** Why the run has not played everything. */
function renderRun(report: Report, colour: Paint): readonly string[] {
  const { ended, unplayed = 0 } = report;
  return [
    ...(ended === undefined ? [] : [colour('red', `Partial: the run ended early: ${visible(ended)}`), '']),
    ...(unplayed === 0 ? [] : [colour('dim', tellUnplayed(report))]),
  ];
}

/** A finding, line by line, with its octets where these are wanted. */
export function renderFinding(finding: Finding, withOctets: boolean, colour: Paint): readonly string[] {
  const {
    clause,
    source,
    level,
    title,
    rule,
    url,
    tags,
    replay,
    waived,
    also = [],
    after,
    reproduction,
  } = finding;
  const entry = (name: string, value: string) =>
    `  ${colour('dim', name.padEnd(9))} ${shorten(visible(value))}`;
  const badge =
    waived === undefined
      ? colour(isFailure(finding) ? 'red' : 'yellow', level)
      : colour('dim', `waived ${level}`);
  return [
    `${badge} ${colour('bold', visible(`${source}  ${clause}`))}`,
    `  ${visible(title)}`,
    ...(waived === undefined ? [] : [entry('waived', waived)]),
    ...(rule === undefined || rule === title ? [] : [entry('rule', rule)]),
    ...(url === undefined ? [] : [entry('link', url)]),
    ...listFacts(finding).map(([name, value]) => entry(name.toLowerCase(), value)),
    ...(also.length === 0 ? [] : [`  also breaks ${visible(also.join(', '))}`]),
    ...(withOctets && after ? renderEarlier(after, colour) : []),
    ...(withOctets ? renderExchange(finding, colour) : []),
    ...(tags.length === 0 ? [] : [entry('tags', tags.join(', '))]),
    ...(withOctets && reproduction !== undefined ? renderScript(reproduction, colour) : []),
    entry('replay', replay),
  ];
}

/** A script for bash, so that it can be copied as it stands. */
function renderScript(script: string, colour: Paint): readonly string[] {
  return [
    `  ${colour('dim', 'to see it without ws101, in bash:')}`,
    ...script.split('\n').map((line) => `    ${visible(line)}`),
  ];
}

/** The request that goes before, and its reply; nothing in them is known to show the fault. */
function renderEarlier({ request, response }: EarlierRequest, colour: Paint): readonly string[] {
  return [
    ...renderOctets('first', unmarked(request), colour),
    ...renderOctets('its reply', unmarked(response), colour),
  ];
}

/** The octets of both directions; of a hop those at both of its sides, with carets below what it has changed. */
function renderExchange(finding: Finding, colour: Paint): readonly string[] {
  const isThrough = finding.forwarded !== undefined;
  const shown: Readonly<Record<string, ShownMarks>> = isThrough
    ? markPassage(finding)
    : markEvidence(finding);
  const names = { request: 'request', forwarded: 'arrived', answered: 'answered', response: 'reply' };
  return Object.entries(names).flatMap(([key, name]) =>
    shown[key] ? renderOctets(name, shown[key], colour) : [],
  );
}

/** Octets line by line, with carets below what shows the fault. */
function renderOctets(name: string, { octets, marks }: ShownMarks, colour: Paint): readonly string[] {
  if (octets.length === 0) return [];
  const { lines, hidden } = viewOctets(octets, octetLimit, marks);
  const shown = lines.slice(0, lineLimit).flatMap((line) => renderLine(line, colour));
  const left = [
    ...(lines.length > lineLimit ? [`${lines.length - lineLimit} more lines`] : []),
    ...(hidden > 0 ? [`${hidden} more octets`] : []),
  ];
  const all = left.length > 0 ? [...shown, colour('dim', `… ${left.join(' and ')}`)] : shown;
  return all.map((line, index) => {
    return `  ${index === 0 ? colour('dim', name.padEnd(9)) : ' '.repeat(9)} ${line}`;
  });
}

function renderLine(parts: readonly ViewedPart[], colour: Paint): readonly string[] {
  const cut = cutParts(parts);
  const text = cut.map((part) => (part.escaped ? colour('dim', part.text) : part.text)).join('');
  const carets = drawCarets(cut);
  return carets === null ? [text] : [text, colour('red', carets)];
}

/** The parts that fit in a line, with an ellipsis where that is not all. */
function cutParts(parts: readonly ViewedPart[]): readonly ViewedPart[] {
  let room = columnLimit;
  const cut: ViewedPart[] = [];
  for (const part of parts) {
    const text = part.text.length <= room ? part.text : `${part.text.slice(0, room)}…`;
    cut.push({ ...part, text });
    if (text !== part.text) break;
    room -= text.length;
  }
  return cut;
}

function shorten(text: string): string {
  return text.length > valueLimit ? `${text.slice(0, valueLimit)}…` : text;
}

function renderFlaky({ flaky = [] }: Report, colour: Paint): readonly string[] {
  return [
    colour('bold', 'Not seen every time, and not counted'),
    ...flaky.map((each) => `  ${visible(`${each.clause}: ${each.title}: ${tellFlaky(each)}`)}`),
  ];
}

function renderNotes({ notes }: Report, colour: Paint): readonly string[] {
  return [colour('bold', 'Notes'), ...notes.map(({ clause, title }) => `  ${clause}: ${visible(title)}`)];
}

function renderPolicy({ policy }: Report, colour: Paint): readonly string[] {
  const rows = Object.entries(policy).map(([name, value]) => [
    `  ${visible(name)}`,
    visible(tellPolicy(value)),
  ]);
  return [colour('bold', 'What the target does where the rules leave a choice'), ...alignRows(rows)];
}
