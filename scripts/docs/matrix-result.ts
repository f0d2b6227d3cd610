import { type ClauseId, clauseIds } from '../../models/clauses.ts';
import { type Result, type ResultFinding, roles } from '../../test/campaign/result.ts';
import { readResults, slugOf } from '../../test/campaign/run/store.ts';
import {
  isPlainHead,
  isPublished,
  isPublishedExchange,
  publishPolicy,
  withheld,
} from '../../test/campaign/withheld.ts';
import type { NamedResult } from './matrix.ts';

/** The results of the campaign, with what may be told of them alone. */
export function readPublished(): readonly NamedResult[] {
  return roles.flatMap(readResults).map((result) => ({ slug: slugOf(result.name), result: publish(result) }));
}

/** What may be told of a result, whatever its runner has left in it. */
export function publish(result: Result): Result {
  const { findings, policy, role, seeds, verdicts } = result;
  const told = findings.filter((finding) => isTold(finding) && isConfirmed(finding, seeds));
  return {
    ...result,
    verdicts: Object.fromEntries(
      clauseIds.flatMap((id) => {
        const verdict = verdicts[id];
        return verdict === undefined || !isShown(id) ? [] : [[id, verdict] as const];
      }),
    ),
    findings: told.map((finding) => ({ ...finding, also: finding.also.filter(isShown) })),
    ...publishKept(result),
    policy: publishPolicy(role, policy),
  };
}

/** What was kept and may be told, with the exchanges that are left then. */
function publishKept({ role, kept, exchanges }: Result): Pick<Result, 'kept' | 'exchanges'> {
  const told = clauseIds.flatMap((id) => {
    const exchange = exchanges[kept[id] ?? -1];
    return exchange && isShown(id) && isPublishedExchange(role, exchange) ? [{ id, exchange }] : [];
  });
  const left = [...new Set(told.map(({ exchange }) => exchange))];
  return {
    kept: Object.fromEntries(told.map(({ id, exchange }) => [id, left.indexOf(exchange)])),
    exchanges: left,
  };
}

/** What the service alone asks for is no matter of other people's software. */
const isShown = (id: ClauseId) => !withheld.has(id) && !id.startsWith('service/');

function isTold({ clause, sent, title, came, tags, ...messages }: ResultFinding): boolean {
  const { request, response, forwarded = '', answered = '' } = messages;
  return (
    isShown(clause) &&
    isPublished(clause, `${sent}; ${title}`, came, tags) &&
    [request, response, forwarded, answered].every((base64) => isPlainHead(Buffer.from(base64, 'base64')))
  );
}

/** Every seed has found it, or it was seen again alone on a process that was started anew. */
function isConfirmed({ seeds, replayed }: ResultFinding, all: readonly number[]): boolean {
  return replayed || (all.length > 0 && all.every((seed) => seeds.includes(seed)));
}
