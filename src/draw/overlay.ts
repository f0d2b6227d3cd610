/** What is known of a part of a drawing: from a verification, or by following a path. */
export type Mark = 'passed' | 'failed' | 'warned' | 'untested' | 'path';

/** What lies over a drawing: it colours states, transitions and the rows of tables. */
export interface Overlay {
  /** By the id of the state. */
  readonly states?: ReadonlyMap<string, Mark>;
  /** By the id of the transition. */
  readonly transitions?: ReadonlyMap<string, Mark>;
  /** By the id of the transition: at which steps of a path it is taken, from 1. */
  readonly steps?: ReadonlyMap<string, readonly number[]>;
  /** By the number of the row, from 1. */
  readonly rules?: ReadonlyMap<number, Mark>;
}

/** The marks in the order of the legend, each with the sign that tells it without colour. */
export const marks = {
  passed: '✓',
  failed: '✗',
  warned: '!',
  untested: '?',
  path: '▶',
} as const satisfies Record<Mark, string>;

/** The text of a transition behind the sign of its mark and its steps: `▶ 1, 3 · OPEN`; as it is where it has no mark. */
export function signTransition({ transitions, steps }: Overlay, id: string, text: string): string {
  const mark = transitions?.get(id);
  if (!mark) return text;
  const taken = steps?.get(id);
  const sign = taken ? `${marks[mark]} ${taken.join(', ')}` : marks[mark];
  return text === '' ? sign : `${sign}${taken ? ' · ' : ' '}${text}`;
}

/** How often each mark is there, in words: `✓ passed 12, ✗ failed 1`. */
export function countMarks(overlay: Overlay): readonly { readonly mark: Mark; readonly text: string }[] {
  const all = [overlay.states, overlay.transitions, overlay.rules].flatMap((each) => [
    ...(each?.values() ?? []),
  ]);
  return (Object.keys(marks) as Mark[]) // the keys are the marks
    .map((mark) => ({ mark, count: all.filter((each) => each === mark).length }))
    .filter(({ count }) => count > 0)
    .map(({ mark, count }) => ({ mark, text: `${marks[mark]} ${mark} ${count}` }));
}
