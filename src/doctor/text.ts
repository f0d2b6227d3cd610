import { sourceOf } from '../../models/clauses.ts';
import type { Diagnosis } from '../diagnosis/index.ts';
import { visible } from '../quote/visible.ts';
import { viewOctets } from '../verify/report/format/octet-view.ts';
import type { Paint } from '../verify/report/format/paint.ts';
import type { DoctorReport, ReportedStep } from './report.ts';

/** Diagnoses that are told in full; the others are named. */
const most = 3;

/** Octets of a message that are shown. */
const shownOctets = 4096;

/** One step, as soon as it has ended. */
export function renderStep(
  { name, ok, ms, detail }: Pick<ReportedStep, 'name' | 'ok' | 'ms' | 'detail'>,
  paint: Paint,
): string {
  const mark = ok ? paint('green', '✓') : paint('red', '✗');
  return `${mark} ${name.padEnd(8)}${`${ms.toFixed(1)} ms`.padStart(11)}  ${visible(detail)}`;
}

/** The octets of a step, line by line. */
export function renderStepOctets({ request, response }: ReportedStep, paint: Paint): readonly string[] {
  return [...renderOctets('sent', request, paint), ...renderOctets('received', response, paint)];
}

function renderOctets(name: string, base64: string | undefined, paint: Paint): readonly string[] {
  if (base64 === undefined || base64 === '') return [];
  const { lines, hidden } = viewOctets(Buffer.from(base64, 'base64'), shownOctets, []);
  const shown = lines.map((parts) =>
    parts.map(({ text, escaped }) => (escaped ? paint('dim', text) : text)).join(''),
  );
  const all = [...shown, ...(hidden > 0 ? [`… ${hidden} more octets`] : [])];
  return all.map((line, at) => `    ${(at === 0 ? name : '').padEnd(8)}  ${line}`);
}

/** What is to be read before a conclusion that was drawn too early. */
export const interruptedText = 'the run was interrupted, so the result is incomplete.';

/**
 * The conclusion: what is wrong, where, how sure and by which evidence, and how to fix it.
 *
 * @param isVerbose whether what is no fault is told too
 */
export function renderConclusion(report: DoctorReport, paint: Paint, isVerbose: boolean): string {
  const { browser, connections, unmet, partial = false } = report;
  const diagnoses = report.diagnoses.filter(({ interop = false }) => isVerbose || !interop);
  const told = diagnoses.slice(0, most);
  const rest = diagnoses.slice(most);
  return [
    ...(partial ? ['', `Partial: ${interruptedText}`] : []),
    ...told.flatMap((diagnosis, at) => ['', ...renderDiagnosis(diagnosis, at, paint)]),
    ...(told.length === 0 ? ['', 'The cause of the failure is unknown.'] : []),
    ...(rest.length > 0
      ? ['', `Also possible: ${rest.map(({ id, title }) => `${title} (${id})`).join('; ')}.`]
      : []),
    ...renderDifference(report),
    ...(browser === null ? [] : ['', `A browser shows only this: ${visible(browser)}`]),
    ...unmet.map((text) => `\n${paint('red', 'Not as expected:')} ${visible(text)}.`),
    ...(connections > 0
      ? [
          '',
          `${connections} ${connections === 1 ? 'connection was' : 'connections were'} made to the target.`,
        ]
      : []),
    '',
  ].join('\n');
}

/** Between which hops the answer changes. */
export function renderDifference({ difference }: Pick<DoctorReport, 'difference'>): readonly string[] {
  if (difference === null) return [];
  const { outer, inner, answers } = difference;
  const told = `${visible(outer)} (${visible(answers[0])}) and ${visible(inner)} (${visible(answers[1])})`;
  return ['', `The answer first differs between these two URLs: ${told}.`];
}

function renderDiagnosis(
  { id, confidence, where, title, evidence, fixes, clause }: Diagnosis,
  at: number,
  paint: Paint,
): readonly string[] {
  const colour = id === 'healthy' ? 'green' : at === 0 ? 'red' : 'yellow';
  return [
    `${paint(colour, `${title}.`)}  ${paint('dim', `${id}, ${confidence}${where === null ? '' : `, ${where}`}`)}`,
    ...evidence.map((text) => `  because  ${visible(text)}`),
    ...(clause === undefined ? [] : [`  rule     ${clause} (${sourceOf(clause)})`]),
    ...fixes.flatMap(({ product, text }) => renderFix(product, text)),
  ];
}

function renderFix(product: string | null, text: string): readonly string[] {
  const lines = visible(text, true).split('\n');
  if (product === null) return lines.map((line, at) => `  ${at === 0 ? 'fix' : '   '}      ${line}`);
  return [`           ${product}:`, ...lines.map((line) => `             ${line}`)];
}
