import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import type { Served } from '../contender.ts';
import { type LoadTurn, startGenerator, takeLoadTurn } from '../load.ts';
import { bare } from '../opening.ts';
import type { Part } from '../part.ts';
import { spreadOf } from '../statistics.ts';
import { writeSpread } from '../table.ts';

const text = `Handshakes of \`ws101 serve --workers\`, and the CPU that all of its processes take in percent of one core.
With \`rr\` the primary accepts connections and hands them round; without it the workers accept by themselves. The
generator runs on the same machine.`;

const command = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const commands = [
  { name: '--workers 1', args: ['1'] },
  { name: '--workers 2', args: ['2'] },
  { name: '--workers 2, NODE_CLUSTER_SCHED_POLICY=rr', args: ['2', 'rr'] },
];

interface Turn extends LoadTurn {
  /** CPU of all processes of the server in percent of one core. */
  readonly server: number;
}

export async function measureWorkers(bench: Bench): Promise<Part> {
  const obstacle = findObstacle();
  if (obstacle !== null) return emptyPart(`Not measured: ${obstacle}.`);
  const generator = await startGenerator(bench);
  const services: Served[] = [];
  for (const { name, args } of commands) {
    const options = { runtime: 'node', file: 'serve-workers.mjs', args } as const;
    const { process, first } = await bench.start<{ port: number }>(name, options);
    services.push({ name, file: 'serve-workers', process, port: first.port });
  }
  const turns = await bench.takeTurns(services, async (service): Promise<Turn> => {
    const turn = await takeLoadTurn(generator, service, bare, { count: bench.count(8_000), concurrency: 64 });
    return { ...turn, server: (turn.cpu * turn.rate) / 10_000 };
  });
  return {
    ...emptyPart(text),
    tables: [
      {
        head: ['', 'handshakes/s', 'CPU µs a handshake', 'CPU of the server, %', 'CPU of the generator, %'],
        rows: [...turns].map(([{ name }, taken]) => [
          name,
          ...(['rate', 'cpu', 'server', 'generator'] as const).map((figure) =>
            writeSpread(spreadOf(taken.map((turn) => turn[figure]))),
          ),
        ]),
      },
    ],
    turns: [...turns].flatMap(([{ name }, taken]) =>
      taken.map((turn, round) => ({ contender: name, round, ...turn })),
    ),
  };
}

function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'only Linux tells the CPU of all processes';
  const help = execFileSync(process.execPath, [command, 'serve', '--help'], { encoding: 'utf8' });
  return help.includes('--workers') ? null : '`ws101 serve --help` lists no `--workers`';
}

function emptyPart(told: string): Part {
  return { title: 'Workers', text: told, tables: [], results: [], charts: [], turns: [] };
}
