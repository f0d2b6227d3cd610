// Compiled from ../decisions/first-message.ts by `npm run compile`.
import { type FirstMessageGuard, firstMessageRows } from '../decisions/first-message.ts';
import type { FirstMessageRow } from '../decisions/row.ts';
import type { FirstMessageFacts } from '../facts/first-message.ts';

/** The server's decision on a first message: the first of `firstMessageRows` that holds. */
export function decideFirstMessage(facts: FirstMessageFacts): FirstMessageRow<FirstMessageGuard> {
  // messageIsLate: service/5.3/first-message-awaited
  if (facts.message === 'late') return firstMessageRows[0];
  // messageIsTooLarge: service/5.3/first-message-bounded
  if (facts.message === 'tooLarge') return firstMessageRows[1];
  // heldMessagesAreTooMany: service/5.3/first-message-bounded
  if (facts.held === 'tooMany') return firstMessageRows[2];
  // credentialIsAbsent: service/5.3/first-message-held
  if (facts.credential === 'absent') return firstMessageRows[3];
  // validationThrew: rfc6455/7.4.1/unexpected-condition
  if (facts.credential === 'threw') return firstMessageRows[4];
  // validationIsLate: rfc6455/7.4.1/unexpected-condition
  if (facts.credential === 'late') return firstMessageRows[5];
  // credentialIsInvalid: rfc6455/7.4.1/policy-violation
  if (facts.credential === 'invalid') return firstMessageRows[6];
  // otherwise: service/5.3/first-message
  return firstMessageRows[7];
}
