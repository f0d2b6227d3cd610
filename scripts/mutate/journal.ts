import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './plan.ts';
import { nameRowMutant, type RowMutant } from './row-mutant.ts';

export type Disposition = 'killed' | 'timedOut' | 'survived';

/** What the journals of a room say. */
export interface Tried {
  readonly dispositions: ReadonlyMap<string, Disposition>;
  readonly killers: ReadonlyMap<string, string>;
  /** Mutants of rows by their names. */
  readonly rows: ReadonlyMap<string, RowMutant>;
  /** Code that is run through when a file with tables is loaded. */
  readonly loaded: ReadonlySet<string>;
}

export function readJournals(folder: string): Tried {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return summarise(names.map((name) => parse(readFileSync(join(folder, name), 'utf8'))));
}

/** The last line of a worker that was stopped may be cut. */
function parse(text: string): readonly Entry[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Entry); // written by runner.ts
}

/** Each list is what one test file has come to. */
export function summarise(journals: readonly (readonly Entry[])[]): Tried {
  const dispositions = new Map<string, Disposition>();
  const killers = new Map<string, string>();
  const rows = new Map<string, RowMutant>();
  const loaded = new Set<string>();
  for (const entries of journals) {
    // A test file that was played again has listed its mutants again.
    const last = entries.findLast((entry) => entry.kind === 'loaded');
    for (const row of last?.rows ?? []) rows.set(nameRowMutant(row), row);
    for (const id of last?.code ?? []) loaded.add(id);
    for (const entry of entries) {
      if (entry.kind === 'survived' && !dispositions.has(entry.id)) dispositions.set(entry.id, 'survived');
      if (entry.kind === 'stalled' && dispositions.get(entry.id) !== 'killed')
        dispositions.set(entry.id, 'timedOut');
      if (entry.kind === 'killed') {
        dispositions.set(entry.id, 'killed');
        killers.set(entry.id, entry.test);
      }
    }
  }
  return { dispositions, killers, rows, loaded };
}

/** Writes into the journals of workers that were stopped which mutant each of them had begun. */
export function noteStalls(folder: string): void {
  for (const name of readdirSync(folder)) {
    const last = parse(readFileSync(join(folder, name), 'utf8')).at(-1);
    const entry: Entry | null = last?.kind === 'begun' ? { kind: 'stalled', id: last.id } : null;
    if (entry) appendFileSync(join(folder, name), `${JSON.stringify(entry)}\n`);
  }
}
