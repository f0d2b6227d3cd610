import type { Finding } from '../../src/verify/report/report.ts';

/**
 * What of an exchange a finding marks, each by its side: the name of a field, the line that begins a head, a part of
 * it, or what stands behind the head.
 */
export function nameMarks(
  finding: Pick<Finding, 'seen' | 'request' | 'response' | 'forwarded' | 'answered'>,
) {
  const names = (finding.seen ?? []).map(({ side, start, end }) => {
    const text = Buffer.from(finding[side] ?? '', 'base64').toString('latin1');
    return `${side} ${nameMark(text, start, end)}`;
  });
  return [...new Set(names)].toSorted();
}

function nameMark(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\r\n', start - 1);
  const first = from < 0 || text.slice(0, from).replaceAll('\r\n', '') === '';
  const head = text.indexOf('\r\n\r\n');
  if (head >= 0 && start >= head + 4) return 'behind';
  const line = text.slice(from < 0 ? 0 : from + 2, end);
  if (!first) return /^[^:\r\n]*/.exec(line)?.[0].toLowerCase() ?? '';
  return line.length === end - start ? 'start-line' : `${text.slice(start, end)} of the start-line`;
}
