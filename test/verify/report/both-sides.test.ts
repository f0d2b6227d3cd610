import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/verify/html/html.ts';
import { renderFindingMarkdown } from '../../../src/verify/report/format/markdown.ts';
import { renderFinding, renderText } from '../../../src/verify/report/format/text.ts';
import type { Finding } from '../../../src/verify/report/report.ts';
import { sampleReport, shortKey } from './report-sample.ts';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

/** A finding on a hop: what went in and came out at each of its sides. */
const through: Finding = {
  ...shortKey,
  request: base64('GET /front HTTP/1.1\r\n\r\n'),
  forwarded: base64('GET /behind HTTP/1.1\r\n\r\n'),
  answered: base64('HTTP/1.1 401 there\r\n\r\n'),
  response: base64('HTTP/1.1 401 here\r\n\r\n'),
};
const report = { ...sampleReport(), findings: [through] };
const parts = ['GET /front ', 'GET /behind ', 'HTTP/1.1 401 there', 'HTTP/1.1 401 here'];

test.each([
  ['text', renderText(report, { colour: (_name: string, text: string) => text })],
  ['Markdown', renderFindingMarkdown(through, 'ws://a/', '1.2.3').replace(/```mermaid[^`]*```/, '')],
  ['a page', renderHtml(report).replaceAll(/<\/?mark>|<svg[\s\S]*?<\/svg>/g, '')],
])(
  'as %s a finding on a hop has the octets of both sides, in the order in which they were sent',
  (_, shown) => {
    const places = parts.map((part) => shown.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  },
);

describe('what the hop has changed', () => {
  const changed: Finding = {
    ...shortKey,
    request: base64('GET / HTTP/1.1\r\nHost: a\r\nX-One: 1\r\n\r\n'),
    forwarded: base64('GET / HTTP/1.1\r\nhost:  a\r\nVia: h\r\n\r\n'),
    answered: base64('HTTP/1.1 101 A\r\n\r\nabcd'),
    response: base64('HTTP/1.1 101 A\r\n\r\nabXd'),
  };

  test('is marked in the text by carets', () => {
    const lines = renderFinding(changed, true, (_name, text) => text).map((line) => line.trim());
    const above = lines.flatMap((line, at) => (/^\^+$/.test(line) ? [lines[at - 1]] : []));
    expect(above).toEqual(['X-One: 1\\r\\n', 'Via: h\\r\\n', 'abcd', 'abXd']);
  });

  test('is marked on the page, which draws what went through', () => {
    const page = renderHtml({ ...sampleReport(), findings: [changed] });
    expect([...page.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, marked]) => marked)).toEqual([
      ...['X-One: 1', 'Via: h', 'cd', 'Xd'],
    ]);
    expect(page).toContain('>changes X-One, Via</text>');
    expect(page).toContain('>changes octets behind the head</text>');
  });

  test('is drawn in Markdown', () => {
    const markdown = renderFindingMarkdown(changed, 'ws://a/', '1.2.3');
    const [, drawing = ''] = /```mermaid\n([^`]*)\n```/.exec(markdown) ?? [];
    expect(drawing.split('\n').map((line) => line.trim())).toEqual([
      'sequenceDiagram',
      ...['participant client', 'participant hop', 'participant backend'],
      'client->>hop: GET / HTTP/1.1',
      'Note over hop: changes X-One, Via',
      'hop->>backend: GET / HTTP/1.1',
      'backend->>hop: HTTP/1.1 101 A',
      'Note over hop: changes octets behind the head',
      'hop->>client: HTTP/1.1 101 A',
    ]);
  });

  test('nothing that arrives, and nothing that comes back, is said in words', () => {
    const markdown = renderFindingMarkdown(
      { ...changed, forwarded: '', answered: '', response: '' },
      'ws://a/',
      '1',
    );
    for (const words of ['forwards nothing', 'passes nothing back', 'No octet arrived at the backend.'])
      expect(markdown).toContain(words);
  });
});
