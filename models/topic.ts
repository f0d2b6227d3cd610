/** The fields that rules look at, by what they are called in a rule. */
export const topicFields = {
  host: ['Host'],
  upgrade: ['Upgrade'],
  connection: ['Connection'],
  origin: ['Origin'],
  allow: ['Allow'],
  date: ['Date'],
  expect: ['Expect'],
  authorization: ['Authorization'],
  'www-authenticate': ['WWW-Authenticate'],
  'content-length': ['Content-Length'],
  'transfer-encoding': ['Transfer-Encoding'],
  'sec-websocket-key': ['Sec-WebSocket-Key'],
  'sec-websocket-accept': ['Sec-WebSocket-Accept'],
  'sec-websocket-version': ['Sec-WebSocket-Version'],
  'sec-websocket-protocol': ['Sec-WebSocket-Protocol'],
  'sec-websocket-extensions': ['Sec-WebSocket-Extensions'],
  /** Whatever tells the length of the content. */
  framing: ['Content-Length', 'Transfer-Encoding'],
} as const;

/**
 * The part of an exchange that a rule looks at: a field, another part of a head, or what is seen behind it. `head` is a
 * message as a whole, and `fields` all of its field lines.
 */
export type Topic =
  | keyof typeof topicFields
  | (
      | 'head'
      | 'start-line'
      | 'method'
      | 'target'
      | 'http-version'
      | 'status'
      | 'fields'
      | 'lists'
      | 'credential'
    )
  | ('interims' | 'content' | 'behind' | 'pong' | 'end' | 'second')
  | ('first-field' | 'nominated' | 'tls' | 'certificate' | 'message');

/** Names of the fields that a rule looks at; none where it looks at another part. */
export function fieldsOf(topic: Topic): readonly string[] {
  return topic in topicFields ? topicFields[topic as keyof typeof topicFields] : []; // it was looked whether it is one
}
