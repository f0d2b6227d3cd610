import {
  buildReply,
  buildRequest,
  encodeLatin1,
  type NewField,
  type ReplyHead,
  type RequestHead,
} from '../wire/index.ts';

/** What an intermediary does to a handshake on its way; `null` drops the connection without a reply. */
export interface Behaviour {
  readonly request: (head: RequestHead, octets: Uint8Array) => Uint8Array | null;
  readonly reply: (head: ReplyHead, octets: Uint8Array) => Uint8Array | null;
}

const untouched = (_head: unknown, octets: Uint8Array) => octets;
const faithful: Behaviour = { request: untouched, reply: untouched };

/** The ways in which intermediaries help and hinder a handshake. */
export const behaviours = {
  passes: faithful,
  dropsConnection: { ...faithful, request: () => null },
  dropsReply: { ...faithful, reply: () => null },
  downgradesToHttp10: {
    ...faithful,
    request: (_head, octets) => replaceText(octets, ' HTTP/1.1\r\n', ' HTTP/1.0\r\n'),
  },
  stripsUpgrade: { ...faithful, request: (head) => rewrite(head, (fields) => without(fields, 'upgrade')) },
  stripsConnection: {
    ...faithful,
    request: (head) => rewrite(head, (fields) => without(fields, 'connection')),
  },
  stripsHopByHop: {
    ...faithful,
    request: (head) => rewrite(head, (fields) => without(without(fields, 'upgrade'), 'connection')),
  },
  rewritesHost: {
    ...faithful,
    request: (head) =>
      rewrite(head, (fields) =>
        fields.map(([name, value]) => [name, name === 'Host' ? 'backend.internal' : value]),
      ),
  },
  mutilatesReply: {
    ...faithful,
    reply: ({ status, reason, fields }) =>
      octetsOf(buildReply({ status, reason, fields: without(pairs(fields), 'sec-websocket-accept') })),
  },
} as const satisfies Readonly<Record<string, Behaviour>>;

export type BehaviourName = keyof typeof behaviours;

function rewrite(head: RequestHead, change: (fields: readonly NewField[]) => readonly NewField[]) {
  const { method, target } = head;
  return octetsOf(buildRequest({ method, target, fields: change(pairs(head.fields)) }));
}

function pairs(fields: RequestHead['fields']): readonly NewField[] {
  return fields.map(({ name, value }) => [name, value]);
}

function without(fields: readonly NewField[], name: string): readonly NewField[] {
  return fields.filter(([candidate]) => candidate.toLowerCase() !== name);
}

/** What was parsed can be built; what cannot is dropped. */
function octetsOf(built: ReturnType<typeof buildRequest>): Uint8Array | null {
  return built.ok ? encodeLatin1(built.text) : null;
}

function replaceText(octets: Uint8Array, from: string, to: string): Uint8Array {
  return Buffer.from(Buffer.from(octets).toString('latin1').replace(from, to), 'latin1');
}
