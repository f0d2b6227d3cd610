import { sourceOf } from '../../models/clauses.ts';
import { redactTarget } from '../auth/redaction.ts';
import { describeAnswer } from '../verify/judge/judgement.ts';
import { toBase64 } from '../verify/report/exhibit.ts';
import type { Paint } from '../verify/report/paint.ts';
import { hideCredential } from '../verify/report/placeholder.ts';
import type { Finding } from '../verify/report/report.ts';
import { renderFinding } from '../verify/report/text.ts';
import { replayFinding } from '../verify/server/replay.ts';
import type { NewField } from '../wire/index.ts';
import { checkWritable, writeText } from './file.ts';
import type { Io } from './io.ts';
import { readFinding } from './report-file.ts';
import { makeTarget } from './target-option.ts';
import { makePaint, visible } from './terminal.ts';

export interface ReplayOptions {
  readonly clause?: string;
  /** The target, where it has moved, or its URL has a secret. */
  readonly url?: string;
  readonly auth?: string;
  readonly header?: readonly NewField[];
  readonly insecure?: boolean;
  readonly timeout: number;
  /** Where the finding is written as Markdown. */
  readonly markdown?: string;
}

/**
 * Runs `ws101 replay`: sends the octets of a finding again, and shows and judges the answer.
 *
 * @returns the exit code: 1 still fails, 0 fixed, 3 cannot tell
 */
export async function runReplay(
  version: string,
  file: string,
  options: ReplayOptions,
  io: Io,
): Promise<number> {
  const { clause, url, timeout, markdown, ...given } = options;
  checkWritable(markdown, io.cwd);
  const { target: from, declared, finding } = await readFinding(file, clause, io);
  const { auth: _auth, header: _header, ...settings } = declared;
  const isHidden = url === undefined && from.includes('***');
  const target = isHidden ? null : makeTarget(url ?? from, { ...settings, ...given });
  const replay =
    target === null
      ? { outcome: 'cannot tell' as const, problem: `${from} has a secret: --url gives all of it` }
      : await replayFinding(finding, declared, target, timeout);
  const answer = 'answer' in replay ? replay.answer : undefined;
  const seen: Finding = {
    ...finding,
    ...('fault' in replay ? { expected: replay.fault.expected, observed: replay.fault.observed } : {}),
    ...(replay.outcome === 'fixed' ? { observed: describeAnswer(replay.answer) } : {}),
    ...(answer && target ? { response: toBase64(hideCredential(answer.octets, target)) } : {}),
  };
  const { stdout, stderr } = io;
  const paint = makePaint(io);
  const about = `${finding.level} ${finding.clause} (${sourceOf(finding.clause)})`;
  if (markdown !== undefined) {
    const { renderFindingMarkdown } = await import('../verify/report/markdown.ts');
    writeText(
      markdown,
      renderFindingMarkdown(seen, url === undefined ? from : redactTarget(url), version),
      io,
    );
  }
  const out = markdown === '-' ? stderr : stdout;
  if (replay.outcome === 'cannot tell') {
    stderr.write(`ws101: ${about}: ${visible(replay.problem)}\n`);
    out.write(`${paint('yellow', 'cannot tell')}\n`);
    return 3;
  }
  const isFixed = replay.outcome === 'fixed';
  out.write(`${isFixed ? paint('green', 'fixed') : paint('red', 'still fails')}  ${about}\n`);
  if (markdown === undefined) out.write(`${tellSeen(seen, isFixed, paint).join('\n')}\n`);
  return isFixed ? 0 : 1;
}

/** What was sent and what came back, now. What is fixed is no finding any more. */
function tellSeen(seen: Finding, isFixed: boolean, paint: Paint): readonly string[] {
  if (!isFixed) return renderFinding(seen, true, paint).slice(1);
  const { title: _title, hint: _hint, seen: _seen, of: _of, also: _also, ...kept } = seen;
  return renderFinding({ ...kept, title: seen.rule ?? seen.clause }, true, paint).slice(2);
}
