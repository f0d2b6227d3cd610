/** What is compared in a client's request, and in what the client was asked to do. */
export interface OpeningFacts {
  readonly target: 'asAsked' | 'other';
  readonly form: 'origin' | 'other';
  readonly host: 'asAsked' | 'other';
  readonly firstField: 'host' | 'other';
  /** Pad bits at the end of the key; `unread` where there is no key that has its length. */
  readonly padBits: 'unread' | 'zero' | 'set';
  /** `asAsked` where none was asked for, and none is offered. */
  readonly subprotocols: 'absent' | 'asAsked' | 'other';
  readonly asksForSubprotocols: 'yes' | 'no';
  /** Whether a name stands in the offer twice. */
  readonly names: 'unique' | 'repeated';
  readonly extensions: 'asAsked' | 'other';
  readonly lists: 'ok' | 'emptyElement';
  readonly expectation: 'none' | 'sent';
  readonly framing: 'none' | 'sent';
}
