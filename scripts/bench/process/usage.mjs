/** Microseconds of CPU that this process has taken, and octets that it holds; tidied up where that can be asked for. */
export function tellUsage() {
  const collect = globalThis.Bun ? () => globalThis.Bun.gc(true) : globalThis.gc;
  if (process.execArgv.includes('--expose-gc')) for (let times = 0; times < 3; times += 1) collect();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpu: user + system, rss, heapUsed };
}
