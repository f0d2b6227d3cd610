import type { Report } from '../../src/verify/report.ts';
import { readTarget, type TargetOptions } from '../../src/verify/target.ts';
import { type VerifyServerOptions, verifyTarget } from '../../src/verify/verify-server.ts';
import { type Behaviour, startServer } from './server.ts';

/** What is said of a server with a behaviour: a report, or why there can be none. */
export async function holdServer(
  behaviour: Behaviour,
  declared: TargetOptions = { subprotocols: ['chat', 'superchat'] },
  run: Partial<VerifyServerOptions> = {},
): Promise<Report | string> {
  const server = await startServer(behaviour);
  try {
    const target = readTarget(server.url, declared);
    if (!target.ok) return target.problem;
    const verification = await verifyTarget('0', target.value, { seed: 1, runs: 8, ...run });
    return verification.ok ? verification.report : verification.problem;
  } finally {
    await server.close();
  }
}

/** The clauses that a server with a behaviour is found to break. */
export async function findBroken(...held: Parameters<typeof holdServer>): Promise<ReadonlySet<string>> {
  const said = await holdServer(...held);
  return new Set(typeof said === 'string' ? [said] : said.findings.map(({ clause }) => clause));
}
