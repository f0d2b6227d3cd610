import type { ClauseId } from '../../models/clauses.ts';
import { roles } from '../../test/campaign/result.ts';
import { readResults } from '../../test/campaign/run/store.ts';
import { clientDeviations } from '../../test/mutants/client-deviation.ts';
import { deviations } from '../../test/mutants/deviation.ts';
import { hopDeviations } from '../../test/mutants/hop-deviation.ts';

/** What was done wrong on purpose and is found under a clause, in words; tests hold each of them to it. */
export function findPlanted(): ReadonlyMap<ClauseId, readonly string[]> {
  return gather(
    [
      ...deviations.map((each) => ({ ...each, side: 'server' })),
      ...clientDeviations.map((each) => ({ ...each, side: 'client' })),
      ...hopDeviations.map((each) => ({ ...each, side: 'proxy' })),
    ].flatMap(({ side, title, clause, also = [] }) =>
      [clause, ...also].map((id) => [id, `a ${side} that ${title}`] as const),
    ),
  );
}

/** Real implementations by the clauses that they break, of what is published. */
export function findBreakers(): ReadonlyMap<ClauseId, readonly string[]> {
  return gather([
    ...roles
      .flatMap(readResults)
      .flatMap(({ name, findings }) =>
        findings.flatMap(({ clause, also }) => [clause, ...also].map((id) => [id, name] as const)),
      ),
  ]);
}

function gather(pairs: readonly (readonly [ClauseId, string])[]): ReadonlyMap<ClauseId, readonly string[]> {
  const all = new Map<ClauseId, string[]>();
  for (const [id, name] of pairs) {
    const names = all.get(id) ?? [];
    if (!names.includes(name)) all.set(id, [...names, name]);
  }
  return all;
}
