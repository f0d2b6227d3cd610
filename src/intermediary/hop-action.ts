import type { Message } from './message.ts';

/** What a hop does with a head. */
export type HopAction =
  /** Sends these on, one behind the other. */
  | { readonly type: 'forward'; readonly messages: readonly Message[] }
  /** Answers the client itself, and is done with the backend. */
  | { readonly type: 'answer'; readonly status: number }
  /** Closes both connections. */
  | { readonly type: 'drop' }
  /** Says nothing. */
  | { readonly type: 'withhold' };
