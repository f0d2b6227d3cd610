import { sourceOf } from '../../models/clauses.ts';
import type { Diagnosis } from '../diagnosis/index.ts';
import {
  blockInMarkdown as block,
  codeInMarkdown as code,
  quoteInMarkdown as quote,
} from '../quote/markdown.ts';
import { viewOctets } from '../verify/report/format/octet-view.ts';
import type { DoctorReport, ReportedStep } from './report.ts';
import { interruptedText } from './text.ts';

const shownOctets = 4096;

/** What Markdown is made of a report. */
export interface MarkdownOptions {
  /** Whether hosts and addresses are replaced by placeholders. */
  readonly isAnonymous: boolean;
}

/** The report to be pasted in an issue: the conclusion first, the steps folded, without queries and secrets. */
export function renderDoctorMarkdown(report: DoctorReport, { isAnonymous }: MarkdownOptions): string {
  const { target, browser, steps, version, unmet, difference, partial = false } = report;
  const diagnoses = report.diagnoses.filter(({ interop = false }) => !interop);
  const [first] = diagnoses;
  const text = [
    `## ${quote(first?.title ?? 'The cause of the failure is unknown')}`,
    '',
    code(withoutQuery(target)),
    '',
    ...(partial ? [`Partial: ${interruptedText}`, ''] : []),
    ...diagnoses.flatMap((diagnosis, at) => [...renderDiagnosis(diagnosis, at), '']),
    ...(difference === null
      ? []
      : [
          `The answer first differs between ${code(withoutQuery(difference.outer))} (${quote(difference.answers[0])}) ` +
            `and ${code(withoutQuery(difference.inner))} (${quote(difference.answers[1])}).`,
          '',
        ]),
    ...(browser === null ? [] : [`A browser shows only this: ${code(browser)}`, '']),
    ...unmet.flatMap((sentence) => [`Not as expected: ${quote(sentence)}.`, '']),
    '<details><summary>Steps</summary>',
    '',
    ...steps.flatMap(renderStep),
    '</details>',
    '',
    `ws101 ${version}`,
    '',
  ].join('\n');
  return isAnonymous ? hideHosts(text, report) : text;
}

function renderDiagnosis(
  { id, confidence, title, evidence, fixes, clause }: Diagnosis,
  at: number,
): readonly string[] {
  return [
    `${at === 0 ? '' : `**${quote(title)}**: `}${code(id)}, ${confidence}${clause === undefined ? '' : `, ${sourceOf(clause)}`}`,
    '',
    ...evidence.map((each) => `- ${quote(each)}`),
    ...fixes.flatMap(({ product, text }) =>
      product === null ? ['', quote(text)] : ['', `${quote(product)}:`, '', block(text, 'text')],
    ),
  ];
}

function renderStep({ name, ok, ms, detail, url, request, response }: ReportedStep): readonly string[] {
  return [
    `- ${ok ? 'ok' : 'not ok'}: ${name}, ${ms.toFixed(1)} ms, ${quote(detail)} (${code(withoutQuery(url))})`,
    ...renderOctets('sent', request),
    ...renderOctets('received', response),
    '',
  ];
}

function renderOctets(name: string, base64: string | undefined): readonly string[] {
  if (base64 === undefined || base64 === '') return [];
  const octets = Buffer.from(base64, 'base64');
  const { lines, hidden } = viewOctets(hideQuery(octets), shownOctets, []);
  const shown = lines.map((parts) => parts.map(({ text }) => text).join(''));
  return [
    '',
    `${name}:`,
    '',
    block([...shown, ...(hidden > 0 ? [`… ${hidden} more octets`] : [])].join('\n'), 'text'),
  ];
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '?…');
}

/** The target of a request line without its query. */
function hideQuery(octets: Buffer): Uint8Array {
  const text = octets.toString('latin1');
  return Buffer.from(text.replace(/^(GET [^? \r\n]*\?)[^ \r\n]*/, '$1***'), 'latin1');
}

/** Hosts of the URLs and every address, each by a placeholder of its own. */
function hideHosts(text: string, { target, steps }: DoctorReport): string {
  const hosts = [target, ...steps.map(({ url }) => url)].flatMap(
    (url) => /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1] ?? [],
  );
  const names = hosts.flatMap((host) => [host, host.replace(/:\d+$/, '')]);
  const unique = [...new Set(names)].toSorted((a, b) => b.length - a.length);
  const hidden = unique.reduce((left, host, at) => left.replace(wordOf(host), () => `host-${at + 1}`), text);
  return hidden.replace(
    // A time of day has colons too, but no more than two, and none next to each other.
    /\b\d{1,3}(?:\.\d{1,3}){3}\b|\[?(?:[0-9a-f]{1,4}:){0,6}:[0-9a-f:]*\]?(?<=[0-9a-f:]{3,}\]?)|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}/gi,
    'address',
  );
}

/** A host where it stands by itself, in any letter case, and not as a part of another name. */
function wordOf(host: string): RegExp {
  const literal = host.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'gi');
}
