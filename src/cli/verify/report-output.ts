import { accessSync, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quoteForShell } from '../../quote/shell.ts';
import { visibleDeep } from '../../quote/visible-deep.ts';
import {
  type BaselineDifference,
  compareWithBaseline,
  leaveOutKnown,
  waiveKnown,
} from '../../verify/report/compare/baseline.ts';
import { type CountedLevel, type Finding, isCounted, type Report } from '../../verify/report/report.ts';
import { isToken } from '../../wire/index.ts';
import { cannotBeWritten, checkWritable, writeJson, writeRendered } from '../file.ts';
import { makeFolder } from '../folder.ts';
import type { Io } from '../io.ts';
import { giveAgain, tellReplay } from '../replay/replay-command.ts';
import { type FindingFile, readReport } from '../replay/report-file.ts';
import { makePaint, visible } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Where a report is written, and which findings make the exit code 1. */
export interface OutputOptions {
  /** How a client is brought to connect, or a proxy is reached from both sides, as a shell takes it. */
  readonly how?: string;
  /** Whether a client comes by itself, and so for a whole run alone. */
  readonly comesByItself?: boolean;
  readonly level: CountedLevel;
  readonly json?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly markdown?: string;
  /** A folder for a file for each finding. */
  readonly findings?: string;
  readonly baseline?: string;
  /** Whether findings of the baseline are shown too. */
  readonly all?: boolean;
  readonly quiet?: boolean;
  /** Whether every clause is listed. */
  readonly verbose?: boolean;
}

/** @throws UsageError where writing the report would fail: better now than after everything was played */
export async function readOutput(
  options: OutputOptions,
  io: Io,
): Promise<{ readonly options: OutputOptions; readonly baseline: Report | null }> {
  const { json, junit, html, markdown, baseline, findings } = options;
  if ([json, junit, html, markdown].filter((file) => file === '-').length > 1) {
    throw new UsageError('only one report can go to standard output');
  }
  if (findings === '') throw new UsageError('the name of a folder was expected, and not an empty word');
  // Other reports may be meant to stand in that folder.
  if (findings !== undefined) makeFolderFor(findings, io);
  for (const file of [json, junit, html, markdown]) checkWritable(file, io.cwd);
  return { options, baseline: baseline === undefined ? null : await readReport(baseline, io) };
}

/**
 * Writes a report to where it is wanted. Of a baseline's findings the JSON alone has all, so that it can be the next
 * baseline: text and page leave them out unless all are asked for, and in JUnit they are skipped.
 *
 * @returns the exit code: 1 if a finding counts, and is not in the baseline, or one of the baseline is gone; else 3 if the
 *   run ended early
 */
export async function writeOutput(
  given: Report,
  { options, baseline }: Awaited<ReturnType<typeof readOutput>>,
  io: Io,
): Promise<number> {
  const {
    json,
    junit,
    html,
    markdown,
    findings,
    level,
    all = false,
    quiet = false,
    verbose = false,
  } = options;
  const played = given.findings.map((each) => withReplay(each, given, options));
  const report = visibleDeep({ ...given, findings: played });
  const difference = baseline ? compareWithBaseline(report, baseline, level) : null;
  const shown = baseline && !all ? leaveOutKnown(report, baseline) : report;
  const hidden = report.findings.length - shown.findings.length;
  if (![json, junit, html, markdown].includes('-')) {
    const { renderText } = await import('../../verify/report/format/text.ts');
    const style = { colour: makePaint(io), isVerbose: verbose, isQuiet: quiet };
    writeRendered('-', shown, (each) => renderText(each, style), io);
  }
  if (findings !== undefined) writeFindings(findings, report, io);
  if (json !== undefined) writeJson(json, report, io);
  if (junit !== undefined) {
    const { renderJunit } = await import('../../verify/report/format/junit.ts');
    writeRendered(junit, baseline ? waiveKnown(report, baseline) : report, renderJunit, io);
  }
  if (markdown !== undefined) {
    const { renderMarkdown } = await import('../../verify/report/format/markdown.ts');
    writeRendered(markdown, shown, renderMarkdown, io);
  }
  if (html !== undefined) {
    const { renderHtml } = await import('../../verify/html/html.ts');
    const since = difference && { ...difference, hidden };
    writeRendered(html, { shown, since }, (each) => renderHtml(each.shown, each.since), io);
  }
  if (!report.shard || report.shard.count === 1) tellUnused(report, io);
  if (report.partial) say(`the report is partial, because the run ended early: ${report.ended}`, io);
  const isFailed = difference
    ? tellChange(difference, hidden, io)
    : report.findings.some((finding) => isCounted(finding, level));
  if (isFailed) return 1;
  return report.partial ? 3 : 0;
}

/** The command that sends the octets of a finding again, or has the whole run do so where nothing less can. */
function withReplay(
  finding: Finding,
  report: Report,
  { findings, json, how = '', comesByItself = false }: OutputOptions,
): Finding {
  const { mode, findings: all } = report;
  // These are played again by their commands: the octets do not have what an insider sees, nor a pause.
  if (mode === 'self' || (mode === 'proxy' && finding.pair === undefined)) return finding;
  const isOfRun = mode === 'client' && comesByItself;
  if (findings !== undefined && !isOfRun)
    return { ...finding, replay: tellReplay(fileOf(findings, finding, all), undefined, report, how) };
  if (json !== undefined && json !== '-' && !isOfRun)
    return { ...finding, replay: tellReplay(json, finding.clause, report, how) };
  if (mode === 'proxy') return finding;
  const run = `--seed ${report.seed} --runs ${report.runs} --only ${finding.clause}`;
  const again = mode === 'client' ? `ws101 verify client ${run} ${how}` : runAgain(run, report);
  return { ...finding, replay: again };
}

/** The command that plays the cases of a clause again, where no file has the finding. */
function runAgain(run: string, { target, declared }: Report): string {
  const { subprotocol, subprotocolRequired, origin, versions } = declared;
  return [
    `ws101 verify server ${quoteForShell(target)} ${run}`,
    ...(subprotocol?.every(isToken) ? [`--subprotocol ${quoteForShell(subprotocol.join(','))}`] : []),
    ...(subprotocolRequired ? ['--subprotocol-required'] : []),
    ...(origin ? [`--origin ${quoteForShell(origin.join(','))}`] : []),
    ...(versions ? [`--versions ${versions.join(',')}`] : []),
    ...giveAgain({ declared }),
  ].join(' ');
}

/** Of several findings of one clause each has a file of its own. */
function fileOf(folder: string, finding: Finding, all: readonly Finding[]): string {
  const alike = all.filter(({ clause }) => clause === finding.clause);
  const place = alike.findIndex((each) => each.case === finding.case);
  return join(folder, `${finding.clause.replaceAll('/', '_')}${place > 0 ? `_${place + 1}` : ''}.json`);
}

/** @throws UsageError where there can be none */
function makeFolderFor(folder: string, { cwd }: Pick<Io, 'cwd'>): void {
  try {
    makeFolder(resolve(cwd, folder));
    if (!statSync(resolve(cwd, folder)).isDirectory()) throw new Error('it is no folder');
    accessSync(resolve(cwd, folder), constants.W_OK);
  } catch (error) {
    throw cannotBeWritten(folder, error);
  }
}

function writeFindings(folder: string, report: Report, io: Io): void {
  const { version, mode, target, declared, seed, runs, findings } = report;
  for (const finding of findings) {
    const run = { mode, target, declared, seed, runs };
    const content: FindingFile = { tool: 'ws101', version, schema: 1, ...run, finding };
    writeJson(fileOf(folder, finding, findings), content, io);
  }
}

function say(sentence: string, { stderr }: Io): void {
  stderr.write(`ws101: ${visible(sentence)}\n`);
}

function tellUnused({ unusedWaivers }: Report, io: Io): void {
  for (const waiver of unusedWaivers) {
    say(
      `the waiver of ${'tag' in waiver ? `tag ${waiver.tag}` : waiver.clause} matches no finding: you can remove it`,
      io,
    );
  }
}

/** @returns whether anything has changed */
function tellChange({ added, passing, known }: BaselineDifference, hidden: number, io: Io): boolean {
  for (const finding of added) say(`not in the baseline: ${finding.level} ${finding.clause}`, io);
  for (const clause of passing)
    say(`passes now, but has a finding in the baseline, which you can renew: ${clause}`, io);
  const rest = hidden === 0 ? '' : `; --all shows the ${hidden} that the baseline has`;
  say(`since the baseline ${added.length} new, ${passing.length} gone, ${known} as before${rest}`, io);
  return added.length + passing.length > 0;
}
