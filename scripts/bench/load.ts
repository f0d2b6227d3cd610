import type { Bench } from './bench.ts';
import type { Served } from './contender.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Opening } from './opening.ts';

/** One turn of a server under load. */
export interface LoadTurn {
  /** Microseconds of the server's CPU for a handshake, user and system. */
  readonly cpu: number;
  /** Handshakes in a second. */
  readonly rate: number;
  /** CPU of the generator in percent of one core. */
  readonly generator: number;
  /** Milliseconds from the start of a connection to its whole reply. */
  readonly p50: number;
  readonly p99: number;
}

/** Above this the generator may be what is measured, in percent of one core. */
export const generatorLimit = 90;

/** What a process tells of itself. */
export interface Usage {
  readonly cpu: number;
  readonly rss: number;
  readonly heapUsed: number;
}

export interface Loaded extends Omit<LoadTurn, 'rate' | 'generator'> {
  readonly seconds: number;
  readonly problem: string | null;
}

export async function startGenerator(bench: Bench): Promise<MeasuredProcess> {
  return (await bench.start('the generator', { runtime: 'bun', file: 'load.mjs' })).process;
}

export async function askUsage(process: MeasuredProcess): Promise<Usage> {
  return (await process.ask({})) as Usage; // as process/usage.mjs tells it
}

/** @throws Error for a reply that is not the one expected */
export async function putLoad(
  generator: MeasuredProcess,
  { name, port, lacks = [] }: Pick<Served, 'name' | 'port' | 'lacks'>,
  opening: Opening,
  options: { readonly count: number; readonly concurrency: number; readonly hold?: boolean },
): Promise<Loaded> {
  const fields = opening.fields.filter((field) => !lacks.includes(field));
  const loaded = (await generator.ask({ ...opening, fields, port, ...options })) as Loaded; // as process/load.mjs tells it
  if (loaded.problem !== null) throw new Error(`${name}: ${loaded.problem}`);
  return loaded;
}

export async function takeLoadTurn(
  generator: MeasuredProcess,
  served: Served,
  opening: Opening,
  options: { readonly count: number; readonly concurrency: number },
): Promise<LoadTurn> {
  const before = await askUsage(served.process);
  const { seconds, cpu, p50, p99 } = await putLoad(generator, served, opening, options);
  const after = await askUsage(served.process);
  return {
    cpu: (after.cpu - before.cpu) / options.count,
    rate: options.count / seconds,
    generator: cpu / seconds / 10_000,
    p50,
    p99,
  };
}
