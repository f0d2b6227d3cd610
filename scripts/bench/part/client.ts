import { drawBars } from '../bar-chart.ts';
import type { Bench } from '../bench.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import type { Part } from '../part.ts';
import { spreadOf } from '../statistics.ts';
import { writeSpread } from '../table.ts';
import { compare, type Target } from '../target.ts';

const text = `CPU of a client's process for a handshake: connecting, the request, the reply, and the end. ws101
and \`ws\` destroy their socket as soon as it is open, undici sends a Close frame (\`close()\`); the server ends the
connection with whatever comes. RFC 6455 §4.1 lets one connection to an address be connecting at a time, to which ws101
keeps: all go round 32 addresses, with 32 handshakes under way. No compression is offered, but by undici, which always
does.`;

const clientFiles = {
  ws101: 'ws101',
  'ws101 + toWebSocket': 'ws101-frames',
  ws: 'ws',
  undici: 'undici',
} as const;

type Name = keyof typeof clientFiles;

const target: Omit<Target, 'what'> = { sense: 'at least', limit: 1.2 };
const addresses = 32;

interface Client {
  readonly name: Name;
  readonly process: MeasuredProcess;
}

/** As `process/open.mjs` tells it. */
interface Opened {
  readonly seconds: number;
  readonly cpu: number;
  readonly problem: string | null;
}

interface Turn {
  /** Microseconds of the client's CPU for a handshake. */
  readonly cpu: number;
  readonly rate: number;
  /** CPU of the server in percent of one core. */
  readonly server: number;
}

export async function measureClient(bench: Bench): Promise<Part> {
  const server = await bench.start<{ urls: readonly string[] }>('the server of the clients', {
    runtime: 'bun',
    file: 'answer.mjs',
    args: [String(addresses)],
  });
  const askServer = async () => ((await server.process.ask({})) as { cpu: number }).cpu; // as process/answer.mjs tells it
  const clients: Client[] = [];
  for (const [name, file] of Object.entries(clientFiles) as [Name, string][]) {
    // it forgets the keys
    const started = await bench.start<object>(`the client ${name}`, {
      runtime: 'node',
      file: 'open.mjs',
      args: [file],
    });
    clients.push({ name, process: started.process });
  }
  const turns = await bench.takeShortTurns(clients, async ({ name, process }): Promise<Turn> => {
    const count = bench.count(4_000);
    const before = await askServer();
    const job = { urls: server.first.urls, count, concurrency: addresses };
    const { seconds, cpu, problem } = (await process.ask(job)) as Opened; // as process/open.mjs tells it
    if (problem !== null) throw new Error(`the client ${name}: ${problem}`);
    const used = (await askServer()) - before;
    return { cpu: cpu / count, rate: count / seconds, server: used / seconds / 10_000 };
  });
  const taken = new Map([...turns].map(([{ name }, each]) => [name, each]));
  const cpuOf = (name: Name) => (taken.get(name) ?? []).map(({ cpu }) => cpu);
  const title = 'CPU of the client for a handshake';
  const bars = clients.map(({ name }) => ({
    name,
    isOwn: name.startsWith('ws101'),
    spread: spreadOf(cpuOf(name)),
  }));
  return {
    title: 'Client',
    text,
    tables: [
      {
        head: ['', 'CPU µs a handshake', 'handshakes/s', 'CPU of the server, %'],
        rows: [...taken].map(([name, each]) => [
          name,
          ...(['cpu', 'rate', 'server'] as const).map((figure) =>
            writeSpread(spreadOf(each.map((turn) => turn[figure]))),
          ),
        ]),
      },
    ],
    results: (['ws101', 'ws101 + toWebSocket'] as const).map((name) =>
      compare({ ...target, what: `${name} / ws` }, 'handshakes by second of CPU', cpuOf('ws'), cpuOf(name)),
    ),
    charts: [{ file: 'client.svg', title, svg: drawBars(title, 'µs', bars) }],
    turns: [...taken].flatMap(([contender, each]) =>
      each.map((turn, round) => ({ contender, round, ...turn })),
    ),
  };
}
