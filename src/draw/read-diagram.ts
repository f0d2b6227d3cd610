import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { describeAction, formatDelay, nameLogic } from './action-text.ts';
import {
  type Diagram,
  type DiagramState,
  type DiagramTransition,
  type DiagramTrigger,
  escapeId,
} from './diagram.ts';
import { describeGuard } from './guard-text.ts';
import { formatValue } from './value-text.ts';

/**
 * Reads a machine of XState 5 as it is drawn: plain data, the states and transitions in the order of the source.
 * Nothing of the machine is run.
 */
export function readDiagram(machine: AnyStateMachine): Diagram {
  const transitions = listTransitions(machine.root).map(([, transition]) => transition);
  return { id: machine.id, root: readState(machine.root), transitions };
}

/** The ids of the diagram's transitions by XState's own definitions of them. */
export function identifyTransitions(machine: AnyStateMachine): ReadonlyMap<unknown, string> {
  return new Map(listTransitions(machine.root).map(([definition, { id }]) => [definition, id]));
}

function readState(node: AnyStateNode): DiagramState {
  const { id, key, type, history, description, config } = node;
  const initial = type === 'compound' ? node.initial.target[0]?.id : undefined;
  const output = type === 'final' ? config.output : undefined;
  return {
    id,
    key: node.parent ? key : id,
    kind: type,
    ...(type === 'history' ? { history: history || ('shallow' as const) } : {}),
    ...(initial === undefined ? {} : { initial }),
    // As they were written: `node.entry` and `node.exit` have what XState adds for delays besides.
    entry: listOf(config.entry).map(describeAction),
    exit: listOf(config.exit).map(describeAction),
    invokes: node.invoke.map((invoked, place) => ({
      id: invoked.id,
      src: nameLogic(listOf<{ src: unknown }>(config.invoke)[place]?.src),
      ...(invoked.input === undefined ? {} : { input: formatValue(invoked.input) }),
    })),
    tags: [...node.tags],
    ...(description === undefined || description === '' ? {} : { description }),
    ...(output === undefined ? {} : { output: formatValue(output) }),
    states: Object.values(node.states).map(readState),
  };
}

function listTransitions(node: AnyStateNode): readonly (readonly [Definition, DiagramTransition])[] {
  const seen = new Map<string, number>();
  const own = listDefinitions(node).map(([trigger, definition]) => {
    const event = describeTrigger(trigger, node);
    const place = seen.get(event) ?? 0;
    seen.set(event, place + 1);
    const id = `${escapeId(node.id)}-${escapeId(event)}-${place}`;
    return [definition, readTransition(id, event, trigger, definition)] as const;
  });
  return [...own, ...Object.values(node.states).flatMap(listTransitions)];
}

/** What of a definition is read; where a history state leads has no more. */
type Definition = Pick<AnyTransitionDefinition, 'source' | 'target' | 'reenter' | 'actions'> &
  Partial<Pick<AnyTransitionDefinition, 'guard' | 'description'>>;

function readTransition(
  id: string,
  event: string,
  trigger: DiagramTrigger,
  { source, target, guard, actions, reenter, description }: Definition,
): DiagramTransition {
  return {
    id,
    source: source.id,
    targets: (target ?? []).map((each) => each.id),
    trigger,
    event,
    ...(guard === undefined ? {} : { guard: describeGuard(guard) }),
    actions: actions.map(describeAction),
    reenter,
    forbidden: target === undefined && actions.length === 0,
    ...(description === undefined || description === '' ? {} : { description }),
  };
}

type Declared = readonly [trigger: DiagramTrigger, definition: Definition];

/** The transitions that a state declares, in the order in which its configuration does. */
function listDefinitions(node: AnyStateNode): readonly Declared[] {
  const declared: readonly Declared[] = Object.keys(node.config).flatMap((key): readonly Declared[] => {
    switch (key) {
      case 'initial':
        return listInitial(node);
      case 'on':
        return Object.keys(node.config.on ?? {}).flatMap((type) => declare(node, type));
      case 'always':
        return (node.always ?? []).map((each) => [{ kind: 'always', name: '', type: '' }, each]);
      case 'after':
        return node.after.map((each) => [
          { kind: 'after', name: formatDelay(each.delay), type: each.eventType },
          each,
        ]);
      case 'onDone':
        return declare(node, `xstate.done.state.${node.id}`);
      case 'invoke':
        return node.invoke.flatMap(({ id }) =>
          ['done.actor', 'error.actor', 'snapshot'].flatMap((type) => declare(node, `xstate.${type}.${id}`)),
        );
      default:
        return [];
    }
  });
  return [...declared, ...listDefault(node), ...(node.parent ? [] : declare(node, 'xstate.route'))];
}

function declare(node: AnyStateNode, type: string): readonly Declared[] {
  const definitions: readonly AnyTransitionDefinition[] = node.transitions.get(type) ?? [];
  return definitions.map((definition) => [readTrigger(type), definition]);
}

function readTrigger(type: string): DiagramTrigger {
  const [, kind = 'event', name = type] =
    /^xstate\.(done|error|snapshot)(?:\.(?:state|actor))?\.(.*)$/s.exec(type) ?? [];
  return { kind: kind as DiagramTrigger['kind'], name, type }; // the expression matches no other kind
}

/** An initial transition is drawn as the state's beginning; one with actions has something to tell besides. */
function listInitial(node: AnyStateNode): readonly Declared[] {
  return node.type === 'compound' && node.initial.actions.length > 0
    ? [[{ kind: 'initial', name: '', type: '' }, node.initial]]
    : [];
}

/**
 * Where a history state leads as long as it remembers nothing: to its target, or without one to where its parent begins,
 * of which the actions are done too.
 */
function listDefault(node: AnyStateNode): readonly Declared[] {
  const { parent } = node;
  if (node.type !== 'history' || !parent) return [];
  const wanted: readonly string[] = listOf(node.config.target);
  const { target, actions } = wanted.length > 0 ? findTargets(wanted, parent) : beginningOf(parent);
  return [
    [
      { kind: 'default', name: '', type: '' },
      { source: node, target, reenter: false, actions },
    ],
  ];
}

function findTargets(paths: readonly string[], parent: AnyStateNode): Pick<Definition, 'target' | 'actions'> {
  const target = paths.flatMap((path) => {
    if (path.startsWith('#')) return [parent.machine.getStateNodeById(path)];
    const keys = path.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'));
    const found = keys.reduce<AnyStateNode | undefined>((at, key) => at?.states[key], parent);
    return found ? [found] : [];
  });
  return { target, actions: [] };
}

/** A parallel state begins in each of its regions. */
function beginningOf(parent: AnyStateNode): Pick<Definition, 'target' | 'actions'> {
  if (parent.type !== 'parallel') return parent.initial;
  return { target: Object.values(parent.states).filter(({ type }) => type !== 'history'), actions: [] };
}

function describeTrigger({ kind, name, type }: DiagramTrigger, node: AnyStateNode): string {
  switch (kind) {
    case 'always':
      return 'always';
    case 'after':
      return `after ${name}`;
    case 'done':
    case 'error':
    case 'snapshot': {
      const word = { done: 'onDone', error: 'onError', snapshot: 'onSnapshot' }[kind];
      const invoked = readState(node).invokes.find(({ id }) => id === name);
      // An id that XState has made says less than the name of what is invoked.
      const called = invoked && /^\d+\./.test(name) ? invoked.src : name;
      return type === `xstate.done.state.${node.id}` ? word : `${word} ${called}`;
    }
    default:
      return name;
  }
}

function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T]; // what is no array is one of them
}
