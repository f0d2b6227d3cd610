import { setTimeout as delay } from 'node:timers/promises';
import type { TargetCase } from '../judge/case.ts';
import type { Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { probe } from '../peer/probe.ts';

/** How a target is reached. */
export interface Reach {
  readonly target: Target;
  readonly address: string;
  /** Milliseconds that one request may take. */
  readonly timeout: number;
  /** Whether the target accepts the canonical opening. */
  readonly isAlive: () => Promise<boolean>;
}

/** Milliseconds between two looks at a target that is gone. */
const interval = 100;

/** @returns whether the target, which is gone, has come back in good time */
export async function waitForReturn(reach: Reach): Promise<boolean> {
  const deadline = Date.now() + 2.5 * reach.timeout;
  while (Date.now() < deadline) {
    if (await reach.isAlive()) return true;
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
