import type { ClauseId } from '../../../models/clauses.ts';
import { type FirstMessageGuard, firstMessageTable } from '../../../models/decisions/first-message.ts';
import type { FirstMessageRow } from '../../../models/decisions/row.ts';
import type { FirstMessageFacts } from '../../../models/facts/first-message.ts';
import type { Expectation, Suite, Values } from '../expectation.ts';

type FirstMessageExpectation = Expectation<FirstMessageFacts, object, FirstMessageRow<FirstMessageGuard>>;

const faultlessFirstMessage: FirstMessageFacts = {
  message: 'read',
  held: 'few',
  credential: 'valid',
};

const firstMessageValues = {
  message: {
    read: null,
    tooLarge: 'messageIsTooLarge',
    late: 'messageIsLate',
  },
  held: { few: null, tooMany: 'heldMessagesAreTooMany' },
  credential: {
    absent: 'credentialIsAbsent',
    valid: null,
    invalid: 'credentialIsInvalid',
    threw: 'validationThrew',
    late: 'validationIsLate',
  },
} as const satisfies Values<FirstMessageFacts, FirstMessageGuard>;

function closed(
  facts: Partial<FirstMessageFacts>,
  guard: FirstMessageGuard,
  clause: ClauseId,
  code: 1008 | 1011,
): FirstMessageExpectation {
  return { facts, choices: {}, answer: { guard, clause, verdict: 'refused', code } };
}

// biome-ignore format: a fault is a line
const firstMessageFaults: readonly FirstMessageExpectation[] = [
  closed({ message: 'late' }, 'messageIsLate', 'service/5.3/first-message-awaited', 1008),
  closed({ message: 'tooLarge' }, 'messageIsTooLarge', 'service/5.3/first-message-bounded', 1008),
  closed({ held: 'tooMany' }, 'heldMessagesAreTooMany', 'service/5.3/first-message-bounded', 1008),
  closed({ credential: 'absent' }, 'credentialIsAbsent', 'service/5.3/first-message-held', 1008),
  closed({ credential: 'threw' }, 'validationThrew', 'rfc6455/7.4.1/unexpected-condition', 1011),
  closed({ credential: 'late' }, 'validationIsLate', 'rfc6455/7.4.1/unexpected-condition', 1011),
  closed({ credential: 'invalid' }, 'credentialIsInvalid', 'rfc6455/7.4.1/policy-violation', 1008),
];

const faultlessFirstMessages: readonly FirstMessageExpectation[] = [
  {
    facts: {},
    choices: {},
    answer: {
      guard: 'otherwise',
      clause: 'service/5.3/first-message',
      verdict: 'authenticated',
      code: null,
    },
  },
];

export const firstMessageSuite: Suite<FirstMessageFacts, object, FirstMessageRow<FirstMessageGuard>> = {
  table: firstMessageTable,
  faultless: faultlessFirstMessage,
  choices: {},
  values: firstMessageValues,
  faults: firstMessageFaults,
  faultlessOnes: faultlessFirstMessages,
};
