/** Keeps this process from doing anything else for some milliseconds, as a machine that is busy does. */
export function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
