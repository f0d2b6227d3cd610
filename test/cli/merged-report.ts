import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, run } from './run.ts';

/** Plays a part of a run, and gives where its report is. */
export async function playPart(url: string, name: string, ...args: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await run('verify', 'server', url, '--seed', '5', '--runs', '2', ...args, '--json', path);
  return path;
}

/** A report without its times, and without what answers have of time and chance. */
export function readComparable(path: string) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  // A shard may lack the cases that would have to agree with a cause.
  const findings = report.findings.map((finding: object) => ({
    ...finding,
    ...{ response: '', replay: '', hint: '' },
  }));
  const clauses = report.clauses.map((result: object) => ({ ...result, cases: 0 }));
  const policy = { ...report.policy, statuses: {} };
  return { ...report, findings, clauses, policy, startedAt: '', durationMs: 0 };
}
