import type { ClauseId } from '../../../models/clauses.ts';
import type { Observation } from '../judge/observation.ts';
import { textPhrase } from '../judge/phrase.ts';
import { leaveInterrupted, unlessAborted } from '../run/interruption.ts';
import { workOff } from '../run/pool.ts';

/** What a scenario has shown, with the octets that it rests on where it has some of its own. */
export interface Seen {
  readonly observations: readonly Observation[];
  readonly request?: Uint8Array;
  readonly response?: Uint8Array;
}

/** What no single exchange can show, and only an insider can play: several connections, a clock, an application. */
export interface Scenario {
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  /** What is played, in words; the same for the same seed. */
  readonly title: string;
  readonly play: (signal: AbortSignal) => Promise<Seen>;
}

export interface ScenarioOptions {
  /** Scenarios that are played at once. */
  readonly concurrency: number;
  /** Milliseconds that one of them may take. */
  readonly timeout: number;
  /** No scenario is begun, and none that is under way counts, once it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called whenever one has ended. */
  readonly onProgress?: () => void;
}

/** One scenario and what it has shown. */
export interface PlayedScenario {
  readonly scenario: Scenario;
  readonly seen: Seen;
}

/** Plays every scenario, each within its deadline, and gives the results that there are in their order. */
export async function playScenarios(
  scenarios: readonly Scenario[],
  { concurrency, timeout, signal, onProgress }: ScenarioOptions,
): Promise<readonly PlayedScenario[]> {
  const played: PlayedScenario[] = [];
  await workOff(scenarios.entries(), concurrency, async ([index, scenario]) => {
    if (signal?.aborted) return;
    const seen = await unlessAborted(signal, () => playOne(scenario, timeout)).catch(leaveInterrupted);
    if (seen !== null) played[index] = { scenario, seen };
    onProgress?.();
  });
  return played.filter((each) => each !== undefined);
}

/** A scenario that throws, or does not end in time, shows that its clause is broken. */
async function playOne(current: Scenario, timeout: number): Promise<Seen> {
  const abort = new AbortController();
  const failed = (expected: string, observed: string): Seen => ({
    observations: [
      { clause: current.clause, ok: false, expected: textPhrase(expected), observed: textPhrase(observed) },
    ],
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Seen>((resolve) => {
    timer = setTimeout(() => {
      resolve(failed(`an outcome within ${timeout} ms`, 'none'));
      abort.abort();
    }, timeout);
  });
  const played = Promise.resolve(abort.signal)
    .then(current.play)
    .catch((error: unknown) => failed('the scenario runs to its end', String(error)));
  try {
    return await Promise.race([played, late]);
  } finally {
    clearTimeout(timer);
  }
}
