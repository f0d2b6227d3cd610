import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/verify/html/html.ts';
import type { Report } from '../../../src/verify/report/report.ts';
import { behindAnother, hostileReport, refusedList, sampleReport, shortKey } from './report-sample.ts';

const document = renderHtml(sampleReport());

/** The page of the sample with other parts. */
const render = (parts: Partial<Report>) => renderHtml(sampleReport(parts));

test('the same report gives the same document', () => {
  expect(renderHtml(structuredClone(sampleReport()))).toBe(document);
});

test('the document needs nothing else, and allows nothing else but its own script', () => {
  expect(document).not.toMatch(/<link rel="stylesheet|@import|url\(|\bsrc=/);
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(document) ?? [];
  expect(document.match(/<script/g)).toHaveLength(1);
  const digest = createHash('sha256').update(script).digest('base64');
  expect(document).toContain(
    `default-src 'none'; style-src 'unsafe-inline'; script-src &#39;sha256-${digest}&#39;; img-src data:`,
  );
});

test('nothing but a link to a text leads elsewhere', () => {
  const elsewhere = [...document.matchAll(/.{9}(https?:[^"<\s]*)/g)].filter(
    ([all]) => !/ href="https:\/\/www\.rfc-editor\.org\/rfc\/rfc\d+#section-[\d.]+$/.test(all),
  );
  expect(elsewhere).toEqual([]);
});

test('a finding has what was expected and observed, with its octets and what shows it', () => {
  expect(document).toContain(
    '<dt>Expected</dt><dd>an error status (keyIsNot16Octets)</dd>\n<dt>Observed</dt><dd>101 Switching Protocols</dd>',
  );
  expect(document).toContain('<dt>Hint</dt><dd>the key may be hashed without being looked at</dd>');
  expect(document).toContain('<mark>Sec-WebSocket-Key: A3gG</mark><span class="escape">\\r\\n</span>\n');
  expect(document).toContain('HTTP/1.1 <mark>101 Switching Protocols</mark>');
  expect(document).toContain('Request, 52 octets');
});

test.each([
  ['Answers 101 to `Host: a<b`', 'Answers 101 to <code>Host: a&lt;b</code>'],
  ['Opens on `A: 1` and `B: 2`', 'Opens on <code>A: 1</code> and <code>B: 2</code>'],
  ['Opens on `A: ``', 'Opens on `A: ``'],
])('what a title quotes is set as code: %s', (title, shown) => {
  const flaky = { ...shortKey, title, case: 1, seen: 1, of: 6 };
  const text = render({ findings: [{ ...shortKey, title }], flaky: [flaky] });
  expect(text).toContain(`</span> ${shown}</h3>`);
  expect(text).toContain(`<li>${shown}: `);
});

test('the request behind which alone it is seen stands before it, with its reply', () => {
  const both = render({ findings: [behindAnother] });
  expect(both).toMatch(
    /request before it, case 7,.*\n(?:.*\n){2}.*id="finding-1-after-request">Request, 17 octets[\s\S]*HTTP\/1.1 400 No/,
  );
  expect(both.indexOf('finding-1-after-reply')).toBeLessThan(both.indexOf('"finding-1-request"'));
});

test('what an RFC demands stands before what it recommends', () => {
  expect(document.indexOf('that does not decode to 16 octets')).toBeLessThan(
    document.indexOf('A server takes a list'),
  );
});

const section = 'https://www.rfc-editor.org/rfc/rfc';

/** The row of the table of clauses, from its verdict on. */
function rowOf(text: string, id: string): string {
  return text.split('<tr ').find((row) => row.startsWith(`id="clause-${id}"`)) ?? '';
}

test('verdicts are words, not colours alone, and lead to their findings', () => {
  expect(rowOf(document, 'rfc6455/4.2.1/key-16-octets')).toContain(
    '<span class="badge fail"><a href="#finding-1"><b>✗ fail</b></a></span>',
  );
  expect(rowOf(document, 'rfc6455/4.2.1/key-present')).toContain('<b>✓ pass</b>');
  expect(rowOf(document, 'rfc9110/15.5.9/request-timeout')).toContain('<b>– untested</b>');
});

test('a clause is stated, and leads to its section, in the table and where it is broken', () => {
  const row = rowOf(document, 'rfc6455/4.2.1/key-16-octets');
  expect(row).toContain('<th scope="row">A server refuses a key that does not decode to 16 octets.<br>');
  expect(row).toContain(
    `<a class="source" href="${section}6455#section-4.2.1" rel="noreferrer">RFC 6455 §4.2.1</a>`,
  );
  const finding = /<article[\s\S]*?<\/article>/.exec(document)?.[0];
  expect(finding).toContain(`href="${section}6455#section-4.2.1"`);
  expect(finding).not.toContain('<dt>Rule</dt>');
  const other = render({ findings: [{ ...shortKey, title: 'A short key is taken' }] });
  expect(other).toContain('<dt>Rule</dt><dd>A server refuses a key that does not decode to 16 octets.</dd>');
});

test('a clause of the service is stated in words alone', () => {
  const id = 'service/5.4/origin-allowlist';
  const results = [{ id, source: 'service §5.4', level: 'MUST', verdict: 'pass', cases: 1 }] as const;
  const row = rowOf(render({ clauses: results, findings: [] }), id);
  expect(row).toContain('<span class="source">service §5.4</span>');
  expect(row).not.toContain('href');
});

test('the numbers of each text stand over its clauses, and choices stand apart', () => {
  const groups = document.split('<details class="fold"').slice(1);
  expect(groups[0]).toContain('<b>RFC 9110</b> <span class="badge warn">! 1 warn</span>');
  expect(groups[1]).toContain(
    '<b>RFC 6455</b> <span class="badge fail">✗ 1 fail</span> <span class="badge pass">✓ 1 pass</span>',
  );
  expect(groups[3]).toMatch(/^ data-of="choices">\n<summary><b>Choices that the texts leave<\/b>/);
});

test('a filter is hidden until a script brings it to light, and has the numbers of the summary', () => {
  expect(document).toContain('<div class="filter" role="search" hidden>');
  expect(document).toContain('<option value="untested">untested, 1</option>');
});

test('what is said of a clause besides its verdict stands in its row, and the reasons in a section', () => {
  const [refused, short, present, host] = sampleReport().clauses.map((each) => ({ ...each }));
  const rich = renderHtml(
    sampleReport({
      clauses: [
        ...[refused, short].flatMap((each) => (each ? [{ ...each, waived: 'a <gateway>' }] : [])),
        ...(present ? [{ ...present, note: 'odd & even' }] : []),
        ...(host ? [host] : []),
      ],
    }),
  );
  expect(rowOf(rich, 'rfc6455/4.2.1/key-present')).toContain('kept, with a note: odd &amp; even');
  expect(rowOf(rich, 'rfc6455/4.2.1/key-16-octets')).toContain('waived: a &lt;gateway&gt;');
  expect(rowOf(rich, 'rfc9112/3.2/host-present')).toContain('not shown: the run ended early');
  expect(rich).toContain('<summary><b>1</b> the run ended early</summary>');
  expect(rich).toContain('<a href="#clause-rfc9112/3.2/host-present"><code>');
  expect(rich).toContain('✓ clauses pass, 1 with a note</li>');
  const [kept] = sampleReport().clauses.filter(({ verdict }) => verdict === 'pass');
  expect(render({ clauses: kept ? [kept] : [], choices: [] })).not.toContain('Not tested');
  expect(document).toContain('<a href="#untested">Not tested</a>');
  expect(document).not.toContain('with a note');
});

test('what would have a clause played stands with it, and such clauses first', () => {
  const untested = { source: 'RFC 6455 §10.2', level: 'MUST', verdict: 'untested', cases: 0 } as const;
  const options = ['--auth header:NAME=VALUE', '--auth first-message:VALUE'] as const;
  const locked = render({
    clauses: [
      { ...untested, id: 'rfc6455/4.2.1/key-present', reason: 'the run ended early' },
      { ...untested, id: 'rfc6455/10.2/origin-403', reason: 'none declared', unlock: '--origin a' },
      { ...untested, id: 'service/5.2/credential-401', reason: 'no credential', unlock: options[0] },
      { ...untested, id: 'service/5.3/first-message-held', reason: 'no credential', unlock: options[1] },
    ],
    findings: [],
  });
  expect(locked).toContain(
    '<summary><b>1</b> none declared <span class="unlock">Played with <code>--origin a</code></span></summary>',
  );
  expect(locked).toContain(`<code>${options[0]}</code> or <code>${options[1]}</code>`);
  expect(locked).toMatch(/first-message-held[^\n]*<\/span> <code>--auth first-message:VALUE<\/code><\/li>/);
  expect(rowOf(locked, 'rfc6455/10.2/origin-403')).toContain('<br>Played with <code>--origin a</code>');
  expect(locked.indexOf('</b> none declared')).toBeLessThan(locked.indexOf('</b> the run ended early'));
});

describe('with a baseline', () => {
  const since = { added: [shortKey], passing: ['rfc6455/4.2.1/key-present'], known: 3, hidden: 2 } as const;

  test('what has changed stands first', () => {
    const page = renderHtml(sampleReport({ findings: [shortKey] }), since);
    expect(page).toContain('<a href="#since">Since the baseline</a>');
    expect(page).toContain('<p>1 new, 1 gone, 3 as before. Of the findings 2 are in the baseline');
    expect(page).toContain('<a href="#finding-1">MUST <code>rfc6455/4.2.1/key-16-octets</code></a>');
    expect(page).toContain('<a href="#clause-rfc6455/4.2.1/key-present">');
    expect(page.indexOf('id="since"')).toBeLessThan(page.indexOf('id="findings"'));
  });

  test('without a change that is said', () => {
    const none = { added: [], passing: [], known: 1, hidden: 1 };
    const page = renderHtml(sampleReport({ findings: [] }), none);
    expect(page).toContain('0 new, 0 gone, 1 as before: nothing has changed.');
    expect(page).toContain('No new finding.');
    expect(document).not.toContain('Since the baseline');
  });
});

test('the octets of the first findings are seen at once', () => {
  const findings = Array.from({ length: 4 }, (_, place) => ({ ...shortKey, case: place }));
  const page = render({ findings });
  expect(page.match(/<details open>/g)).toHaveLength(3);
  expect(page.match(/<details>\n<summary>Octets/g)).toHaveLength(1);
});

test.each([
  ['keyIsNot16Octets', 'fail">✗ broken</span> 11'],
  ['keyIsAbsent', 'pass">✓ exercised</span> 13'],
  ['hostIsAbsent', 'untested">– not exercised</span>'],
])('the row %s of the decision table is marked', (guard, mark) => {
  const row = document.split('<tr>').find((text) => text.includes(`<code>${guard}</code>`));
  expect(row).toContain(mark);
});

describe('what a peer has sent', () => {
  const hostile = renderHtml(hostileReport);

  test('is text and never markup', () => {
    expect(hostile.match(/<script/g)).toHaveLength(1);
    expect(hostile).not.toMatch(/<img|<\/style><\/title>/);
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=&quot;http://a.test/&quot;');
    expect(hostile).toContain('onerror=&#39;alert(2)&#39;&gt;]]&gt;&amp;');
  });
});

test('without findings, notes and policy it says that nothing was broken', () => {
  const [, , kept] = sampleReport().clauses;
  const clauses = kept ? [kept] : [];
  const bare = render({ mode: 'self', target: 'self', clauses, findings: [], notes: [], policy: {} });
  expect(bare).toContain('No finding: no case has broken a clause.');
  expect(bare).not.toContain('id="notes"');
  expect(bare).not.toContain('id="policy"');
});

test('octets beyond the limit are counted', () => {
  const [finding] = sampleReport().findings;
  const request = Buffer.alloc(10_000, 'a').toString('base64');
  const long = render({ findings: finding ? [{ ...finding, request }] : [] });
  expect(long).toContain('1808 more octets are not shown');
});

test('what is waived is told apart, with its reason, and not counted as broken', () => {
  const waived = render({ findings: [{ ...shortKey, waived: 'a <gateway>' }, refusedList] });
  expect(waived).toContain('<p class="outcome">Findings: 1 SHOULD, 1 waived.</p>');
  expect(waived).toContain('<article class="finding waived" id="finding-2"');
  expect(waived).toContain('<span class="badge untested">MUST, waived</span>');
  expect(waived).toContain('<dt>Waived</dt><dd>a &lt;gateway&gt;</dd>');
  expect(document).not.toContain('waived</span>');
});

test('what a defect breaks besides is told with it, and leads to it', () => {
  const also = ['rfc6455/4.2.1/key-present', 'rfc9110/7.8/upgrade-list'] as const;
  const more = renderHtml({ ...sampleReport(), findings: [{ ...shortKey, also }, refusedList] });
  expect(more).toContain(
    '<dt>Also breaks</dt><dd><code>rfc6455/4.2.1/key-present</code>, <a href="#finding-2"><code>rfc9110/7.8/upgrade-list</code></a></dd>',
  );
  expect(rowOf(more, 'rfc6455/4.2.1/key-present')).toContain('<a href="#finding-1"><b>✓ pass</b></a>');
});

test('why the run ended early, and what was left out, stand in the head', () => {
  const ended = renderHtml({ ...sampleReport(), ended: 'the target is <gone>', unplayed: 12 });
  expect(ended).toContain(
    '<p class="ended"><strong>Partial: the run ended early:</strong> the target is &lt;gone&gt;</p>',
  );
  expect(ended).toContain(
    '<dd>99 (12 cases were left out, because similar cases had already shown the same)</dd>',
  );
  expect(document).not.toContain('Partial: the run ended early');
});

test('what is not seen every time has a section, with how often it was', () => {
  const flaky = [{ ...refusedList, seen: 1, of: 6, case: 3 }];
  const page = render({ flaky });
  expect(page).toMatch(/<section id="flaky"[\s\S]*400 Bad Request, in 1 of 6 tries/);
  expect(renderHtml(sampleReport())).not.toContain('id="flaky"');
});
