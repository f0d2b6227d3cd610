import type { Bench } from '../bench.ts';
import { contenders, serveAll } from '../contender.ts';
import { type Loaded, putLoad, startGenerator } from '../load.ts';
import { bare } from '../opening.ts';
import type { Part } from '../part.ts';
import { spreadOf } from '../statistics.ts';
import { writeSpread } from '../table.ts';

const text = `Milliseconds from the start of a connection to its whole 101, while so many are under way at once: whenever
one is closed, the next begins, so that each waits for all the others, and the more a handshake costs the longer it waits.
Generator and server share the machine. Node asks the system to queue 511 connections that are not accepted yet; one that
finds no room there tries again after a second.`;

const { floor, ws101, ws101Frames, ws, bun } = contenders;
const crowds = [64, 500, 1_000] as const;

export async function measureLatency(bench: Bench): Promise<Part> {
  const generator = await startGenerator(bench);
  const served = await serveAll(bench, [floor, ws101, ws101Frames, ws, bun]);
  const turns = await bench.takeTurns(served, async (each): Promise<readonly Loaded[]> => {
    const taken: Loaded[] = [];
    for (const concurrency of crowds) {
      taken.push(
        await putLoad(generator, each, bare, { count: bench.count(4_000) + concurrency, concurrency }),
      );
    }
    return taken;
  });
  return {
    title: 'Latency',
    text,
    tables: [
      {
        head: ['ms', ...crowds.flatMap((crowd) => [`p50 of ${crowd}`, `p99 of ${crowd}`])],
        rows: [...turns].map(([{ name }, taken]) => [
          name,
          ...crowds.flatMap((_, at) =>
            (['p50', 'p99'] as const).map((part) =>
              writeSpread(spreadOf(taken.flatMap((turn) => turn[at]?.[part] ?? []))),
            ),
          ),
        ]),
      },
    ],
    results: [],
    charts: [],
    turns: [...turns].flatMap(([{ name }, taken]) =>
      taken.flatMap((turn, round) =>
        turn.map(({ p50, p99 }, at) => ({ contender: name, round, atOnce: crowds[at], p50, p99 })),
      ),
    ),
  };
}
