/**
 * Does something again and again until as much CPU is used.
 *
 * @param {number} milliseconds
 * @param {() => void} step
 * @returns nanoseconds of CPU for one step, those of the collector included
 */
export function repeat(milliseconds, step) {
  const before = process.cpuUsage();
  let used = 0;
  let steps = 0;
  for (let batch = 1; used < milliseconds * 1_000; batch = Math.min(batch * 2, 1_024)) {
    for (let at = 0; at < batch; at += 1) step();
    steps += batch;
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  return (used * 1_000) / steps;
}
