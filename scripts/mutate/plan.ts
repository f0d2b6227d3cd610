import { readFileSync } from 'node:fs';
import type { CodeMutant } from './code-mutant.ts';
import type { RowMutant } from './row-mutant.ts';

/** What the workers of one pass are told. */
export interface Plan {
  readonly root: string;
  /** Where they write what became of each mutant. */
  readonly journal: string;
  readonly tests: readonly string[];
  readonly idle: readonly string[];
  readonly idleForRows: readonly string[];
  readonly isTable: boolean;
  readonly orderedTables: readonly string[];
  /** Instrumented code by the path of the file. */
  readonly code: Readonly<Record<string, string>>;
  readonly mutants: readonly CodeMutant[];
  /** Mutants that are not tried: nothing is left to be known of them. */
  readonly done: readonly string[];
  /** Whether a test file is tried on the mutants of the file that it is named for alone. */
  readonly isHome: boolean;
}

/** What a worker writes, a line each. */
export type Entry =
  | { readonly kind: 'loaded'; readonly rows: readonly RowMutant[]; readonly code: readonly string[] }
  | { readonly kind: 'begun'; readonly id: string }
  | { readonly kind: 'killed'; readonly id: string; readonly test: string }
  | { readonly kind: 'survived'; readonly id: string }
  /** Its worker was stopped, since it came to no end. */
  | { readonly kind: 'stalled'; readonly id: string };

export function readPlan(): Plan {
  return JSON.parse(readFileSync(process.env['WS101_MUTATION_PLAN'] ?? '', 'utf8')) as Plan; // written by scripts/mutate.mjs
}
