import { isInterim } from '../facts/head-facts.ts';
import type { NewField, ReplyHead, RequestHead } from '../wire/index.ts';
import type { HopAction } from './hop-action.ts';
import { type Message, toNewFields, withField, withoutFields } from './message.ts';

/** What an intermediary does to the heads on their way, interim ones too, given what it should do. */
export interface Behaviour {
  readonly request: (due: HopAction, head: RequestHead) => HopAction;
  readonly reply: (due: HopAction, head: ReplyHead) => HopAction;
}

const right: Behaviour = { request: (due) => due, reply: (due) => due };
const drop: HopAction = { type: 'drop' };
const hint: Message = { startLine: 'HTTP/1.1 103 Early Hints', fields: [['Link', '</hop>; rel=preload']] };
const withhold: HopAction = { type: 'withhold' };

/** The ways in which intermediaries help and hinder a handshake. */
export const behaviours = {
  /** Keeps every rule. */
  passes: right,
  dropsConnection: { ...right, request: () => drop },
  refuses: { ...right, request: () => ({ type: 'answer', status: 403 }) },
  garblesRequest: { ...right, request: onMessage((message) => ({ ...message, startLine: 'GET' })) },
  downgradesToHttp10: { ...right, request: onMessage(inVersion('HTTP/1.0')) },
  inventsVersion: { ...right, request: onMessage(inVersion('HTTP/1.2')) },
  stripsUpgrade: { ...right, request: onMessage(without('Upgrade')) },
  stripsConnection: { ...right, request: onMessage(without('Connection')) },
  stripsHopByHop: { ...right, request: onMessage(without('Upgrade', 'Connection')) },
  forwardsNominated: {
    ...right,
    request: (due, { fields }) => onMessage((message) => withAll(message, toNewFields(fields)))(due),
  },
  rewritesHost: { ...right, request: onMessage(withValue('Host', 'backend.internal')) },
  rewritesTarget: {
    ...right,
    request: onMessage((message) => ({ ...message, startLine: message.startLine.replace(/ HTTP/, '?$&') })),
  },
  changesKey: { ...right, request: onMessage(withValue('Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA==')) },
  stripsVersion: { ...right, request: onMessage(without('Sec-WebSocket-Version')) },
  stripsSubprotocols: { ...right, request: onMessage(without('Sec-WebSocket-Protocol')) },
  stripsExtensions: { ...right, request: onMessage(without('Sec-WebSocket-Extensions')) },
  rewritesOrigin: { ...right, request: onMessage(withValue('Origin', 'http://backend.internal')) },
  dropsInterims: { ...right, reply: (due, { status }) => (isInterim(status) ? withhold : due) },
  dropsReply: { ...right, reply: () => drop },
  holdsReply: { ...right, reply: () => withhold },
  garblesReply: { ...right, reply: onMessage((message) => ({ ...message, startLine: 'ICY 101' })) },
  downgradesReply: { ...right, reply: onMessage(inVersion('HTTP/1.0')) },
  /** Asks for WebSocket whoever comes, and lets everybody have what is answered. */
  switchesUnasked: {
    request: onMessage((message) =>
      withValue('Upgrade', 'websocket')(withValue('Connection', 'Upgrade')(message)),
    ),
    reply: (due, head) => (head.status === 101 ? forwardAsIs(head) : due),
  },
  changesStatus: {
    ...right,
    reply: onMessage(({ fields }) => ({
      startLine: 'HTTP/1.1 200 OK',
      fields: withField(fields, 'Content-Length', '0'),
    })),
  },
  stripsReplyUpgrade: { ...right, reply: onMessage(without('Upgrade')) },
  stripsReplyConnection: { ...right, reply: onMessage(without('Connection')) },
  mutilatesReply: { ...right, reply: onMessage(without('Sec-WebSocket-Accept')) },
  stripsSubprotocol: { ...right, reply: onMessage(without('Sec-WebSocket-Protocol')) },
  addsExtension: { ...right, reply: onMessage(withValue('Sec-WebSocket-Extensions', 'x-hop')) },
  /** Keeps every rule, and names a field of its own in Connection. */
  nominates: {
    ...right,
    request: onMessage((message) =>
      withValue('X-Hop', '1')(withValue('Connection', 'Upgrade, X-Hop')(message)),
    ),
  },
  /** Keeps every rule, and has a hint for the client in front of the reply. */
  hintsEarly: {
    ...right,
    reply: (due) => (due.type === 'forward' ? { ...due, messages: [hint, ...due.messages] } : due),
  },
} as const satisfies Readonly<Record<string, Behaviour>>;

export type BehaviourName = keyof typeof behaviours;

function onMessage(change: (message: Message) => Message): (due: HopAction) => HopAction {
  return (due) => (due.type === 'forward' ? { ...due, messages: due.messages.map(change) } : due);
}

function inVersion(version: string): (message: Message) => Message {
  return (message) => ({ ...message, startLine: message.startLine.replace('HTTP/1.1', version) });
}

function without(...names: readonly string[]): (message: Message) => Message {
  return (message) => ({ ...message, fields: withoutFields(message.fields, names) });
}

function withValue(name: string, value: string): (message: Message) => Message {
  return (message) => ({ ...message, fields: withField(message.fields, name, value) });
}

/** A message with those fields, too, that it has none of. */
function withAll(message: Message, fields: readonly NewField[]): Message {
  const names = message.fields.map(([name]) => name);
  return { ...message, fields: [...message.fields, ...withoutFields(fields, names)] };
}

function forwardAsIs({ status, reason, fields }: ReplyHead): HopAction {
  const startLine = `HTTP/1.1 ${status} ${reason}`;
  return { type: 'forward', messages: [{ startLine, fields: toNewFields(fields) }] };
}
