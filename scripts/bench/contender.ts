import type { Bench } from './bench.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { deflateGrant, type Grant } from './opening.ts';

/** A server that is measured: a file in `process/contender` with its options. */
export interface Contender {
  readonly name: string;
  readonly file: string;
  readonly options?: object;
  readonly runtime?: 'bun';
  /** What it does not grant, though it is offered. */
  readonly lacks?: readonly Grant[];
}

export const contenders = {
  floor: { name: 'floor', file: 'floor' },
  floorFrames: { name: 'floor + ws frames', file: 'floor', options: { frames: true } },
  ws101: { name: 'ws101', file: 'ws101' },
  ws101Frames: { name: 'ws101 + toWebSocket', file: 'ws101', options: { frames: 'toWebSocket' } },
  byHand: { name: 'ws101 + ws by hand', file: 'ws101', options: { frames: 'byHand' } },
  attached: { name: 'ws101 attached', file: 'ws101', options: { attached: true } },
  attachedFrames: {
    name: 'ws101 attached + toWebSocket',
    file: 'ws101',
    options: { attached: true, frames: 'toWebSocket' },
  },
  ws: { name: 'ws', file: 'ws' },
  websocket: { name: 'websocket', file: 'websocket', lacks: [deflateGrant] },
  faye: { name: 'faye-websocket', file: 'faye-websocket', lacks: [deflateGrant] },
  bun: { name: 'Bun', file: 'bun', runtime: 'bun' },
} as const satisfies Record<string, Contender>;

export interface Served extends Contender {
  readonly process: MeasuredProcess;
  readonly port: number;
}

/** Starts a contender in a process of its own. */
export async function serve(
  bench: Bench,
  contender: Contender,
  flags: readonly string[] = [],
): Promise<Served> {
  const { name, file, options = {}, runtime = 'node' } = contender;
  const args = [file, JSON.stringify(options)];
  const { process, first } = await bench.start<{ port: number }>(name, {
    runtime,
    file: 'serve.mjs',
    args,
    flags,
  });
  return { ...contender, process, port: first.port };
}

/** Has a contender serve in a process that is new, and ends it after one turn. */
export async function serveOnce<Turn>(
  bench: Bench,
  contender: Contender,
  take: (served: Served) => Promise<Turn>,
): Promise<Turn> {
  const served = await serve(bench, contender);
  const turn = await take(served);
  await bench.stop(served.process);
  return turn;
}

export async function serveAll(bench: Bench, chosen: readonly Contender[]): Promise<readonly Served[]> {
  const served: Served[] = [];
  for (const contender of chosen) served.push(await serve(bench, contender));
  return served;
}

/** The name with what it cannot do, for a table. */
export function describe({ name, lacks = [] }: Contender, fields: readonly Grant[]): string {
  return fields.some((field) => lacks.includes(field)) ? `${name} (grants no compression)` : name;
}
