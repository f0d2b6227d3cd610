import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import type { ClauseId } from '../../../models/clauses.ts';
import type { Lifecycle } from '../../../models/decide.ts';
import type {
  ConnectionEffect,
  ConnectionEvent,
  ConnectionState,
} from '../../../models/lifecycles/connection.ts';
import type { SessionEffect, SessionEvent, SessionState } from '../../../models/lifecycles/session.ts';

/** One transition: from a state, by an event, to a state, as a clause has it, with effects in this order. */
export type Transition<State, Event, Effect> = readonly [
  from: State,
  event: Event,
  to: State,
  clause: ClauseId,
  effects: readonly Effect[],
];

const ended = ['stopDeadline', 'destroySocket', 'error', 'close'] as const;

export const connectionTransitions: readonly Transition<
  ConnectionState,
  ConnectionEvent,
  ConnectionEffect
>[] = [
  ['connecting', 'CONNECT_FAILED', 'failed', 'rfc6455/4.1/connection-failed', ended],
  ['connecting', 'TUNNEL_REFUSED', 'failed', 'rfc9110/9.3.6/tunnel-refused', ended],
  ['connecting', 'TLS_FAILED', 'failed', 'rfc6455/4.1/tls-failure', ended],
  ['connecting', 'SOCKET_CLOSED', 'failed', 'service/7/closed-without-response', ended],
  ['connecting', 'TIMED_OUT', 'failed', 'service/3/no-response', ended],
  ['connecting', 'ABORTED', 'failed', 'rfc6455/7.1.7/no-close-frame', ended],
  ['connecting', 'INTERIM_RECEIVED', 'connecting', 'rfc9110/15.2/interim-replies', []],
  ['connecting', 'REPLY_FAILED', 'failed', 'rfc6455/4.1/status-101', ended],
  ['connecting', 'REPLY_DISPROVED', 'closed', 'rfc6455/4.1/accept-value', ended],
  ['connecting', 'ESTABLISHED', 'open', 'rfc6455/4.1/established', ['stopDeadline', 'open']],
];

export const connectionStates: readonly ConnectionState[] = ['connecting', 'open', 'failed', 'closed'];
export const connectionEnds: readonly ConnectionState[] = ['open', 'failed', 'closed'];
export const connectionEvents = eventsOf(connectionTransitions);

const decided = ['stopWaiting', 'decide'] as const;
const held = ['sendReply', 'awaitMessage'] as const;
const lost = ['stopWaiting', 'report', 'destroySocket'] as const;
const handedOver = ['stopWaiting', 'report', 'handOver'] as const;
const turnedAway = ['stopWaiting', 'closeFrames', 'report'] as const;

export const sessionTransitions: readonly Transition<SessionState, SessionEvent, SessionEffect>[] = [
  ['reading', 'HEAD_READ', 'deciding', 'rfc6455/4.2.1/method-get', decided],
  ['reading', 'PEER_ENDED', 'deciding', 'rfc9112/8/incomplete-request', decided],
  ['reading', 'TIMED_OUT', 'deciding', 'rfc9110/15.5.9/request-timeout', decided],
  ['reading', 'LIMIT_REACHED', 'deciding', 'rfc9110/15.6.4/overloaded', decided],
  ['reading', 'SOCKET_CLOSED', 'closed', 'rfc9112/8/incomplete-request', lost],
  ['deciding', 'ACCEPTED', 'open', 'rfc6455/4.2.2/status-101', ['sendReply', 'report', 'handOver']],
  ['deciding', 'HELD', 'awaitingFirstMessage', 'service/5.3/first-message-held', held],
  ['deciding', 'ASKED', 'authorizing', 'rfc6455/4.2.2/client-authentication', ['ask']],
  ['deciding', 'REFUSED', 'refused', 'rfc6455/4.2.1/stop-processing', ['sendReply', 'endSocket', 'report']],
  ['deciding', 'PASSED', 'passed', 'service/2.1/upgrade-absent-plain-http', ['report', 'passOn']],
  ['deciding', 'SOCKET_CLOSED', 'closed', 'rfc9112/9.5/closed-at-any-time', ['report', 'destroySocket']],
  ['awaitingFirstMessage', 'AUTHENTICATED', 'open', 'service/5.3/first-message', handedOver],
  ['awaitingFirstMessage', 'MESSAGE_REFUSED', 'refused', 'rfc6455/7.4.1/policy-violation', turnedAway],
  ['awaitingFirstMessage', 'SOCKET_CLOSED', 'closed', 'rfc9112/9.5/closed-at-any-time', lost],
  ['authorizing', 'ANSWERED', 'deciding', 'rfc6455/4.2.2/client-authentication', decided],
  ['authorizing', 'TIMED_OUT', 'deciding', 'rfc9110/15.6.4/answer-late', decided],
  ['authorizing', 'PEER_ENDED', 'closed', 'rfc9112/9.5/closed-at-any-time', lost],
  ['authorizing', 'SOCKET_CLOSED', 'closed', 'rfc9112/9.5/closed-at-any-time', lost],
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
export const sessionEvents = eventsOf(sessionTransitions);

function eventsOf<Event>(transitions: readonly Transition<unknown, Event, unknown>[]): readonly Event[] {
  return [...new Set(transitions.map(([, event]) => event))];
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
