import type { Target } from '../judge/target.ts';
import type { Report } from '../report/report.ts';

/** The report with a note on a target that has sent no pong: what is behind its 101 was not judged. */
export function noteSilence(report: Report, { pongPatience }: Target): Report {
  if (pongPatience === undefined) return report;
  const title =
    'No pong came to a ping behind the 101 of the canonical opening: nothing but the replies was judged.';
  return { ...report, notes: [{ clause: 'rfc6455/5.5.2/pong', title, case: 0 }, ...report.notes] };
}
