import {
  markOf,
  sortFindings,
  tellFindings,
  tellFlaky,
  tellPolicy,
  tellTime,
  tellUnplayed,
} from '../report/description.ts';
import type { Report } from '../report/report.ts';
import { renderSince, type Since } from './baseline.ts';
import { listUntested, renderClauses, renderUntested } from './clause.ts';
import { renderFinding } from './finding.ts';
import { html, Markup, renderSource, renderTitle } from './markup.ts';
import { script, scriptSource } from './script.ts';
import { style } from './style.ts';
import { renderTable } from './table.ts';

/** The octets of so many findings are seen at once; those of the others are a click away. */
const shownWithOctets = 3;

/**
 * A report as one HTML document that needs nothing else: no network, and a script for the filter of the clauses alone.
 * The same report gives the same text.
 *
 * @param since what has changed since a baseline, where there is one
 */
export function renderHtml(report: Report, since: Since | null = null): string {
  const findings = sortFindings(report.findings);
  const idOf = (index: number) => `finding-${index + 1}`;
  const anchors = new Map([
    ...findings.flatMap(({ also = [] }, index) => also.map((clause) => [clause, idOf(index)] as const)),
    ...findings.map(({ clause }, index) => [clause, idOf(index)] as const),
  ]);
  const sections = [
    ...(since === null ? [] : [['since', 'Since the baseline', renderSince(since, anchors)] as const]),
    [
      'findings',
      'Findings',
      findings.length === 0
        ? html`<p>${since === null ? 'None.' : 'No new finding.'}</p>`
        : html`${findings.map((finding, index) => renderFinding(finding, idOf(index), anchors, index < shownWithOctets))}`,
    ],
    ['clauses', 'Clauses', renderClauses(report, anchors)],
    ...(listUntested([...report.clauses, ...report.choices]).length === 0
      ? []
      : [['untested', 'Not tested', renderUntested(report)] as const]),
    ['table', 'Decision table', renderTable(report, anchors)],
    ...((report.flaky ?? []).length === 0
      ? []
      : [['flaky', 'Not seen every time', renderFlaky(report)] as const]),
    ...(report.notes.length === 0 ? [] : [['notes', 'Notes', renderNotes(report)] as const]),
    ...(Object.keys(report.policy).length === 0
      ? []
      : [['policy', 'Choices of the target', renderPolicy(report)] as const]),
  ] as const;
  const title = `ws101: ${report.target}`;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src ${scriptSource}; img-src data:">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${renderHead(report)}
<nav aria-label="Sections"><ul>${sections.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main id="main">
${sections.map(
  ([id, name, content]) => html`
<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${name}</h2>
${content}
</section>`,
)}
</main>
<footer><p class="soft">ws101 ${report.version}. Run it again with <code>--seed ${report.seed}</code>.</p></footer>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return text;
}

function renderHead(report: Report): Markup {
  const { summary, mode, target, seed, startedAt, durationMs, ended, unplayed = 0 } = report;
  const { clauses, noted, waived, cases } = summary;
  const verdicts = ['fail', 'warn', 'pass', 'untested'] as const;
  return html`<header>
<h1>${mode === 'self' ? 'The reference client and server' : target}</h1>
<p class="outcome">${tellOutcome(summary)}</p>
${ended === undefined ? '' : html`<p class="ended"><strong>Partial: the run ended early:</strong> ${ended}</p>`}
<ul class="counts">${verdicts.map(
    (verdict) =>
      html`<li class="${verdict}"><b>${clauses[verdict]}</b>${markOf[verdict]} ${tellCount[verdict]}${
        verdict === 'pass' && noted > 0 ? `, ${noted} with a note` : ''
      }</li>`,
  )}</ul>
<dl class="run">
<div><dt>Cases</dt><dd>${cases}${unplayed === 0 ? '' : ` (${tellUnplayed(report)})`}</dd></div>
<div><dt>Time</dt><dd>${tellTime(durationMs)}</dd></div>
<div><dt>Seed</dt><dd>${seed}</dd></div>
<div><dt>Started</dt><dd><time datetime="${startedAt}">${startedAt}</time></dd></div>
${waived === 0 ? '' : html`<div><dt>Clauses</dt><dd>${waived} broken but waived</dd></div>`}
</dl>
</header>`;
}

const tellCount = {
  fail: 'clauses fail',
  warn: 'clauses warn',
  pass: 'clauses pass',
  untested: 'clauses untested',
} as const;

function tellOutcome({ findings, clauses }: Report['summary']): string {
  const told = tellFindings(findings);
  if (told !== '') return `Findings: ${told}.`;
  return clauses.fail + clauses.warn > 0
    ? 'The findings are under clauses that were not asked for.'
    : 'No finding: no case has broken a clause.';
}

function renderFlaky({ flaky = [] }: Report): Markup {
  return html`<p class="soft">These do not count as findings.</p>
<ul>${flaky.map((each) => html`<li>${renderTitle(each.title)}: ${tellFlaky(each)} <code>${each.clause}</code> <span class="soft">${renderSource(each.clause)}</span></li>`)}</ul>`;
}

function renderNotes({ notes }: Report): Markup {
  return html`<p class="soft">Worth knowing, and nobody’s fault.</p>
<ul>${notes.map(({ clause, title }) => html`<li>${renderTitle(title)} <code>${clause}</code> <span class="soft">${renderSource(clause)}</span></li>`)}</ul>`;
}

function renderPolicy({ policy }: Report): Markup {
  const rows = Object.entries(policy).map(
    ([name, value]) => html`
<tr><th scope="row"><code>${name}</code></th><td>${tellPolicy(value)}</td></tr>`,
  );
  return html`<table class="policy cards">
<caption>What the texts leave to a server, and what this one does</caption>
<thead><tr><th scope="col">Choice</th><th scope="col">Seen</th></tr></thead>
<tbody>${rows}
</tbody>
</table>`;
}
