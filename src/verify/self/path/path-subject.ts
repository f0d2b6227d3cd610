import type { CaseList } from '../../judge/case.ts';
import { judgeObservations } from '../../judge/observation.ts';
import { textPhrase } from '../../judge/seen/phrase.ts';
import {
  type FixedCase,
  type FixedParts,
  fixCase,
  plainReaction,
  takeAsFixed,
} from '../../run/fixed-case.ts';
import type { Subject } from '../../run/subject.ts';
import { type ConnectionPlay, connectionPaths, playConnection } from './connection-path.ts';
import { type HopRowPlay, hopRows, playHopRow } from './hop-row.ts';
import type { SeenPath } from './path.ts';
import { playSession, type SessionPlay, sessionPaths } from './session-path.ts';

/** What no single exchange can show, and only an insider can play: several connections, a clock, an application. */
type PathPlay = ConnectionPlay | SessionPlay | HopRowPlay;

/** A path among those of a run. */
export type PathCase = FixedCase<PathPlay>;

/** The paths that follow from the lifecycles, and each row of the table of intermediaries. */
export function pathCases(): CaseList<PathCase> {
  const parts: readonly FixedParts<PathPlay>[] = [...connectionPaths(), ...sessionPaths(), ...hopRows()];
  const drawn = parts.map((each, number) => fixCase(each, number, null));
  return { literals: [], drawn, total: drawn.length };
}

/** Plays one path. @param signal told once nobody waits for it any more */
export type PlayPath = (current: PathCase, signal: AbortSignal) => Promise<SeenPath>;

/**
 * The reference client, server and hop, as far as paths show them.
 *
 * @param timeout milliseconds that one path may take
 */
export function createPathSubject(timeout: number, play: PlayPath = playByKind): Subject<PathCase, SeenPath> {
  return {
    acceptance: null,
    timeout,
    play: (current, patience = 1) => playInTime(current, play, patience * timeout),
    isAlive: async () => true,
    judge: (_, { observation }) => judgeObservations([observation]),
    reactionOf: ({ isLate = false }) => ({ ...plainReaction, isUnfinished: isLate }),
    ...takeAsFixed(),
  };
}

const playByKind: PlayPath = ({ play }, signal) => {
  switch (play.is) {
    case 'connection':
      return playConnection(play);
    case 'session':
      return playSession(play, signal);
    case 'hopRow':
      return playHopRow(play);
  }
};

/** A path that throws, or does not end in time, shows that its clause is broken. */
async function playInTime(current: PathCase, play: PlayPath, timeout: number): Promise<SeenPath> {
  const abort = new AbortController();
  const failed = (expected: string, observed: string): SeenPath => ({
    observation: {
      clause: current.clause,
      ok: false,
      expected: textPhrase(expected),
      observed: textPhrase(observed),
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SeenPath>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ...failed(`an outcome within ${timeout} ms`, 'none'), isLate: true });
      abort.abort();
    }, timeout);
  });
  const played = Promise.resolve(current)
    .then((each) => play(each, abort.signal))
    .catch((error: unknown) => failed('the path runs to its end', String(error)));
  try {
    return await Promise.race([played, late]);
  } finally {
    clearTimeout(timer);
  }
}
