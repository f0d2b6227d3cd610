import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import type { ConnectionEffect, ConnectionEvent, ConnectionState } from '../../models/connection.ts';
import type { Lifecycle } from '../../models/decide.ts';
import type { SessionEffect, SessionEvent, SessionState } from '../../models/server-session.ts';

/** One transition: from a state, by an event, to a state, with effects in this order. */
export type Transition<State, Event, Effect> = readonly [
  from: State,
  event: Event,
  to: State,
  effects: readonly Effect[],
];

const ended = ['stopDeadline', 'destroySocket', 'error', 'close'] as const;

export const connectionTransitions: readonly Transition<
  ConnectionState,
  ConnectionEvent,
  ConnectionEffect
>[] = [
  ['connecting', 'CONNECT_FAILED', 'failed', ended],
  ['connecting', 'TUNNEL_REFUSED', 'failed', ended],
  ['connecting', 'TLS_FAILED', 'failed', ended],
  ['connecting', 'SOCKET_CLOSED', 'failed', ended],
  ['connecting', 'TIMED_OUT', 'failed', ended],
  ['connecting', 'ABORTED', 'failed', ended],
  ['connecting', 'INTERIM_RECEIVED', 'connecting', []],
  ['connecting', 'REPLY_FAILED', 'failed', ended],
  ['connecting', 'REPLY_DISPROVED', 'closed', ended],
  ['connecting', 'ESTABLISHED', 'open', ['stopDeadline', 'open']],
];

export const connectionStates: readonly ConnectionState[] = ['connecting', 'open', 'failed', 'closed'];
export const connectionEnds: readonly ConnectionState[] = ['open', 'failed', 'closed'];
export const connectionEvents: readonly ConnectionEvent[] = [
  'CONNECT_FAILED',
  'TUNNEL_REFUSED',
  'TLS_FAILED',
  'SOCKET_CLOSED',
  'TIMED_OUT',
  'ABORTED',
  'INTERIM_RECEIVED',
  'REPLY_FAILED',
  'REPLY_DISPROVED',
  'ESTABLISHED',
];

const decided = ['stopWaiting', 'decide'] as const;
const lost = ['stopWaiting', 'report', 'destroySocket'] as const;

export const sessionTransitions: readonly Transition<SessionState, SessionEvent, SessionEffect>[] = [
  ['reading', 'LIMIT_REACHED', 'deciding', decided],
  ['reading', 'HEAD_READ', 'deciding', decided],
  ['reading', 'PEER_ENDED', 'deciding', decided],
  ['reading', 'TIMED_OUT', 'deciding', decided],
  ['reading', 'SOCKET_CLOSED', 'closed', lost],
  ['deciding', 'ACCEPTED', 'open', ['sendReply', 'report', 'handOver']],
  ['deciding', 'HELD', 'awaitingFirstMessage', ['sendReply', 'awaitMessage']],
  ['deciding', 'ASKED', 'authorizing', ['ask']],
  ['deciding', 'REFUSED', 'refused', ['sendReply', 'endSocket', 'report']],
  ['deciding', 'PASSED', 'passed', ['report', 'passOn']],
  ['deciding', 'SOCKET_CLOSED', 'closed', ['report', 'destroySocket']],
  ['authorizing', 'ANSWERED', 'deciding', decided],
  ['authorizing', 'TIMED_OUT', 'deciding', decided],
  ['authorizing', 'PEER_ENDED', 'closed', lost],
  ['authorizing', 'SOCKET_CLOSED', 'closed', lost],
  ['awaitingFirstMessage', 'AUTHENTICATED', 'open', ['stopWaiting', 'report', 'handOver']],
  ['awaitingFirstMessage', 'MESSAGE_REFUSED', 'refused', ['stopWaiting', 'closeFrames', 'report']],
  ['awaitingFirstMessage', 'SOCKET_CLOSED', 'closed', lost],
];

export const sessionStates: readonly SessionState[] = [
  'reading',
  'deciding',
  'authorizing',
  'awaitingFirstMessage',
  'open',
  'refused',
  'passed',
  'closed',
];
export const sessionEnds: readonly SessionState[] = ['open', 'refused', 'passed', 'closed'];
export const sessionEvents: readonly SessionEvent[] = [
  'LIMIT_REACHED',
  'HEAD_READ',
  'PEER_ENDED',
  'TIMED_OUT',
  'SOCKET_CLOSED',
  'ANSWERED',
  'ACCEPTED',
  'HELD',
  'ASKED',
  'REFUSED',
  'PASSED',
  'AUTHENTICATED',
  'MESSAGE_REFUSED',
];

/** Every final state with every event. */
export function pairEnds<State, Event>(ends: readonly State[], events: readonly Event[]): [State, Event][] {
  return ends.flatMap((end) => events.map((event): [State, Event] => [end, event]));
}

/** What a lifecycle did with each of some events: the state that it led to, and its effects in order. */
export type Trace = readonly (readonly [event: string, state: string, effects: readonly string[]])[];

/** Plays a lifecycle that is run with the `perform` it is given. */
export function trace<State extends string, Event extends string, Effect extends string>(
  start: (perform: (effect: Effect) => void) => Lifecycle<State, Event>,
  events: readonly Event[],
): Trace {
  let effects: Effect[] = [];
  const lifecycle = start((effect) => effects.push(effect));
  return events.map((event) => {
    effects = [];
    lifecycle.send(event);
    return [event, lifecycle.state, effects] as const;
  });
}

/** Folds XState's own `transition()` over the events; a finished snapshot is not moved any more. */
export function foldTransitions(machine: AnyStateMachine, events: readonly string[]): Trace {
  let [snapshot]: [AnyMachineSnapshot, unknown] = initialTransition(machine);
  return events.map((type) => {
    const moved = snapshot.status === 'active' ? transition(machine, snapshot, { type }) : undefined;
    snapshot = moved?.[0] ?? snapshot;
    return [type, String(snapshot.value), moved?.[1].map(nameEffect) ?? []] as const;
  });
}

function nameEffect({ type, params }: { readonly type: string; readonly params?: unknown }): string {
  return type === 'xstate.emit' ? (params as { event: { type: string } }).event.type : type; // what emit() resolves to
}

/** The descriptions of all transitions of a lifecycle. */
export function listDescriptions(machine: AnyStateMachine): (string | undefined)[] {
  return Object.values(machine.root.states).flatMap((state) =>
    [...state.transitions.values()].flat().map(({ description }) => description),
  );
}
