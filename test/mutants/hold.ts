import { readTarget, type TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { type VerifyServerOptions, verifyServer } from '../../src/verify/server/verify-server.ts';
import { type Behaviour, startServer } from './server.ts';

/** What is said of a server with a behaviour: a report, or why there can be none. */
export async function holdServer(
  behaviour: Behaviour,
  declared: TargetDeclaration = { subprotocols: ['chat', 'superchat'] },
  run: Partial<VerifyServerOptions> = {},
): Promise<Report | string> {
  const server = await startServer(behaviour);
  try {
    const target = readTarget(server.url, declared);
    if (!target.ok) return target.problem;
    const verification = await verifyServer('0', target.value, { seed: 1, runs: 1, ...run });
    return verification.ok ? verification.report : verification.problem;
  } finally {
    await server.close();
  }
}

/** For each finding the clauses that are broken, its own first; or why there is no report. */
export function listBroken(said: Report | string): readonly (readonly string[])[] {
  return typeof said === 'string'
    ? [[said]]
    : said.findings.map(({ clause, also = [] }) => [clause, ...also]);
}

/** For each finding on a server with a behaviour the clauses that it breaks, its own first. */
export async function findBroken(
  ...held: Parameters<typeof holdServer>
): Promise<readonly (readonly string[])[]> {
  return listBroken(await holdServer(...held));
}
