import { readTarget } from '../../src/verify/judge/target.ts';
import { startBackend } from '../../src/verify/proxy/play/backend.ts';
import { type VerifyProxyOptions, verifyProxy } from '../../src/verify/proxy/verify-proxy.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { type HopBehaviour, startHop } from './hop.ts';

/** What is said of a hop with a behaviour: a report, or why there can be none. */
export async function holdHop(
  behaviour: HopBehaviour,
  run: Partial<VerifyProxyOptions> = {},
  path = '/chat',
): Promise<Report | string> {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 5_000 });
  const hop = await startHop(backend.port, behaviour);
  try {
    const url = `ws://127.0.0.1:${hop.port}${path}`;
    const front = readTarget(url, {});
    if (!front.ok) throw new TypeError(front.problem);
    const options = { seed: 1, runs: 5, timeout: 400, name: url, again: 'ws101 verify proxy' };
    const verification = await verifyProxy('0', front.value, backend, { ...options, ...run });
    return verification.ok ? verification.report : verification.problem;
  } finally {
    await hop.close();
    await backend.close();
  }
}
