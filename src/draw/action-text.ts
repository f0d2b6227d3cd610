import type { DiagramAction } from './diagram.ts';
import { formatEntries, formatNamed, formatValue, nameFunction } from './value-text.ts';

/** What XState's own actions leave on the function that they give. */
interface BuiltIn {
  readonly type: string;
  readonly event?: unknown;
  readonly delay?: unknown;
  readonly to?: unknown;
  readonly assignment?: unknown;
  readonly sendId?: unknown;
  readonly src?: unknown;
  readonly id?: unknown;
  readonly actorRef?: unknown;
  readonly value?: unknown;
  readonly label?: unknown;
}

/** An action in words. */
export function describeAction(action: unknown): DiagramAction {
  if (typeof action === 'string') return { kind: 'named', text: action };
  if (typeof action === 'function' && 'type' in action) {
    return describeBuiltIn(action as unknown as BuiltIn); // of the functions theirs alone have a type
  }
  if (typeof action === 'function') {
    const text = nameFunction(action);
    return { kind: text === 'inline' ? 'inline' : 'named', text };
  }
  return { kind: 'named', text: formatNamed(action as { type: string }) }; // what XState calls a parameterized object
}

function describeBuiltIn(action: BuiltIn): DiagramAction {
  const kind = action.type.replace(/^xstate\./, '');
  const event = typeOf(action.event);
  const told = event ?? nameFunction(action.event);
  const known = event === undefined ? {} : { event };
  const later = action.delay === undefined ? '' : ` after ${formatDelay(action.delay)}`;
  switch (kind) {
    case 'assign':
      return { kind, text: describeAssign(action.assignment) };
    case 'raise':
      return { kind, text: `raise ${told}${later}`, ...known };
    case 'emit':
      return { kind, text: `emit ${told}`, ...known };
    case 'sendTo':
      return { kind, text: `send ${told} to ${nameActor(action.to)}${later}`, ...known };
    case 'cancel':
      return { kind, text: `cancel ${formatValue(action.sendId)}` };
    case 'spawnChild':
      return { kind, text: `spawn ${nameLogic(action.src)}${describeId(action.id)}` };
    case 'stopChild':
      return { kind, text: `stop ${nameActor(action.actorRef)}` };
    case 'log':
      return { kind, text: `log ${formatValue(action.label ?? nameValue(action.value))}` };
    default:
      return { kind, text: kind };
  }
}

function describeAssign(assignment: unknown): string {
  if (typeof assignment !== 'object' || assignment === null) return 'assign';
  const constant = Object.values(assignment).every((value) => typeof value !== 'function');
  return `assign ${constant ? formatEntries(assignment) : Object.keys(assignment).join(', ')}`;
}

function typeOf(event: unknown): string | undefined {
  if (typeof event === 'string') return event;
  return typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : undefined;
}

/** `500 ms`, or the name of a delay. */
export function formatDelay(delay: unknown): string {
  return typeof delay === 'number' ? `${delay} ms` : formatValue(delay);
}

function nameActor(to: unknown): string {
  if (to === '#_parent') return 'parent';
  return typeof to === 'object' && to !== null && 'id' in to ? String(to.id) : formatValue(to);
}

/** The name of an actor's logic: what is invoked without one is `inline`, a machine goes by its id. */
export function nameLogic(src: unknown): string {
  if (typeof src === 'string') return src;
  return typeof src === 'object' && src !== null && 'id' in src ? String(src.id) : 'inline';
}

function describeId(id: unknown): string {
  return id === undefined ? '' : ` (${formatValue(id)})`;
}

/** The default of `log()` is a function that has the name of its parameter. */
function nameValue(value: unknown): unknown {
  return typeof value === 'function' ? nameFunction(value).replace(/^value$/, 'inline') : value;
}
