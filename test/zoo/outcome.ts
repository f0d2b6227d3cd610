import { connect, HandshakeError, type HandshakeOptions } from '../../src/client/index.ts';
import type { ZooCase } from '../../src/zoo/case.ts';

/** What a client was seen to do with each case, by id. */
export type Outcomes = ReadonlyMap<string, 'open' | 'fail'>;

/** Plays cases, some at once; gives what the client did with each, by id. */
export async function playCases(
  cases: readonly ZooCase[],
  play: (each: ZooCase) => Promise<boolean>,
): Promise<Outcomes> {
  const outcomes = new Map<string, 'open' | 'fail'>();
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      outcomes.set(next.id, (await play(next)) ? 'open' : 'fail');
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return outcomes;
}

/** Whether our own client opens the connection. */
export async function opensWith(url: string, options: HandshakeOptions): Promise<boolean> {
  try {
    const { socket } = await connect(url, options);
    socket.destroy();
    return true;
  } catch (error) {
    if (error instanceof HandshakeError) return false;
    throw error;
  }
}

/** What is otherwise than expected, by id. */
export function differences(
  cases: readonly ZooCase[],
  rules: keyof ZooCase['expect'],
  outcomes: Outcomes,
): readonly string[] {
  return cases
    .filter(({ id, expect }) => expect[rules] !== 'either' && outcomes.get(id) !== expect[rules])
    .map(({ id, expect }) => `${id}: ${outcomes.get(id)} for ${expect[rules]}`);
}
