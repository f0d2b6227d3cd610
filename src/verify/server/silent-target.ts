import type { Target } from '../judge/target.ts';
import type { Note } from '../report/report.ts';

/** What is told of a target that has sent no pong: what is behind its 101 was not judged. */
export function tellSilence({ pongPatience }: Target): readonly Note[] {
  if (pongPatience === undefined) return [];
  const title =
    'No pong came to a ping behind the 101 of the canonical opening: nothing but the replies was judged.';
  return [{ clause: 'rfc6455/5.5.2/pong', title, case: 0 }];
}
