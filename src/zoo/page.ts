import { createHash } from 'node:crypto';
import { clauses } from '../../models/clauses.ts';
import { offerOf } from '../arbitraries/offer.ts';
import { sha1 } from '../sha1.ts';
import { html, Markup, renderSource } from '../verify/html/markup.ts';
import { style as reportStyle } from '../verify/html/style.ts';
import { groupBy } from '../verify/report/description.ts';
import { decodeLatin1 } from '../wire/index.ts';
import type { Expectation, ZooCase } from './case.ts';
import { zooCases } from './case-list.ts';
import { firstHalf } from './expectation.ts';
import { script } from './page-script.ts';
import { style } from './page-style.ts';
import { askingFor, standIn, writeReply } from './reply.ts';

const sheet = `${reportStyle}${style}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but the styles and the script that stand in the page, and connections to where it is from. */
export const policy = [
  "default-src 'none'",
  `style-src ${hashOf(sheet)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const words: Readonly<Record<Expectation, string>> = {
  open: 'opens',
  fail: 'fails',
  either: 'may do either',
};

/** Where the page stands: in front of the cases, or on a site of files, from where it plays against a zoo elsewhere. */
export type PagePlace = 'zoo' | 'site';

/** The address of a zoo that was started as the page says. */
const example = 'ws://127.0.0.1:8101';

/** The same policy for a page of files, which has to say it itself, and is told where the zoo is. */
const sitePolicy = policy
  .replace("connect-src 'self'", 'connect-src http: https: ws: wss:')
  .replace("; frame-ancestors 'none'", '');

/** The page for people: the same for everybody. */
export function renderPage(place: PagePlace = 'zoo'): string {
  const isSite = place === 'site';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isSite ? html`<meta http-equiv="Content-Security-Policy" content="${sitePolicy}">\n` : ''}<meta name="color-scheme" content="light dark">
<meta name="description" content="Replies to the opening handshake of WebSocket, right and wrong: one for each path.">
<link rel="icon" href="data:,">
<title>ws101 zoo</title>
<style>${new Markup(sheet)}</style>
</head>
<body>
<a class="skip" href="#cases">Skip to the cases</a>
<header>
<h1>ws101 zoo</h1>
<p>Each path ${isSite ? 'of a zoo' : 'here'} answers the opening handshake of WebSocket in one way, right or wrong: ${zooCases.length} cases. Point any client at them, and see whether it opens the connection where it has to, and fails it where it has to. Programs find all of them in <a href="${isSite ? '' : '/'}cases.json">cases.json</a>.</p>
</header>
<main>
<section aria-labelledby="play-heading">
<h2 id="play-heading">Play them in this browser</h2>
<noscript><p>That takes JavaScript. The cases below can be used without.</p></noscript>
<div id="play" hidden>
${isSite ? renderServer() : ''}<div class="buttons"><button type="button" id="play-all">Play all cases</button><button type="button" id="stop" hidden>Stop</button></div>
<p id="progress" role="status">Nothing has been played. They are played one after the other, which takes less than a minute.</p>
<progress id="bar" max="${zooCases.length}" value="0" aria-label="Cases played" hidden></progress>
<div id="differences" hidden><h3>Where this browser does something else</h3><ul id="difference-list"></ul></div>
</div>
</section>
<section aria-labelledby="cases-heading" id="cases">
<h2 id="cases-heading">Cases</h2>
<div class="filter" id="filter" hidden>
<label>Show <select id="kind"><option value="">all cases</option><option value="open">where a right browser opens</option><option value="fail">where it fails</option><option value="either">where it may do either</option><option value="differs">where this browser differs</option></select></label>
<label>with the words <input id="text" type="search" autocomplete="off" spellcheck="false"></label>
<output id="count" class="soft"></output>
</div>
${[...groupBy(zooCases, ({ group }) => group)].map(
  ([name, cases]) => html`
<section class="group" aria-label="${name}">
<h3>${name}</h3>
<ul class="cases">${cases.map(renderCase)}
</ul>
</section>`,
)}
</section>
</main>
<footer><p class="soft">What a right client does is computed from the decision table of ws101, by RFC 6455 and by the rules of browsers (WHATWG). After a 101 that a right client takes, one message with the name of the case is sent; three seconds later the connection is closed. Nothing is kept of a visit.</p></footer>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

/** What asks for the zoo that a page elsewhere plays against. */
function renderServer(): Markup {
  return html`<p>This page is a file, and answers nothing: the cases are played against a zoo that runs elsewhere. Start one on this machine, or give the address of another. A page that came by <code>https</code> may be allowed no zoo but one on this machine, or one with <code>wss</code>.</p>
<pre tabindex="0">npx ws101 zoo --listen 127.0.0.1:8101</pre>
<p class="filter"><label>The zoo is at <input id="server" type="url" value="${example}" autocomplete="off" spellcheck="false" aria-describedby="progress"></label></p>
`;
}

function renderCase(each: ZooCase): Markup {
  const { id, path, title, subprotocols, clause, expect, latitude, control } = each;
  return html`
<li class="case" id="${id}" data-path="${path}" data-offer="${subprotocols.join(',')}" data-expect="${expect.whatwg}" data-clause="${clause}"${control === null ? '' : html` data-control="${control}"`}>
<h4>${title}</h4>
<p class="expected"><span class="badge ${tones[expect.whatwg]}">A right ${expect.rfc6455 === expect.whatwg ? 'client' : 'browser'} ${words[expect.whatwg]}</span>${
    expect.rfc6455 === expect.whatwg
      ? ''
      : html` <span class="badge ${tones[expect.rfc6455]}">Another client ${words[expect.rfc6455]}</span>`
  } <span class="result" role="status"></span></p>
<p class="soft">${clauses[clause].summary} ${renderSource(clause)}</p>${
    latitude === null ? '' : html`<p class="soft">${latitude}</p>`
  }
${subprotocols.length === 0 ? '' : html`<p class="soft">Offer the subprotocols <code>${subprotocols.join(', ')}</code>.</p>`}
<p class="url"><code class="address">${path}</code> <span class="buttons controls" hidden><button type="button" class="play">Play<span class="unseen"> ${title}</span></button><button type="button" class="copy">Copy<span class="unseen"> the URL of ${title}</span></button></span></p>
<details><summary>The reply<span class="unseen"> of ${title}</span></summary>${renderReply(each)}</details>
</li>`;
}

/** Colours by themselves say nothing: the words beside them do. */
const tones = { open: 'pass', fail: 'fail', either: 'warn' } as const;

const deliveries: Readonly<Record<ZooCase['delivery'], string>> = {
  whole: '',
  withMessage: 'Its first message is in the same segment.',
  halves: 'Its second half comes half a second after the first.',
  late: 'It comes after a second.',
  cut: 'The connection ends behind it.',
  none: 'Nothing is sent, and the connection ends.',
};

function renderReply(shown: ZooCase): Markup {
  const { delivery, subprotocols } = shown;
  const offer = offerOf({ fields: askingFor(subprotocols, 'permessage-deflate') }, sha1);
  const octets = writeReply(shown, offer);
  const told = deliveries[delivery];
  const text = decodeLatin1(delivery === 'cut' ? firstHalf(octets) : octets);
  // Line ends are shown, and lines are broken behind them: what differs may be in them.
  const lines = text.replaceAll(standIn, '(the accept value)').split(/(?<=\n)/);
  const markup = lines.map((each) => html`${each}`.text).join('\n');
  return html`${told === '' ? '' : html`<p class="soft">${told}</p>`}${
    delivery === 'none' ? '' : html`<pre tabindex="0">${new Markup(markup)}</pre>`
  }`;
}
