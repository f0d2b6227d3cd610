import { sourceOf } from '../../models/clauses.ts';
import { describeAnswer } from '../verify/judge/judgement.ts';
import { replayFinding } from '../verify/server/replay.ts';
import type { NewField } from '../wire/index.ts';
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
}

/**
 * Runs `ws101 replay`: sends the octets of a finding again and judges the answer.
 *
 * @returns the exit code: 1 still fails, 0 fixed, 3 cannot tell
 */
export async function runReplay(file: string, options: ReplayOptions, io: Io): Promise<number> {
  const { stdout, stderr } = io;
  const paint = makePaint(io);
  const { clause, url, timeout, ...given } = options;
  const { target: from, declared, finding } = await readFinding(file, clause, io);
  const { auth: _auth, header: _header, ...settings } = declared;
  const replay =
    url === undefined && from.includes('***')
      ? { outcome: 'cannot tell' as const, problem: `${from} has a secret: --url gives all of it` }
      : await replayFinding(finding, declared, makeTarget(url ?? from, { ...settings, ...given }), timeout);
  const about = `${finding.level} ${finding.clause} (${sourceOf(finding.clause)})`;
  if (replay.outcome === 'cannot tell') {
    stderr.write(`ws101: ${about}: ${visible(replay.problem)}\n`);
    stdout.write(`${paint('yellow', 'cannot tell')}\n`);
    return 3;
  }
  if (replay.outcome === 'fixed') {
    stdout.write(
      `${paint('green', 'fixed')}  ${about}\n  observed  ${visible(describeAnswer(replay.answer))}\n`,
    );
    return 0;
  }
  const { expected, observed } = replay.fault;
  stdout.write(
    `${paint('red', 'still fails')}  ${about}\n  expected  ${visible(expected)}\n  observed  ${visible(observed)}\n`,
  );
  return 1;
}
