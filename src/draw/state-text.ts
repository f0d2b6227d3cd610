import type { DiagramAction, DiagramState, DiagramTransition } from './diagram.ts';

/** What a state is called: an empty name has to be seen as well. */
export function nameState(state: DiagramState): string {
  return state.key.trim() === '' ? '(empty)' : state.key;
}

/** What a state does while it is active, as UML writes it: `entry / a, b`. */
export function describeActivities(state: DiagramState): readonly string[] {
  const { entry, exit, invokes, tags, output } = state;
  return [
    ...(entry.length > 0 ? [`entry / ${joinActions(entry)}`] : []),
    ...invokes.map(({ id, src, input }) => {
      const called = /^\d+\./.test(id) || id === src ? src : `${src} (${id})`;
      return `invoke / ${called}${input === undefined ? '' : `, input ${input}`}`;
    }),
    ...(exit.length > 0 ? [`exit / ${joinActions(exit)}`] : []),
    ...(output === undefined ? [] : [`output / ${output}`]),
    ...(tags.length > 0 ? [`tags: ${tags.join(', ')}`] : []),
  ];
}

/** A transition in a line: `EVENT [guard] / actions`. */
export function describeTransition(transition: DiagramTransition): string {
  const { event, guard } = transition;
  return [event, ...(guard === undefined ? [] : [`[${guard}]`]), ...describeEffect(transition)]
    .join(' ')
    .trim();
}

/** What a transition does, beginning with a stroke; nothing where it does nothing. */
export function describeEffect({
  actions,
  forbidden,
  reenter,
  trigger,
}: DiagramTransition): readonly string[] {
  const text = joinActions(actions);
  return [
    ...(text === '' ? [] : [`/ ${text}`]),
    ...(forbidden && trigger.kind === 'event' ? ['(ignored)'] : []),
    ...(reenter ? ['(reenter)'] : []),
  ];
}

function joinActions(actions: readonly DiagramAction[]): string {
  return actions.map(({ text }) => text).join(', ');
}
