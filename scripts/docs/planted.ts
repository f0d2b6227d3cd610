import type { ClauseId } from '../../models/clauses.ts';
import { roles } from '../../test/campaign/result.ts';
import { readResults } from '../../test/campaign/run/store.ts';
import { clientDeviations, excusedClientDeviations } from '../../test/mutants/client-deviation.ts';
import { deviations, excusedDeviations } from '../../test/mutants/deviation.ts';
import { hopDeviations } from '../../test/mutants/hop-deviation.ts';
import type { Side } from '../../test/mutants/unplanted.ts';

/** What was done wrong on purpose on one side, by the clauses under which it is found, or noted where texts excuse it. */
export function findPlantedOn(side: Side): ReadonlyMap<ClauseId, readonly string[]> {
  const planted: readonly Planted[] = {
    server: [...deviations, ...excusedDeviations],
    client: [...clientDeviations, ...excusedClientDeviations],
    proxy: hopDeviations,
  }[side];
  return gather(
    planted.flatMap(({ title, clause, also = [], warned = [] }) =>
      [clause, ...also, ...warned].map((id) => [id, `a ${side} that ${title}`] as const),
    ),
  );
}

interface Planted {
  readonly title: string;
  readonly clause: ClauseId;
  readonly also?: readonly ClauseId[];
  readonly warned?: readonly ClauseId[];
}

/** The same of all sides; tests hold each of them to it. */
export function findPlanted(): ReadonlyMap<ClauseId, readonly string[]> {
  const sides = ['server', 'client', 'proxy'] as const;
  return gather(
    sides.flatMap((side) =>
      [...findPlantedOn(side)].flatMap(([id, titles]) => titles.map((title) => [id, title] as const)),
    ),
  );
}

/** Real implementations by the clauses that they break, of what is published. */
export function findBreakers(): ReadonlyMap<ClauseId, readonly string[]> {
  return gather(
    roles
      .flatMap(readResults)
      .flatMap(({ name, findings }) =>
        findings.flatMap(({ clause, also }) => [clause, ...also].map((id) => [id, name] as const)),
      ),
  );
}

function gather(pairs: readonly (readonly [ClauseId, string])[]): ReadonlyMap<ClauseId, readonly string[]> {
  const all = new Map<ClauseId, string[]>();
  for (const [id, name] of pairs) {
    const names = all.get(id) ?? [];
    if (!names.includes(name)) all.set(id, [...names, name]);
  }
  return all;
}
