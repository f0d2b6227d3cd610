import { onTestFinished, vi } from 'vitest';

/** Stops the timers of the system for the length of a test. */
export function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
