import { mergeReports } from '../../verify/report/compare/merge.ts';
import type { Report } from '../../verify/report/report.ts';
import type { Io } from '../io.ts';
import { readReport } from '../replay/report-file.ts';
import { UsageError } from '../usage-error.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';

/**
 * Runs `ws101 merge`: joins the reports of all shards of one run.
 *
 * @returns the exit code that the run would have had
 */
export async function runMerge(files: readonly string[], options: OutputOptions, io: Io): Promise<number> {
  const output = await readOutput(options, io);
  const reports: Report[] = [];
  for (const file of files) reports.push(await readReport(file, io));
  const merged = mergeReports(reports);
  if (!merged.ok) throw new UsageError(merged.problem);
  return writeOutput(merged.report, output, io);
}
