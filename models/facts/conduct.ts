/** What is compared in what a client does besides its opening. */
export interface ConductFacts {
  readonly outcome: 'opened' | 'failed' | 'other';
  /** The Origin that it owes who asks in the name of a page; `free` where it asks for itself. */
  readonly origin: 'free' | 'asGiven' | 'absent' | 'other';
  /** Octets behind its opening, before the reply. */
  readonly early: 'none' | 'sent';
  /** Its frames behind the reply; `unmasked` where one of them has no mask. */
  readonly frames: 'none' | 'masked' | 'unmasked';
  readonly close: 'none' | 'sent';
}
