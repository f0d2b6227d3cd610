import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/verify/report/html.ts';
import { behindAnother, hostileReport, refusedList, sampleReport, shortKey } from './report-sample.ts';

const document = renderHtml(sampleReport());

test('the same report gives the same document', () => {
  expect(renderHtml(structuredClone(sampleReport()))).toBe(document);
});

test('the document needs nothing else, and allows nothing else', () => {
  expect(document).not.toMatch(/<script|<link rel="stylesheet|@import|url\(|\bsrc=|https?:/);
  expect(document).toContain(`default-src 'none'; style-src 'unsafe-inline'; img-src data:`);
});

test('a finding has what was permitted and observed, with its octets and what shows it', () => {
  expect(document).toContain(
    '<dt>Permitted</dt><dd>an error status (keyIsNot16Octets)</dd>\n<dt>Observed</dt><dd>101 Switching Protocols</dd>',
  );
  expect(document).toContain('<dt>Hint</dt><dd>the key may be hashed without being looked at</dd>');
  expect(document).toContain('<mark>Sec-WebSocket-Key: A3gG</mark><span class="escape">\\r\\n</span>\n');
  expect(document).toContain('HTTP/1.1 <mark>101 Switching Protocols</mark>');
  expect(document).toContain('Request, 52 octets');
});

test('the request behind which alone it is seen stands before it, with its reply', () => {
  const both = renderHtml(sampleReport({ findings: [behindAnother] }));
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

test('verdicts are words, not colours alone, and lead to their findings', () => {
  expect(document).toContain('✗ <b>fail</b> <a href="#finding-1">key-16-octets</a> (11)');
  expect(document).toContain('✓ <b>pass</b> key-present (13)');
  expect(document).toContain('– <b>untested</b> request-timeout</li>');
});

test('what is said of a clause besides its verdict stands in its cell, and the reasons in a section', () => {
  const [refused, short, present, host] = sampleReport().clauses.map((each) => ({ ...each }));
  const rich = renderHtml(
    sampleReport({
      clauses: [
        ...[refused, short].flatMap((each) => (each ? [{ ...each, waived: 'a <gateway>' }] : [])),
        ...(present ? [{ ...present, note: 'odd & even' }] : []),
        ...(host ? [host] : []),
      ],
      summary: { ...sampleReport().summary, noted: 1 },
    }),
  );
  expect(rich).toMatch(/<li class="pass noted" title="MUST: [^"]* kept, with a note: odd &amp; even">/);
  expect(rich).toContain('✓ <b>pass</b> key-present (13), with a note</li>');
  expect(rich).toContain('key-16-octets</a> (11), waived</li>');
  expect(rich).toMatch(/<li class="untested" title="MUST: [^"]* not shown: the run ended early">/);
  expect(rich).toContain('<dt>the run ended early</dt><dd><code>rfc9112/3.2/host-present</code></dd>');
  expect(rich).toContain('✓ clauses pass, 1 with a note</li>');
  const [kept] = sampleReport().clauses.filter(({ verdict }) => verdict === 'pass');
  expect(renderHtml(sampleReport({ clauses: kept ? [kept] : [], choices: [] }))).not.toContain('Not shown');
  expect(document).toContain('<a href="#untested">Not shown</a>');
  expect(document).not.toContain('with a note');
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
    expect(hostile).not.toMatch(/<script|<img|<\/style><\/title>/);
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=&quot;http://a.test/&quot;');
    expect(hostile).toContain('onerror=&#39;alert(2)&#39;&gt;]]&gt;&amp;');
  });

  test('is no control character', () => {
    expect(hostile.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(hostile).toContain('\\u{202e}');
  });
});

test('without findings, notes and policy it says that nothing was broken', () => {
  const [, , kept] = sampleReport().clauses;
  const bare = renderHtml(
    sampleReport({
      ...{ mode: 'self', target: 'self', clauses: kept ? [kept] : [] },
      ...{ findings: [], notes: [], policy: {} },
    }),
  );
  expect(bare).toContain('Nothing that was played has broken a clause.');
  expect(bare).not.toContain('id="notes"');
  expect(bare).not.toContain('id="policy"');
});

test('octets beyond the limit are counted', () => {
  const [finding] = sampleReport().findings;
  const request = Buffer.alloc(10_000, 'a').toString('base64');
  const long = renderHtml(sampleReport({ findings: finding ? [{ ...finding, request }] : [] }));
  expect(long).toContain('1808 more octets are not shown');
});

test('what is waived is told apart, with its reason, and not counted as broken', () => {
  const waived = renderHtml(
    sampleReport({ findings: [{ ...shortKey, waived: 'a <gateway>' }, refusedList] }),
  );
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
  expect(more).toContain('<b>pass</b> <a href="#finding-1">key-present</a>');
});

test('why the run ended early, and what was left out, stand in the head', () => {
  const ended = renderHtml({ ...sampleReport(), ended: 'the target is <gone>', unplayed: 12 });
  expect(ended).toContain(
    '<p class="ended"><strong>The run ended early:</strong> the target is &lt;gone&gt;</p>',
  );
  expect(ended).toContain('<dd>99 (12 cases were left out, since others like them had shown the same)</dd>');
  expect(document).not.toContain('The run ended early');
});
