import type { ReplyDetails } from './reply.ts';

/** What a 101 can show: what it has, and what was asked for. */
export interface SwitchFacts {
  readonly subprotocol: 'absent' | 'empty' | 'sent';
  readonly extensions: 'absent' | 'empty' | 'sent';
  /** Whether permessage-deflate is among the extensions. */
  readonly deflate: 'unanswered' | 'answered';
  readonly deflateOffer: ReplyDetails['deflateOffer'];
  /** Whether every offer of permessage-deflate asks for it. */
  readonly serverTakeover: 'asked' | 'open';
  readonly serverBits: 'asked' | 'open';
  /** Whether any offer of permessage-deflate has the parameter. */
  readonly clientBits: 'offered' | 'unoffered';
  /** Whether the answer has the parameter, and a value for it. */
  readonly clientBitsAnswer: 'absent' | 'valueless' | 'valued';
}
