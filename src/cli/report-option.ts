import { type Command, Option } from 'commander';

const level = () =>
  new Option('--level <level>', 'lowest level of a finding that makes the exit code 1')
    .choices(['must', 'should'])
    .default('must');

/** What can be done with a report. */
export function addOutput(command: Command): Command {
  return command
    .addOption(level())
    .option('--json <file>', 'write the report as JSON; - for standard output')
    .option('--junit <file>', 'write the report as JUnit XML; - for standard output')
    .option('--html <file>', 'write the report as an HTML page; - for standard output')
    .option('--markdown <file>', 'write the report as Markdown; - for standard output')
    .option('--findings <folder>', 'write each finding to a file of its own, for ws101 replay')
    .option('--baseline <file>', 'an earlier JSON report: only changes since then make the exit code 1')
    .option('--all', 'with --baseline, also show the findings that it has')
    .option('--quiet', 'print only the findings and the summary')
    .option('--verbose', 'list every clause with its verdict');
}
