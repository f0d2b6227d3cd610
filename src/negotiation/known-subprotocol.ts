/** What there is to know of a subprotocol before it is offered or supported. */
interface SubprotocolEntry {
  readonly name: string;
  readonly use: string;
  /** Whether a server refuses a client that does not offer it. */
  readonly required: boolean;
  readonly note: string;
}

/** Subprotocols that many speak. Each name carries its version, and is compared exactly. */
export const knownSubprotocols = [
  {
    name: 'graphql-ws',
    use: 'GraphQL subscriptions',
    required: false,
    note:
      'The legacy protocol of the library subscriptions-transport-ws, which is maintained no more. The library ' +
      'that is called graphql-ws does not speak it, but graphql-transport-ws.',
  },
  {
    name: 'graphql-transport-ws',
    use: 'GraphQL subscriptions',
    required: false,
    note: 'The GraphQL over WebSocket Protocol, spoken by the library that is called graphql-ws.',
  },
  {
    name: 'mqtt',
    use: 'MQTT over WebSocket',
    required: true,
    note:
      'A client must offer it, and a server must answer with it (MQTT 3.1.1 and 5.0, §6). Control packets are ' +
      'sent in binary frames, whose boundaries need not be those of the packets.',
  },
  {
    name: 'wamp.2.json',
    use: 'WAMP v2 with JSON serialization',
    required: false,
    note: 'Every serialization has a name of its own: wamp.2.msgpack is another.',
  },
  {
    name: 'ocpp1.6',
    use: 'Open Charge Point Protocol (EV charging)',
    required: false,
    note:
      'A server that supports none of the versions offered answers with 101 and without a subprotocol, and ' +
      'closes the connection at once (OCPP-J 1.6, §3.2).',
  },
] as const satisfies readonly SubprotocolEntry[];

export type KnownSubprotocol = (typeof knownSubprotocols)[number]['name'];
