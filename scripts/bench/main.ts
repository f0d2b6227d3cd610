import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bench, shortRounds } from './bench.ts';
import { describeEnvironment } from './environment.ts';
import { measureClient } from './part/client.ts';
import { measureDecision } from './part/decision.ts';
import { measureHead } from './part/head.ts';
import { measureLatency } from './part/latency.ts';
import { measureMemory } from './part/memory.ts';
import { measureRefusal } from './part/refusal.ts';
import { measureServer } from './part/server.ts';
import { measureWorkers } from './part/workers.ts';
import { type Measure, type Part, writePart } from './part.ts';

const out = fileURLToPath(new URL('../../docs/generated/benchmark/', import.meta.url));

const measures: Readonly<Record<string, Measure>> = {
  server: measureServer,
  refusal: measureRefusal,
  latency: measureLatency,
  memory: measureMemory,
  client: measureClient,
  decision: measureDecision,
  head: measureHead,
  workers: measureWorkers,
};

export interface Wanted {
  /** Names of the parts; all where there are none. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly quick: boolean;
  /** Whether the page is written, or only printed. */
  readonly write: boolean;
}

/** @throws Error for an unknown part, a page of some parts, a process that fails, or a reply that is not the one expected */
export async function runBenchmark({ only, rounds, quick, write }: Wanted): Promise<void> {
  const unknown = only.find((name) => !Object.hasOwn(measures, name));
  if (unknown !== undefined) {
    throw new Error(`no part "${unknown}": there are ${Object.keys(measures).join(', ')}`);
  }
  if (write && only.length > 0) throw new Error('the page is written of all parts, or not at all');
  const environment = describeEnvironment();
  console.log(`${environment.join('\n')}\n`);
  const parts = new Map<string, Part>();
  for (const [name, measure] of Object.entries(measures)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const bench = new Bench(rounds, quick);
    try {
      const part = await measure(bench);
      parts.set(name, part);
      console.log(`${writePart(part)}\n`);
    } finally {
      await bench.stopAll();
    }
  }
  if (write) writePage(environment, rounds, parts);
}

function writePage(environment: readonly string[], rounds: number, parts: ReadonlyMap<string, Part>): void {
  const page = [
    '# Benchmark',
    `Medians of ${rounds} rounds, with the least and the most, after one that does not count. Within a round the contenders take turns, and ratios are taken within a round. Servers, refusals and clients take ${shortRounds} times as many turns, each so much shorter; servers are new processes in each.`,
    environment.map((line) => `- ${line}`).join('\n'),
    'Written by `npm run bench -- --write`. Every turn stands in [results.json](results.json).',
    ...[...parts.values()].map(writePart),
  ].join('\n\n');
  const results = Object.fromEntries(
    [...parts].map(([name, { results, turns }]) => [name, { results, turns }]),
  );
  const charts = [...parts.values()].flatMap((part) => part.charts);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'index.md'), `${page}\n`);
  writeFileSync(
    join(out, 'results.json'),
    `${JSON.stringify({ environment, rounds, ...results }, null, 1)}\n`,
  );
  for (const { file, svg } of charts) writeFileSync(join(out, file), svg);
}
