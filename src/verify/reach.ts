import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer-reader.ts';
import { calibrate } from './calibration.ts';
import { probe, Unreachable } from './probe.ts';
import type { Target } from './target.ts';
import type { TargetCase } from './target-case.ts';

/** How a target is reached. */
export interface Reach {
  readonly target: Target;
  readonly address: string;
  /** Milliseconds that one request may take. */
  readonly timeout: number;
}

/** Milliseconds between two looks at a target that is gone. */
const interval = 100;

/** Whether the target accepts the canonical opening. */
export async function isAlive({ target, address, timeout }: Reach): Promise<boolean> {
  try {
    return (await calibrate(target, address, timeout)).ok;
  } catch (error) {
    if (error instanceof Unreachable) return false;
    throw error;
  }
}

/** @returns whether the target, which is gone, has come back in good time */
export async function waitForReturn(reach: Reach): Promise<boolean> {
  const deadline = Date.now() + 2.5 * reach.timeout;
  while (Date.now() < deadline) {
    if (await isAlive(reach)) return true;
    await delay(interval);
  }
  return false;
}

/** @throws Unreachable */
export function sendCase(
  { target, address, timeout }: Reach,
  { pieces, frames }: Pick<TargetCase, 'pieces' | 'frames'>,
): Promise<Answer> {
  return probe(target, address, pieces, timeout, frames);
}
