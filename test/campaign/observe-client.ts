import { verifyClient } from '../../src/verify/client/verify-client.ts';
import type { Report } from '../../src/verify/report/report.ts';
import type { ClientFinding } from './client-finding.ts';
import type { ClientRecipe } from './client-recipe.ts';
import { isPublished, withheld } from './withheld.ts';

/** Starts a client, and finds on it what all that is written down finds. */
export async function observeClient({ start, rules }: ClientRecipe): Promise<readonly ClientFinding[]> {
  const connector = await start();
  try {
    const options = { seed: 20261121, runs: 0, timeout: 5_000, rules };
    const verification = await verifyClient('', connector, options);
    if (!verification.ok) throw new Error(verification.problem);
    return readFindings(verification.report);
  } finally {
    await connector.close();
  }
}

/** A key, which is another one in each run, and the number of connections. */
const keys = /^Sends \S{22}== on \d+ of \d+ connections/;

/** What of a report is published. */
function readFindings({ findings }: Report): readonly ClientFinding[] {
  return findings.flatMap(({ level, clause, also = [], title, observed }) => {
    const deed = title.replace(keys, 'Sends a key again, on another connection');
    const others = also.filter((each) => !withheld.has(each));
    return isPublished(clause, deed, observed) ? [[level, clause, others, deed] as const] : [];
  });
}
