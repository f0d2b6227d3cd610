import { isInterim } from '../facts/head-facts.ts';
import { asksForWebSocket } from '../facts/hop-request-facts.ts';
import { includesUpgrade, includesWebSocket } from '../facts/request-facts.ts';
import {
  type Field,
  fieldValues,
  isHostValue,
  joinLines,
  type NewField,
  parseTarget,
  parseTokenList,
  type ReplyHead,
  type RequestHead,
  requestContent,
} from '../wire/index.ts';
import type { HopAction } from './hop-action.ts';
import { type Message, toNewFields, withField, withoutFields } from './message.ts';

/** Known to belong to one connection, whether Connection names them or not (RFC 9110 §7.6.1). */
const hopByHop = ['keep-alive', 'proxy-connection', 'te'];

/** What no option of Connection may take away, since the message cannot be delimited or routed without it. */
const indispensable = ['host', 'content-length', 'transfer-encoding'];

/** What a hop that keeps the rules does with a request. */
export function dueForRequest(head: RequestHead): HopAction {
  return canForward(head)
    ? { type: 'forward', messages: [forwardRequest(head)] }
    : { type: 'answer', status: 400 };
}

/** What it does with a reply to that. A client of HTTP/1.0 knows of no interim ones (RFC 9110 §15.2). */
export function dueForReply(request: RequestHead, reply: ReplyHead): HopAction {
  if (isInterim(reply.status) && request.version.minor === 0) return { type: 'withhold' };
  return isUseful(request, reply)
    ? { type: 'forward', messages: [forwardReply(reply)] }
    : { type: 'answer', status: 502 };
}

/** Whether a request can be carried: a hop that carries what is none lets two readers see two things in it. */
function canForward({ version, fields, method }: RequestHead): boolean {
  const [host = '', ...others] = fieldValues(fields, 'host');
  return (
    version.major === 1 &&
    isHostValue(host) &&
    others.length === 0 &&
    method !== 'CONNECT' &&
    namesNothingIndispensable(fields) &&
    requestContent(fields).kind !== 'malformed'
  );
}

/**
 * The request that goes on to the backend, for this connection alone: in HTTP/1.1, without what the Connection of the
 * client names, with an Upgrade and a Connection of the hop's own where the client asks for WebSocket.
 *
 * @see RFC 9110 §7.6.1, §7.8
 * @see RFC 9112 §2.3, §3.2.2
 */
function forwardRequest(head: RequestHead): Message {
  const target = parseTarget(head.target);
  const isAsking = asksForWebSocket(head);
  const isAbsolute = target.form === 'absolute';
  const path = isAbsolute ? `${target.path}${target.query === null ? '' : `?${target.query}`}` : head.target;
  const ends = withoutHopByHop(head.fields);
  const addressed = isAbsolute ? withField(ends, 'Host', target.authority) : ends;
  const upgraded = withField(addressed, 'Upgrade', isAsking ? 'websocket' : null);
  return {
    startLine: `${head.method} ${path} HTTP/1.1`,
    fields: withField(upgraded, 'Connection', isAsking ? 'Upgrade' : 'close'),
  };
}

/**
 * Whether a reply is of use: a 101 has to answer the Upgrade of the request, since nobody becomes a tunnel on any
 * other.
 *
 * @see RFC 9110 §7.8
 */
function isUseful(request: RequestHead, { status, fields }: ReplyHead): boolean {
  const isSwitch =
    asksForWebSocket(request) &&
    includesWebSocket(fieldValues(fields, 'upgrade')) &&
    includesUpgrade(fieldValues(fields, 'connection'));
  return (status !== 101 || isSwitch) && namesNothingIndispensable(fields);
}

/** The reply that goes back to the client: whole, but for what belongs to the connection of the backend. */
function forwardReply(head: ReplyHead): Message {
  const { status, reason, fields } = head;
  // A hop that carries upgrades may say so in a refusal, too: 426 has to have an Upgrade.
  const hasUpgrade = !isInterim(status) && includesWebSocket(fieldValues(fields, 'upgrade'));
  const options = [...(hasUpgrade ? ['Upgrade'] : []), ...(status < 200 ? [] : ['close'])].join(', ');
  const upgraded = withField(withoutHopByHop(fields), 'Upgrade', hasUpgrade ? 'websocket' : null);
  return {
    startLine: `HTTP/1.1 ${status} ${reason}`,
    fields: withField(upgraded, 'Connection', options === '' ? null : options),
  };
}

/** The fields for the other end; Upgrade and Connection keep their places, to be written anew. */
function withoutHopByHop(fields: readonly Field[]): readonly NewField[] {
  const named = connectionOptions(fields).filter((option) => option !== 'upgrade' && option !== 'connection');
  return withoutFields(toNewFields(fields), [...hopByHop, ...named]);
}

/** Whether Connection is a list of tokens, none of which takes away what has to stay. */
function namesNothingIndispensable(fields: readonly Field[]): boolean {
  const value = joinLines(fieldValues(fields, 'connection'));
  const isList = value === '' || parseTokenList(value) !== null;
  return isList && !connectionOptions(fields).some((option) => indispensable.includes(option));
}

function connectionOptions(fields: readonly Field[]): readonly string[] {
  const options = parseTokenList(joinLines(fieldValues(fields, 'connection')));
  return (options ?? []).map((option) => option.toLowerCase());
}
