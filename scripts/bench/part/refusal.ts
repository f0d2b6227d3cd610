import type { Bench } from '../bench.ts';
import type { Contender, Served } from '../contender.ts';
import { serveAll } from '../contender.ts';
import { type LoadTurn, startGenerator, takeLoadTurn } from '../load.ts';
import { bare, type Opening, writeHead } from '../opening.ts';
import type { Part } from '../part.ts';
import { spreadOf } from '../statistics.ts';
import { type Table, writeSpread } from '../table.ts';
import { compare, type Target } from '../target.ts';

const text = `CPU of the server for an opening that it refuses, next to those that it accepts in the same turns. The
whole reply is read and checked, and both sides end the connection. \`ws\` is shown where it refuses by options of its own;
it takes version 8, too.`;

const target: Target = { what: 'refused / accepted, CPU', sense: 'at most', limit: 1 };

interface Refusing extends Contender {
  readonly statuses: Readonly<Partial<Record<Fault, number>>>;
}

const heads = {
  'no key': writeHead({ key: null }),
  'version 8': writeHead({ version: 'Sec-WebSocket-Version: 8' }),
  'foreign Origin': writeHead({}, ['Origin: http://192.0.2.1']),
  'unknown path': writeHead({ request: 'GET /unknown HTTP/1.1' }),
};
type Fault = keyof typeof heads;

const own = { 'no key': 400, 'version 8': 426, 'foreign Origin': 403, 'unknown path': 404 };
const refusing: readonly Refusing[] = [
  { name: 'ws101', file: 'ws101', options: { choosy: true }, statuses: own },
  { name: 'ws101 attached', file: 'ws101', options: { choosy: true, attached: true }, statuses: own },
  { name: 'ws', file: 'ws', options: { choosy: true }, statuses: { 'no key': 400, 'unknown path': 400 } },
];

const faults = Object.keys(heads) as Fault[]; // Object.keys forgets the keys

interface Turn {
  readonly accepted: LoadTurn;
  readonly refused: Readonly<Partial<Record<Fault, LoadTurn>>>;
}

export async function measureRefusal(bench: Bench): Promise<Part> {
  const generator = await startGenerator(bench);
  const served = await serveAll(bench, refusing);
  const statusesOf = ({ name }: Served) => refusing.find((each) => each.name === name)?.statuses ?? {};
  const turns = await bench.takeShortTurns(served, async (each): Promise<Turn> => {
    const options = { count: bench.count(4_000), concurrency: 64 };
    const take = (opening: Opening) => takeLoadTurn(generator, each, opening, options);
    const accepted = await take(bare);
    const refused: Partial<Record<Fault, LoadTurn>> = {};
    for (const fault of faults) {
      const status = statusesOf(each)[fault];
      if (status !== undefined) refused[fault] = await take({ head: heads[fault], status, fields: [] });
    }
    return { accepted, refused };
  });
  return {
    title: 'Refusal',
    text,
    tables: [tabulate(turns)],
    results: [...turns].flatMap(([{ name }, taken]) =>
      faults
        .filter((fault) => name.startsWith('ws101') && cpuOf(taken, fault).length > 0)
        .map((fault) => {
          const accepted = taken.map((turn) => turn.accepted.cpu);
          return compare(target, `${name}, ${fault}`, cpuOf(taken, fault), accepted);
        }),
    ),
    charts: [],
    turns: [...turns].flatMap(([{ name }, taken]) =>
      taken.map((turn, round) => ({ contender: name, round, ...turn })),
    ),
  };
}

function cpuOf(turns: readonly Turn[], fault: Fault): readonly number[] {
  return turns.flatMap(({ refused }) => refused[fault]?.cpu ?? []);
}

function tabulate(turns: ReadonlyMap<Served, readonly Turn[]>): Table {
  const write = (figures: readonly number[]) =>
    figures.length > 0 ? writeSpread(spreadOf(figures)) : 'not refused';
  return {
    head: ['CPU µs of the server', 'accepted', ...faults],
    rows: [...turns].map(([{ name }, taken]) => [
      name,
      write(taken.map(({ accepted }) => accepted.cpu)),
      ...faults.map((fault) => write(cpuOf(taken, fault))),
    ]),
  };
}
