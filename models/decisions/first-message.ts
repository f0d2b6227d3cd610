import { createDecision, type RuleTable } from '../decision.ts';
import type { FirstMessageFacts } from '../facts/first-message.ts';
import type { Guards } from '../match.ts';
import type { FirstMessageRow } from './row.ts';

export const firstMessageGuards = {
  messageIsLate: { message: 'late' },
  messageIsTooLarge: { message: 'tooLarge' },
  heldMessagesAreTooMany: { held: 'tooMany' },
  credentialIsAbsent: { credential: 'absent' },
  validationThrew: { credential: 'threw' },
  validationIsLate: { credential: 'late' },
  credentialIsInvalid: { credential: 'invalid' },
  otherwise: {},
} as const satisfies Guards<FirstMessageFacts>;

export type FirstMessageGuard = keyof typeof firstMessageGuards;

const refused = { verdict: 'refused', code: 1008 } as const;
const unable = { clause: 'rfc6455/7.4.1/unexpected-condition', verdict: 'refused', code: 1011 } as const;

/** The server's decision on the message that should carry the credential. */
export const firstMessageRows = [
  { guard: 'messageIsLate', about: 'message', clause: 'service/5.3/first-message-awaited', ...refused },
  { guard: 'messageIsTooLarge', about: 'message', clause: 'service/5.3/first-message-bounded', ...refused },
  {
    guard: 'heldMessagesAreTooMany',
    about: 'message',
    clause: 'service/5.3/first-message-bounded',
    ...refused,
  },
  { guard: 'credentialIsAbsent', about: 'credential', clause: 'service/5.3/first-message-held', ...refused },
  { guard: 'validationThrew', about: 'credential', ...unable },
  { guard: 'validationIsLate', about: 'credential', ...unable },
  { guard: 'credentialIsInvalid', about: 'credential', clause: 'rfc6455/7.4.1/policy-violation', ...refused },
  {
    guard: 'otherwise',
    about: 'message',
    clause: 'service/5.3/first-message',
    verdict: 'authenticated',
    code: null,
  },
] as const satisfies readonly FirstMessageRow<FirstMessageGuard>[];

export const firstMessageTable: RuleTable<FirstMessageFacts, object, FirstMessageRow<FirstMessageGuard>> = {
  id: 'firstMessageDecision',
  guards: firstMessageGuards,
  rows: firstMessageRows,
  faultless: ['authenticated'],
  defaults: {},
};

export const firstMessageDecision = createDecision(firstMessageTable);
