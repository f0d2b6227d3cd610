import { drawBars } from '../bar-chart.ts';
import type { Bench } from '../bench.ts';
import { type Contender, contenders, describe, serveOnce } from '../contender.ts';
import { generatorLimit, type LoadTurn, putLoad, startGenerator, takeLoadTurn } from '../load.ts';
import { type Opening, openings } from '../opening.ts';
import type { Part } from '../part.ts';
import { ratioByRound, spreadOf } from '../statistics.ts';
import { type Table, writeSpread } from '../table.ts';
import { compare, type Result, type Target } from '../target.ts';

/** Handshakes with which a process begins. */
const firstOnes = 4_000;
/** Those of each kind that follow and do not count: by then V8 has compiled most of what it will. */
const warmUp = { bare: 8_000, 'bare, reset': 2_000, 'with offers': 2_000, 'as Chromium': 2_000 };

const text = `Handshakes of a server, and the CPU (user and system) that its process takes for one. A handshake is a TCP
connection, the request in one piece, the whole 101 read and checked, FIN by the client (a reset where that is said), and
the end of both sides; 64 are under way at once. Each contender is a new process in every round, since processes of one
program differ. Its first ${firstOnes.toLocaleString('en')} handshakes, in which V8 compiles, stand in a table of their own; before those of each
kind that count come thousands that do not. \`floor\` is what Node itself costs: it accepts, finds the key, and answers
with its hash, whatever else is asked.`;

type Name = keyof typeof contenders;

interface Comparison extends Target {
  readonly own: Name;
  readonly peer: Name;
}

const targets: readonly Comparison[] = [
  compareCpu('ws101', 'ws', 1.35),
  compareCpu('ws101', 'floor', 0.85),
  compareCpu('ws101Frames', 'ws', 1.25),
  compareCpu('ws101Frames', 'floorFrames', 0.85),
  compareCpu('ws101Frames', 'byHand', 1),
  compareCpu('attached', 'ws', 1.1),
  compareCpu('attachedFrames', 'ws', 1.1),
];

/** Handshakes by second of CPU, against those of another. */
function compareCpu(own: Name, peer: Name, limit: number): Comparison {
  return { own, peer, limit, sense: 'at least', what: `${contenders[own].name} / ${contenders[peer].name}` };
}

const measured = { 'bare, first': openings.bare, ...openings };
type Kind = keyof typeof measured;
type Turns = Readonly<Record<Kind, LoadTurn>>;

export async function measureServer(bench: Bench): Promise<Part> {
  const generator = await startGenerator(bench);
  const all: readonly Contender[] = Object.values(contenders);
  const turns = await bench.takeShortColdTurns(all, (contender) =>
    serveOnce(bench, contender, async (served): Promise<Turns> => {
      const load = (count: number) => ({ count, concurrency: 64 });
      const take = async (kind: keyof typeof openings) => {
        await putLoad(generator, served, openings[kind], load(warmUp[kind]));
        return takeLoadTurn(generator, served, openings[kind], load(bench.count(8_000)));
      };
      return {
        'bare, first': await takeLoadTurn(generator, served, openings.bare, load(firstOnes)),
        bare: await take('bare'),
        'bare, reset': await take('bare, reset'),
        'with offers': await take('with offers'),
        'as Chromium': await take('as Chromium'),
      };
    }),
  );
  const kinds = Object.keys(measured) as Kind[]; // Object.keys forgets the keys
  const byName = new Map([...turns].map(([{ name }, taken]) => [name, taken]));
  const cpuOf = (name: Name, kind: Kind) =>
    (byName.get(contenders[name].name) ?? []).map((turn) => turn[kind].cpu);
  return {
    title: 'Server',
    text,
    tables: [
      ...kinds.map((kind) => ({ caption: `Request ${kind}`, ...tabulate(turns, kind, measured[kind]) })),
      { caption: 'Floor against ws, handshakes by second of CPU', ...tabulateCeiling(kinds, cpuOf) },
    ],
    results: kinds.flatMap((kind): readonly Result[] =>
      targets.map(({ own, peer, ...target }) => compare(target, kind, cpuOf(peer, kind), cpuOf(own, kind))),
    ),
    charts: kinds.map((kind) => {
      const title = `CPU of the server for a handshake, request ${kind}`;
      const bars = all.map((each) => ({
        name: each.name,
        isOwn: each.file === 'ws101',
        spread: spreadOf((turns.get(each) ?? []).map((turn) => turn[kind].cpu)),
      }));
      return {
        file: `server-${kind.replaceAll(/\W+/g, '-').toLowerCase()}.svg`,
        title,
        svg: drawBars(title, 'µs', bars),
      };
    }),
    turns: [...turns].flatMap(([{ name }, taken]) =>
      taken.flatMap((turn, round) => kinds.map((kind) => ({ contender: name, kind, round, ...turn[kind] }))),
    ),
  };
}

/** How the least that a server can do compares with `ws`: no more can be reached by doing things better. */
function tabulateCeiling(
  kinds: readonly Kind[],
  cpuOf: (name: Name, kind: Kind) => readonly number[],
): Table {
  return {
    head: ['', ...kinds],
    rows: (['floor', 'floorFrames'] as const).map((name) => [
      `${contenders[name].name} / ${contenders.ws.name}`,
      ...kinds.map((kind) => writeSpread(ratioByRound(cpuOf('ws', kind), cpuOf(name, kind)))),
    ]),
  };
}

function tabulate(turns: ReadonlyMap<Contender, readonly Turns[]>, kind: Kind, { fields }: Opening): Table {
  return {
    head: ['', 'CPU µs a handshake', 'handshakes/s', 'CPU of the generator, %'],
    rows: [...turns].map(([contender, taken]) => {
      const figures = (name: keyof LoadTurn) => spreadOf(taken.map((turn) => turn[kind][name]));
      const generator = figures('generator');
      const mark = generator.most > generatorLimit ? ' limited by it' : '';
      return [
        describe(contender, fields),
        writeSpread(figures('cpu')),
        writeSpread(figures('rate')),
        `${writeSpread(generator)}${mark}`,
      ];
    }),
  };
}
