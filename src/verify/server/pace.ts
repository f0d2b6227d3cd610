import { patientClock } from '../../clock.ts';
import type { Target } from '../judge/target.ts';
import { isAccepting } from './calibration.ts';

/** What the time depends on that a target takes to answer a known-good opening. */
export interface Pace {
  /** The part of the timeout after which a case is late at first. */
  readonly timeoutFactor: number;
  /** Milliseconds between two pieces that the target may not read as one. */
  readonly pause: number;
}

/** Milliseconds that any case may take, and how many times as long as a known-good one it may take at first. */
const leastPatience = 250;
const quickness = 20;
/** The same for the pause between two pieces. */
export const leastPause = 50;
const slowness = 10;

/** Takes the time of a known-good opening. */
export async function measurePace(target: Target, address: string, timeout: number): Promise<Pace> {
  const startedAt = patientClock.now();
  await isAccepting(target, address, timeout);
  const taken = patientClock.now() - startedAt;
  return {
    timeoutFactor: Math.min(1, Math.max(leastPatience, quickness * taken) / timeout),
    pause: Math.min(timeout / 2, Math.max(leastPause, slowness * taken)),
  };
}
