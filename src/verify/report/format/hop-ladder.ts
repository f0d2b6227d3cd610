import type { Ladder, LadderStep } from '../../../draw/ladder.ts';
import { visible } from '../../../quote/visible.ts';
import { decodeLatin1 } from '../../../wire/index.ts';
import { type EncodedPassage, type MarkedSide, markPassage } from '../../judge/seen/passage.ts';

type Actor = 'client' | 'hop' | 'backend';

/** What went through a hop, and what the hop did to it. */
export function tellPassage(passage: EncodedPassage): Ladder<Actor> {
  const { request, forwarded, answered, response } = markPassage(passage);
  return {
    actors: ['client', 'hop', 'backend'],
    steps: [
      message('client', 'hop', request),
      ...(forwarded.octets.length === 0
        ? [note(['forwards nothing'])]
        : [...noteChange(request, forwarded), message('hop', 'backend', forwarded)]),
      ...(answered.octets.length === 0 ? [] : [message('backend', 'hop', answered)]),
      ...(response.octets.length === 0
        ? [note(['passes nothing back'])]
        : [
            ...(answered.octets.length === 0
              ? [note(['answers by itself'])]
              : noteChange(answered, response)),
            message('hop', 'client', response),
          ]),
    ],
  };
}

const lineLimit = 120;

function message(from: Actor, to: Actor, { octets }: MarkedSide): LadderStep<Actor> {
  const text = decodeLatin1(octets.subarray(0, lineLimit));
  const [line = ''] = text.split('\r\n', 1);
  return { kind: 'message', from, to, lines: [visible(line)] };
}

function note(lines: readonly string[]): LadderStep<Actor> {
  return { kind: 'note', over: 'hop', lines };
}

function noteChange(before: MarkedSide, behind: MarkedSide): readonly LadderStep<Actor>[] {
  const spelt = new Map<string, string>();
  for (const name of [...before.changed, ...behind.changed])
    if (!spelt.has(name.toLowerCase())) spelt.set(name.toLowerCase(), name);
  return spelt.size === 0 ? [] : [note([`changes ${visible([...spelt.values()].join(', '))}`])];
}
