import type { Bench } from '../bench.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import type { Part } from '../part.ts';
import { spreadOf } from '../statistics.ts';
import { writeSpread } from '../table.ts';
import { compare, type Target } from '../target.ts';

const text = `Nanoseconds of CPU that the server's decision takes: compiled from its machine, as the server runs it; by
the first row of its table that holds; and by XState's own \`transition()\`. Each is alone in its process,
and decides 500 requests over and over: all of them accepted, or one in five refused by rows from the first to the last.`;

const target: Target = { what: 'compiled / walked', sense: 'at most', limit: 1 };
const lists = ['accepted', 'mixed'] as const;

interface Way {
  readonly name: string;
  readonly process: MeasuredProcess;
}

/** Nanoseconds, by the list. */
type Turn = Readonly<Record<(typeof lists)[number], number>>;

export async function measureDecision(bench: Bench): Promise<Part> {
  const ways: Way[] = [];
  for (const name of ['compiled', 'walked', 'interpreted']) {
    const started = await bench.start(`the decision ${name}`, {
      runtime: 'node',
      file: 'decide.mjs',
      args: [name],
    });
    ways.push({ name, process: started.process });
  }
  const turns = await bench.takeTurns(ways, async ({ process }): Promise<Turn> => {
    const take = async (list: string) => {
      const answer = await process.ask({ list, milliseconds: bench.count(400) });
      return (answer as { nanoseconds: number }).nanoseconds; // as process/decide.mjs tells it
    };
    return { accepted: await take('accepted'), mixed: await take('mixed') };
  });
  const byName = new Map([...turns].map(([{ name }, taken]) => [name, taken]));
  const figures = (name: string, list: keyof Turn) => (byName.get(name) ?? []).map((turn) => turn[list]);
  return {
    title: 'Decision',
    text,
    tables: [
      {
        head: ['ns a decision', ...lists],
        rows: [...byName.keys()].map((name) => [
          name,
          ...lists.map((list) => writeSpread(spreadOf(figures(name, list)))),
        ]),
      },
    ],
    results: lists.map((list) => compare(target, list, figures('compiled', list), figures('walked', list))),
    charts: [],
    turns: [...byName].flatMap(([way, taken]) => taken.map((turn, round) => ({ way, round, ...turn }))),
  };
}
