import {
  type Diagram,
  type DiagramAction,
  type DiagramState,
  type DiagramTransition,
  escapeId,
  listStates,
  reachesInside,
  type States,
} from './diagram.ts';
import { escapeXml } from './dress-svg.ts';

/** What of a diagram the writing of a state looks up. */
interface Context {
  readonly states: States;
  readonly own: ReadonlyMap<string, readonly DiagramTransition[]>;
}

/**
 * A diagram as SCXML, for other tools to read and draw. What SCXML has no words for stands in elements and attributes
 * of our own namespace; guards stand in words in `cond`, so the document cannot be run.
 *
 * @see https://www.w3.org/TR/scxml/
 */
export function toScxml({ id, root, transitions }: Diagram): string {
  const states = listStates(root);
  const context = {
    states: new Map(states.map((state) => [state.id, state])),
    own: new Map(states.map((state) => [state.id, transitions.filter(({ source }) => source === state.id)])),
  };
  const spaces = 'xmlns="http://www.w3.org/2005/07/scxml" xmlns:ws101="urn:ws101:draw"';
  const head = `<scxml ${spaces} version="1.0" name="${escapeXml(id)}" initial="${escapeId(root.id)}">`;
  // The document itself is no state: what the machine does stands in a state around all others.
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    head,
    ...indent(writeState(root, context)),
    '</scxml>',
  ];
  return `${lines.join('\n')}\n`;
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function wrap(tag: string, attributes: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [`<${tag}${attributes}/>`];
  return [`<${tag}${attributes}>`, ...indent(lines), `</${tag}>`];
}

function wrapAny(tag: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : wrap(tag, '', lines);
}

function nameAttributes(name: string, description: string | undefined): string {
  const told = description === undefined ? '' : ` ws101:description="${escapeXml(description)}"`;
  return `${escapeId(name) === name ? '' : ` ws101:name="${escapeXml(name)}"`}${told}`;
}

function writeState(state: DiagramState, context: Context): readonly string[] {
  const { id, kind, key, description, entry, exit, invokes, output } = state;
  const names = ` id="${escapeId(id)}"${nameAttributes(key, description)}`;
  if (kind === 'history') return writeHistory(state, names, context);
  const own = context.own.get(id) ?? [];
  const begins = own.find(({ trigger }) => trigger.kind === 'initial');
  const initial = state.initial === undefined || begins ? '' : ` initial="${escapeId(state.initial)}"`;
  const delays = [...new Map(own.filter(isDelayed).map((each) => [nameEvent(each), each.trigger.name]))];
  return wrap(kind === 'parallel' || kind === 'final' ? kind : 'state', `${names}${initial}`, [
    ...(begins ? wrap('initial', '', writeTransition(begins, context)) : []),
    ...wrapAny('onentry', [
      ...entry.map(writeAction),
      ...delays.map(([event, delay]) => writeDelay(event, delay)),
    ]),
    ...wrapAny('onexit', [
      ...exit.map(writeAction),
      ...delays.map(([event]) => `<cancel sendid="${event}"/>`),
    ]),
    ...invokes.map(({ id: invoked, src }) => `<invoke id="${escapeId(invoked)}" src="${escapeXml(src)}"/>`),
    ...(output === undefined ? [] : [`<donedata><content>${escapeXml(output)}</content></donedata>`]),
    ...own.filter((each) => each !== begins).flatMap((each) => writeTransition(each, context)),
    ...state.states.flatMap((child) => writeState(child, context)),
  ]);
}

/** SCXML wants to know where a history state leads that remembers nothing. */
function writeHistory({ id, history }: DiagramState, names: string, context: Context): readonly string[] {
  return wrap(
    'history',
    `${names} type="${history ?? 'shallow'}"`,
    (context.own.get(id) ?? []).flatMap((each) => writeTransition(each, context)),
  );
}

function isDelayed({ trigger }: DiagramTransition): boolean {
  return trigger.kind === 'after';
}

function writeDelay(event: string, delay: string): string {
  const time = /^\d+(?:\.\d+)? ms$/.test(delay)
    ? `delay="${delay.replace(' ', '')}"`
    : `delayexpr="${escapeXml(delay)}"`;
  return `<send event="${event}" id="${event}" ${time}/>`;
}

/** The event as SCXML names it: without white space, which would part it in two. */
function nameEvent({ trigger: { kind, name, type }, source }: DiagramTransition): string {
  switch (kind) {
    case 'after':
      return `after.${escapeId(`d${name.replace(/ ms$/, '')}`).slice(1)}.${escapeId(source)}`;
    case 'done':
      return `done.${type.startsWith('xstate.done.state.') ? 'state' : 'invoke'}.${escapeId(name)}`;
    case 'error':
      return `error.platform.${escapeId(name)}`;
    case 'snapshot':
      return `ws101.snapshot.${escapeId(name)}`;
    default:
      return escapeXml(name.replace(/\s/g, (space) => escapeId(space)));
  }
}

function writeTransition(transition: DiagramTransition, { states }: Context): readonly string[] {
  const { source, targets, guard, actions, reenter, description } = transition;
  const event = nameEvent(transition);
  const isAtomic = states.get(source)?.states.length === 0;
  // In XState a state is not left by a transition to itself; SCXML says that by naming no target.
  const left = targets.filter((target) => reenter || !isAtomic || target !== source);
  return wrap(
    'transition',
    [
      event === '' ? '' : ` event="${event}"`,
      guard === undefined ? '' : ` cond="${escapeXml(guard)}"`,
      left.length === 0 ? '' : ` target="${left.map(escapeId).join(' ')}"`,
      reenter || !reachesInside(transition, states) ? '' : ' type="internal"',
      description === undefined ? '' : ` ws101:description="${escapeXml(description)}"`,
    ].join(''),
    actions.map(writeAction),
  );
}

function writeAction({ kind, text, event }: DiagramAction): string {
  if (event !== undefined && text === `raise ${event}`) return `<raise event="${escapeXml(event)}"/>`;
  return `<ws101:action kind="${escapeXml(kind)}">${escapeXml(text)}</ws101:action>`;
}
