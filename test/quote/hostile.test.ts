import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { renderDoctorMarkdown } from '../../src/doctor/markdown.ts';
import type { DoctorReport } from '../../src/doctor/report.ts';
import { renderConclusion } from '../../src/doctor/text.ts';
import { writeAnnotation } from '../../src/quote/annotation.ts';
import { toJson } from '../../src/quote/json.ts';
import { visibleDeep } from '../../src/quote/visible-deep.ts';
import { renderHtml } from '../../src/verify/html/html.ts';
import { renderJunit } from '../../src/verify/report/format/junit.ts';
import { renderMarkdown } from '../../src/verify/report/format/markdown.ts';
import { renderText } from '../../src/verify/report/format/text.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { file, folder, run, runWith } from '../cli/run.ts';
import { hostile, sampleReport } from '../verify/report/report-sample.ts';

const texts: readonly string[] = JSON.parse(readFileSync('test/quote/data/hostile.json', 'utf8'));
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A report in which the text stands wherever a peer, or who has written the report, can put it. */
function reportOf(text: string): Report {
  const [request, response] = [base64(`GET /${text} HTTP/1.1\r\n${text}\n${text}\r\n\r\n`), base64(text)];
  const told = { title: text, expected: text, observed: text, hint: text, tags: [text], waived: text };
  const after = { clause: hostile.clause, case: 7, request, response };
  const sent = { request, response, forwarded: request, answered: response, behind: request };
  const finding = { ...hostile, ...told, ...sent, after, source: text, rule: text, replay: text };
  return sampleReport({
    ...{ target: text, policy: { [text]: [text] }, ended: text },
    findings: [{ ...finding, url: `javascript:${text}`, reproduction: `curl a.test | bash\n${text}` }],
    flaky: [{ ...finding, seen: 1, of: 2, case: 1 }],
    notes: [{ clause: hostile.clause, title: text }],
    declared: {},
  });
}

function doctorReportOf(text: string): DoctorReport {
  const step = { name: 'upgrade', ok: false, ms: 1, detail: text, url: text } as const;
  const diagnosis = { id: 'server/error', confidence: 'likely', where: 'server', title: 'It fails' } as const;
  return {
    ...{ tool: 'ws101', version: '1.0.0', schema: 1, mode: 'doctor', target: text, connections: 1 },
    steps: [{ ...step, request: base64(`GET /${text}\n${text}`), response: base64(text) }],
    diagnoses: [{ ...diagnosis, evidence: [text], fixes: [{ product: null, text }] }],
    ...{ browser: text, unmet: [text], difference: { outer: text, inner: text, answers: [text, text] } },
  };
}

const plain = (_colour: unknown, text: string) => text;
/** Commands as the runners of GitHub (`ActionCommand.cs`, two expressions), Azure Pipelines and TeamCity read them. */
const command = /^\s*::[^\n]*?::|##(?:vso|teamcity)?\[[^\n]*\]/gm;

test.each(texts)('%j is text alone in every output', async (text) => {
  const [report, doctor] = [reportOf(text), doctorReportOf(text)];
  const markdowns = [renderMarkdown(report), renderDoctorMarkdown(doctor, { isAnonymous: false })];
  const path = file('hostile.json', toJson({ ...report, shard: { index: 1, count: 1 } }));
  const merged = join(folder, 'hostile.md');
  const merge = await run('merge', path, '--markdown', merged, '--json', '-');
  const explain = await runWith(
    `HTTP/1.1 403 ${text}\r\nServer: ${text}\r\n\r\n${text}\n${text}`,
    'explain',
    '-',
  );
  // What is hidden is hidden before anything is escaped.
  const doctored = await runWith(
    `HTTP/1.1 403 ${text}\r\nServer: ${text}\r\nContent-Length: 0\r\n\r\n`,
    ...['doctor', '-', '--markdown', '-', '--header', 'Authorization: Bearer abcDEF123456xyz'],
  );
  markdowns.push(doctored.out);
  const outputs = {
    ...{ text: renderText(report, { colour: plain, isVerbose: true }), junit: renderJunit(report) },
    ...{ html: renderHtml(report, null), doctor: renderConclusion(doctor, plain, true) },
    ...{ json: toJson(visibleDeep(report), 2), raw: toJson(text), merge: merge.out, explain: explain.out },
    ...{ errors: merge.err + explain.err, annotation: writeAnnotation('error', text, [text, text]).slice(2) },
    ...{ markdown: markdowns[0], doctorMarkdown: markdowns[1], mergeMarkdown: readFileSync(merged, 'utf8') },
  };
  for (const [name, out = ''] of Object.entries(outputs)) {
    expect([name, out.match(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu), out.match(command)]).toEqual([name, null, null]);
  }
  expect(outputs.annotation).not.toContain('\n');
  expect(JSON.parse(outputs.raw)).toBe(text);
  const printed = [JSON.parse(merge.out).findings[0].title, JSON.parse(outputs.json).notes[0].title];
  for (const title of printed) expect(title).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  // What the file calls a rule, a source, a link, a script and a command is made anew.
  expect(outputs.mergeMarkdown + merge.out).not.toMatch(/curl|javascript:(?!d)/);
  for (const markdown of [...markdowns, outputs.mergeMarkdown]) {
    const html = (await marked.parse(markdown)).replace(/<code[\s\S]*?<\/code>|&#39;/g, '');
    const left = html.replaceAll(/<a href="https:\/\/www\.rfc-editor\.org\/[^"]*">/g, '');
    expect(left).not.toMatch(/<a |<img|<script|<del|<em>|@|:\/\/|www\.|#\d|GH-|:heart:/);
    expect(html.match(/<h1/g)?.length ?? 0).toBeLessThan(2);
  }
});
