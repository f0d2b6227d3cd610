import { expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { findDefects } from '../../../src/verify/explain/defect.ts';
import { weighAlone } from '../../../src/verify/judge/judgement.ts';
import { type FixedCase, fixCase, plainReaction, takeAsFixed } from '../../../src/verify/run/fixed-case.ts';
import { Player } from '../../../src/verify/run/player.ts';
import type { Subject } from '../../../src/verify/run/subject.ts';

const clause: ClauseId = 'rfc6455/4.1/host-sent';

/** How often a case shows the fault, of the times that it is played. */
type Play = { readonly shows: 'once' | 'always' | 'never' };

/** Plays cases, and gives those that are told as defects and as accidents. */
async function play(...plays: readonly Play['shows'][]) {
  const times = new Map<number, number>();
  const subject: Subject<FixedCase<Play>, boolean> = {
    acceptance: null,
    timeout: 1_000,
    async play({ number, play: { shows } }) {
      times.set(number, (times.get(number) ?? 0) + 1);
      return shows === 'always' || (shows === 'once' && times.get(number) === 1);
    },
    isAlive: async () => true,
    judge(_, isBroken) {
      const broken = { clause, expected: 'request', observed: 'nothing', about: 'host', seen: [] } as const; // a breach
      const fault = isBroken ? weighAlone({ kind: 'reply', ...broken }, 'nothing') : null;
      return { shown: [clause], faults: fault ? [fault] : [] };
    },
    reactionOf: () => plainReaction,
    ...takeAsFixed(),
  };
  const literals = plays.map((shows, at) => fixCase({ clause, title: `${at}`, play: { shows } }, at, null));
  const played = await new Player(subject, { concurrency: 1 }).play({
    literals,
    drawn: [],
    total: literals.length,
  });
  const { defects, accidents } = await findDefects(played, subject);
  return [defects, accidents].map((each) => each.map(({ current }) => current.number));
}

test('what one case shows by accident, another that is played as it stands may show each time', async () => {
  expect(await play('never', 'once', 'always')).toEqual([[2], []]);
  expect(await play('always', 'once')).toEqual([[0], []]);
});

test('where none shows it each time, the first is told as an accident', async () => {
  expect(await play('once', 'never', 'once')).toEqual([[], [0]]);
});
