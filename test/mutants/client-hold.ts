import { type VerifyClientOptions, verifyClient } from '../../src/verify/client/verify-client.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { type ClientBehaviour, createClient } from './client.ts';

/** What is said of a client with a behaviour: a report, or why there can be none. */
export async function holdClient(
  behaviour: ClientBehaviour,
  run: Partial<VerifyClientOptions> = {},
): Promise<Report | string> {
  const client = createClient(behaviour);
  try {
    const verification = await verifyClient('0', client, { seed: 1, runs: 1, patience: 50, ...run });
    return verification.ok ? verification.report : verification.problem;
  } finally {
    await client.close();
  }
}
