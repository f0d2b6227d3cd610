import type { ClauseId } from '../../models/clauses.ts';
import type { Finding, Report, Verdict } from '../verify/report/report.ts';
import { verifySelf } from '../verify/self/self.ts';
import { writeJson } from './file.ts';
import type { Io } from './io.ts';
import { alignRows, makePaint, type Paint, progressBar, visible } from './terminal.ts';

export interface VerifySelfOptions {
  readonly seed?: number;
  readonly runs?: number;
  readonly only?: readonly ClauseId[];
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly json?: string;
  readonly quiet?: boolean;
  /** The level of findings that make the exit code 1. */
  readonly level: 'must' | 'should';
}

const colours = { pass: 'green', fail: 'red', warn: 'yellow', untested: 'gray' } as const;

/**
 * Runs `ws101 verify self` and prints what it has found.
 *
 * @returns the exit code: 0, or 1 if there is a finding of the level
 */
export async function runVerifySelf(version: string, options: VerifySelfOptions, io: Io): Promise<number> {
  const paint = makePaint(io);
  const { json, quiet, level, seed = Math.floor(Math.random() * 2 ** 31), ...rest } = options;
  const report = await verifySelf(version, { ...rest, seed, onProgress: progressBar('verify self', io) });
  if (json !== '-') io.stdout.write(quiet ? renderQuiet(report, paint) : render(report, paint));
  if (json !== undefined) writeJson(json, report, io);
  return report.findings.some((finding) => level === 'should' || finding.level === 'MUST') ? 1 : 0;
}

function render(report: Report, paint: Paint): string {
  const results = [...report.clauses, ...report.choices.map((choice) => ({ ...choice, level: 'MAY' }))];
  const rows = results
    .filter(({ verdict }) => verdict !== 'untested')
    .map(({ verdict, id, level, source, cases }) => [verdict, id, source, level, String(cases)]);
  const [head = '', ...lines] = alignRows([['', 'clause', 'source', 'level', 'cases'], ...rows]);
  const painted = lines.map((line) => {
    const verdict = line.split(' ', 1)[0] as Verdict; // the first column is the verdict
    return paint(colours[verdict], verdict) + line.slice(verdict.length);
  });
  return `${[paint('bold', head), ...painted].join('\n')}\n\n${renderQuiet(report, paint)}`;
}

function renderQuiet(report: Report, paint: Paint): string {
  const { clauses, cases } = report.summary;
  const seconds = (report.durationMs / 1000).toFixed(1);
  const summary =
    `${cases} cases in ${seconds} s, seed ${report.seed}: ${clauses.pass} clauses pass, ${clauses.fail} fail, ` +
    `${clauses.warn} warn; ${clauses.untested} of the register are not played\n`;
  return (
    report.findings.map((finding) => renderFinding(finding, paint)).join('') +
    paint(report.findings.length > 0 ? 'red' : 'green', summary)
  );
}

function renderFinding(
  { clause, source, level, title, expected, observed, request, response, replay }: Finding,
  paint: Paint,
): string {
  const octets = (base64: string) => visible(Buffer.from(base64, 'base64').toString('latin1')).slice(0, 600);
  return [
    paint('red', `${level} ${clause} (${source})`),
    `  ${title}`,
    `  expected  ${visible(expected)}`,
    `  observed  ${visible(observed)}`,
    ...(request === '' ? [] : [`  request   ${octets(request)}`]),
    ...(response === '' ? [] : [`  response  ${octets(response)}`]),
    `  again     ${replay}`,
    '\n',
  ].join('\n');
}
