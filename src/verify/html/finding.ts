import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { ladderToSvg } from '../../draw/ladder.ts';
import { markEvidence, type ShownMarks, unmarked } from '../judge/seen/evidence.ts';
import { markPassage } from '../judge/seen/passage.ts';
import { listFacts } from '../report/description.ts';
import { tellPassage } from '../report/format/hop-ladder.ts';
import { viewOctets } from '../report/format/octet-view.ts';
import { type EarlierRequest, type Finding, isFailure } from '../report/report.ts';
import { html, Markup, renderSource, renderTitle } from './markup.ts';

/** Octets of a request or a reply that are shown; a report has each of them in its JSON. */
const limit = 8_192;

/**
 * One finding: what is wrong, and the request and the reply that show it, side by side.
 *
 * @param anchors the element that shows the finding of a clause
 * @param isOpen whether its octets are seen at once
 */
export function renderFinding(
  finding: Finding,
  id: string,
  anchors: ReadonlyMap<ClauseId, string>,
  isOpen: boolean,
): Markup {
  const { clause, level, title, tags, replay, waived, also = [], after } = finding;
  const { rule = clauses[clause].summary, reproduction } = finding;
  return html`
<article class="finding ${waived === undefined ? level.toLowerCase() : 'waived'}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${renderBadge(finding)} ${renderTitle(title)}</h3>
<p class="soft">${renderSource(clause)} · <code>${clause}</code>${finding.case === undefined ? '' : ` · case ${finding.case}`}</p>
<dl class="facts">
${waived === undefined ? '' : html`<dt>Waived</dt><dd>${waived}</dd>`}
${rule === title ? '' : html`<dt>Rule</dt><dd>${rule}</dd>`}
${listFacts(finding).map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>\n`)}
${also.length === 0 ? '' : html`<dt>Also breaks</dt><dd>${also.map((each, at) => renderLink(each, at, id, anchors))}</dd>`}
${tags.length === 0 ? '' : html`<dt>Tags</dt><dd>${tags.join(', ')}</dd>`}
<dt>Replay</dt><dd><code>${replay}</code></dd>
</dl>
${after === undefined ? '' : renderEarlier(after, id, isOpen)}
${finding.forwarded === undefined ? renderExchange(finding, id, isOpen) : renderThrough(finding, id, isOpen)}
${
  reproduction === undefined
    ? ''
    : html`<details><summary>To see it without ws101, in bash</summary><pre tabindex="0"><code>${reproduction.split('\n').map((line) => html`${line}\n`)}</code></pre></details>`
}
</article>`;
}

function renderExchange(finding: Finding, id: string, isOpen: boolean): Markup {
  const { request, response } = markEvidence(finding);
  return html`<details${isOpen ? ' open' : ''}>
<summary>Octets of the request and the reply</summary>
<div class="pair">
${renderOctets('Request', request, id)}
${renderOctets('Reply', response, id)}
</div>
</details>`;
}

/** What came in and went out at both sides of a hop. */
function renderThrough(finding: Finding, id: string, isOpen: boolean): Markup {
  const { request, forwarded, answered, response } = markPassage(finding);
  const ladder = ladderToSvg(tellPassage(finding), {
    id: `${id}-ladder`,
    title: 'What went through the hop',
  });
  return html`<div class="scroll">${new Markup(ladder)}</div>
<details${isOpen ? ' open' : ''}>
<summary>Octets at both sides of the hop; what it has changed is marked</summary>
<div class="pair four">
${renderOctets('Client to hop', request, id)}
${renderOctets('Hop to backend', forwarded, id)}
${renderOctets('Backend to hop', answered, id)}
${renderOctets('Hop to client', response, id)}
</div>
</details>`;
}

/** The request that goes before, and its reply; nothing in them is known to show the fault. */
function renderEarlier(
  { request, response, ...earlier }: EarlierRequest,
  id: string,
  isOpen: boolean,
): Markup {
  return html`<details${isOpen ? ' open' : ''}>
<summary>Octets of the request before it, case ${earlier.case}, and of the reply to that</summary>
<div class="pair">
${renderOctets('Request', unmarked(request), `${id}-after`)}
${renderOctets('Reply', unmarked(response), `${id}-after`)}
</div>
</details>`;
}

function renderBadge(finding: Finding): Markup {
  const { level, waived } = finding;
  if (waived !== undefined) return html`<span class="badge untested">${level}, waived</span>`;
  return html`<span class="badge ${isFailure(finding) ? 'fail' : 'warn'}">${level}</span>`;
}

/** Another clause, which leads to its finding where it has one of its own. */
function renderLink(
  clause: ClauseId,
  at: number,
  id: string,
  anchors: ReadonlyMap<ClauseId, string>,
): Markup {
  const anchor = anchors.get(clause) ?? id;
  const code = html`<code>${clause}</code>`;
  return html`${at === 0 ? '' : ', '}${anchor === id ? code : html`<a href="#${anchor}">${code}</a>`}`;
}

/** A region of its own, which the keyboard can reach and scroll. */
function renderOctets(name: string, { octets, marks }: ShownMarks, id: string): Markup {
  const { lines, hidden } = viewOctets(octets, limit, marks);
  const label = `${id}-${name.toLowerCase().replaceAll(' ', '-')}`;
  const count = `${octets.length} ${octets.length === 1 ? 'octet' : 'octets'}`;
  if (octets.length === 0) return html`<div><h4>${name}</h4><p class="soft">no octets</p></div>`;
  const shown = lines.map(
    (parts) =>
      html`${parts.map(({ text, escaped, marked }) => {
        const part = escaped ? html`<span class="escape">${text}</span>` : html`${text}`;
        return marked ? html`<mark>${part}</mark>` : part;
      })}\n`,
  );
  return html`<div>
<h4 id="${label}">${name}, ${count}</h4>
<pre tabindex="0" role="region" aria-labelledby="${label}"><code>${shown}</code></pre>
${hidden > 0 ? html`<p class="soft">${hidden} more octets are not shown</p>` : ''}
</div>`;
}
