import { listMoot, mootRows } from '../../../models/moot.ts';
import type { Permits } from '../../../models/vocabulary.ts';
import { fieldValues } from '../../wire/index.ts';
import type { Answer } from '../peer/answer.ts';
import { checkReply } from './obligation.ts';
import { type Examined, isOfOneGuard, type Rows } from './oracle.ts';
import type { Target } from './target.ts';
import type { Checked } from './told.ts';

/** Holds a reply against what it owes itself, but for what no right answer can be given to. */
export function checkOwnClauses(
  { faults, owed, request }: Examined,
  accepted: Rows,
  answer: Answer,
  { options }: Target,
): Checked {
  const { reply } = answer;
  if (!reply) return { shown: [], faults: [] };
  const [only] = faults;
  const isDue = owed.length > 0 && owed.every(({ permits }) => isErrorAlone(permits.status));
  const offered = fieldValues(request?.fields ?? [], 'sec-websocket-protocol');
  const checked = checkReply(
    {
      reply,
      head: answer.head,
      interims: answer.interims,
      behind: answer.early,
      pong: answer.ponged ? 'came' : 'missing',
      content: null,
      // Nobody waits for the end of a connection behind a reply.
      end: reply.status === 101 && hasEnded(answer) ? 'ended' : 'unseen',
    },
    {
      request,
      versions: options.versions ?? null,
      fault: only === undefined ? 'none' : isOfOneGuard(faults) ? only.guard : 'several',
      refusal: isDue ? 'due' : 'open',
      choice: request !== null && offered.length === 0 ? 'none' : 'open',
      clock: 'unknown',
      resource: 'unknown',
      intent: 'unknown',
    },
  );
  const guardsOf = (rows: Rows) => rows.map(({ guard }) => guard);
  const exempt = faults.filter((row) => !owed.includes(row));
  const broken = checked.faults.map(({ clause }) => clause);
  const moot = listMoot(mootRows, guardsOf(accepted), guardsOf(exempt), broken);
  return {
    shown: checked.shown.filter((clause) => !moot.has(clause)),
    faults: checked.faults.filter(({ clause }) => !moot.has(clause)),
  };
}

function hasEnded({ end }: Answer): boolean {
  return end === 'ended' || end === 'reset';
}

function isErrorAlone(status: Permits['status']): boolean {
  return status !== 'any' && status !== 'anyBut101';
}
