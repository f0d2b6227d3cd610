import { execFileSync } from 'node:child_process';
import { drawBars } from '../bar-chart.ts';
import type { Bench } from '../bench.ts';
import { type Contender, contenders, serve } from '../contender.ts';
import { askUsage, putLoad, startGenerator } from '../load.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { bare } from '../opening.ts';
import type { Part } from '../part.ts';
import { spreadOf } from '../statistics.ts';
import { writeSpread } from '../table.ts';
import { compare, type Target } from '../target.ts';

const { ws101, ws101Frames, attachedFrames, ws, websocket, faye, bun } = contenders;
const chosen: readonly Contender[] = [ws101, ws101Frames, attachedFrames, ws, websocket, faye, bun];
const target: Target = { what: 'ws101 + toWebSocket / ws, RSS', sense: 'at most', limit: 1 };
const wanted = 10_000;

/** kB of one idle connection. */
interface Turn {
  readonly rss: number;
  readonly heap: number;
}

export async function measureMemory(bench: Bench): Promise<Part> {
  const limit = readFileLimit();
  const count = Math.min(bench.count(wanted), limit - 200);
  const generator = await startGenerator(bench);
  const turns = await bench.takeColdTurns(chosen, async (contender): Promise<Turn> => {
    const served = await serve(bench, contender, ['--expose-gc']);
    await putLoad(generator, served, bare, { count: 500, concurrency: 64 });
    const before = await askUsage(served.process);
    await putLoad(generator, served, bare, { count, concurrency: 64, hold: true });
    const after = await askUsage(served.process);
    await releaseAll(generator, contender.name);
    await bench.stop(served.process);
    return {
      rss: (after.rss - before.rss) / count / 1_000,
      heap: (after.heapUsed - before.heapUsed) / count / 1_000,
    };
  });
  const rssOf = (contender: Contender) => (turns.get(contender) ?? []).map(({ rss }) => rss);
  const title = 'RSS of the server for an idle open connection';
  const bars = chosen.map((contender) => ({
    name: contender.name,
    isOwn: contender.file === 'ws101',
    spread: spreadOf(rssOf(contender)),
  }));
  return {
    title: 'Memory',
    text: describe(count, limit),
    tables: [
      {
        head: ['kB a connection', 'RSS', 'heap of JavaScript'],
        rows: [...turns].map(([{ name }, taken]) => [
          name,
          writeSpread(spreadOf(taken.map(({ rss }) => rss))),
          writeSpread(spreadOf(taken.map(({ heap }) => heap))),
        ]),
      },
    ],
    results: [compare(target, `${count} connections`, rssOf(ws101Frames), rssOf(ws))],
    charts: [{ file: 'memory.svg', title, svg: drawBars(title, 'kB', bars) }],
    turns: [...turns].flatMap(([{ name }, taken]) =>
      taken.map((turn, round) => ({ contender: name, round, ...turn })),
    ),
  };
}

async function releaseAll(generator: MeasuredProcess, name: string): Promise<void> {
  const { problem } = (await generator.ask({ release: true })) as { problem: string | null }; // as process/load.mjs tells it
  if (problem !== null) throw new Error(`${name}: ${problem}`);
}

function describe(count: number, limit: number): string {
  const text = `What ${count} idle open connections add to a fresh process, after 500 handshakes and after its garbage was
collected, before and behind; 1 kB is 1,000 octets.`;
  return count < wanted && limit < wanted + 200 ? `${text} The limit on open files here is ${limit}.` : text;
}

/** Files that a process may have open: Node raises its own limit as far as it may. */
function readFileLimit(): number {
  const told = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  return told === 'unlimited' ? Number.POSITIVE_INFINITY : Number(told);
}
