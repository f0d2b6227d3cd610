import { readFileSync } from 'node:fs';
import type { ClauseId } from '../../models/clauses.ts';
import type { Finding, Report } from '../../src/verify/report/report.ts';

/** What each planted deviation spoils, and so what its finding has to mark: a line for each, read by a person. */
export const knownMarks: readonly string[] = readFileSync('test/mutants/data/mark.txt', 'latin1')
  .trimEnd()
  .split('\n');

/** The parts of a start-line by their places: of a request, and of a reply. */
const parts = {
  request: ['method', 'target', 'http-version'],
  reply: ['http-version', 'status', 'reason'],
} as const;

/**
 * What of an exchange a finding marks, each by its side: a field, the start-line, a part of it, or what stands behind
 * the head.
 */
function nameMarks(
  finding: Pick<Finding, 'seen' | 'request' | 'response' | 'forwarded' | 'answered'>,
): readonly string[] {
  const names = (finding.seen ?? []).map(({ side, start, end }) => {
    const text = Buffer.from(finding[side] ?? '', 'base64').toString('latin1');
    const isReply = side === 'response' || side === 'answered';
    return `${side} ${nameMark(text, start, end, isReply ? parts.reply : parts.request)}`;
  });
  return [...new Set(names)].toSorted();
}

function nameMark(text: string, start: number, end: number, names: readonly string[]): string {
  const head = text.indexOf('\r\n\r\n');
  if (head >= 0 && start >= head + 4) return 'behind';
  const before = text.slice(0, start);
  if (before.includes('\r\n')) return /^[^:\r\n]*/.exec(text.slice(start, end))?.[0].toLowerCase() ?? '';
  const line = text.split('\r\n', 1)[0] ?? '';
  const isHttp = names === parts.reply ? /^HTTP\//i.test(line) : / HTTP\//i.test(line);
  if (!isHttp || (start === 0 && end === line.length)) return 'start-line';
  return names[before.split(' ').length - 1] ?? 'start-line';
}

/** A line as `knownMarks` has it, of the finding under a clause. */
export function tellMarks(who: string, clause: ClauseId, said: Report | string): string {
  const finding = typeof said === 'string' ? undefined : said.findings.find((each) => each.clause === clause);
  return `${who}: ${finding ? nameMarks(finding).join(', ') || 'nothing' : 'no finding'}`;
}
