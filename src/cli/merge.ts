import { mergeReports } from '../verify/report/merge.ts';
import { readReport } from './report-file.ts';
import { type OutputOptions, readOutput, writeOutput } from './report-output.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs `ws101 merge`: joins the reports of all shards of one run.
 *
 * @returns the exit code that the run would have had
 */
export async function runMerge(files: readonly string[], options: OutputOptions): Promise<number> {
  const output = readOutput(options);
  const merged = mergeReports(files.map(readReport));
  if (!merged.ok) throw new UsageError(merged.problem);
  return writeOutput(merged.report, output);
}
