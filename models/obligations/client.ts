import type { ConductFacts } from '../facts/conduct.ts';
import type { Guards } from '../match.ts';
import type { ObligationRow, ObligationTable } from './obligation.ts';

/** Where something is owed. */
export const conductGuards = {
  always: {},
  asksForPage: { origin: ['asGiven', 'absent', 'other'] },
  hasFailed: { outcome: 'failed' },
  hasSpokenFrames: { outcome: 'opened', frames: ['masked', 'unmasked'] },
} as const satisfies Guards<ConductFacts>;

export type ConductGuard = keyof typeof conductGuards;

/** What a client owes besides its opening, whatever is answered. */
export const clientObligations = [
  {
    clause: 'rfc6455/4.1/origin-browser',
    owed: 'asksForPage',
    broken: { origin: 'absent' },
    about: 'origin',
    expected: 'the origin of the page',
  },
  {
    clause: 'rfc6455/4.1/origin-serialization',
    owed: 'asksForPage',
    broken: { origin: 'other' },
    about: 'origin',
    expected: 'the origin of the page',
  },
  {
    clause: 'rfc6455/4.1/wait-for-reply',
    owed: 'always',
    broken: { early: 'sent' },
    about: 'behind',
    expected: 'nothing before the reply',
  },
  {
    clause: 'rfc6455/5.1/frames-masked',
    owed: 'hasSpokenFrames',
    broken: { frames: 'unmasked' },
    about: 'message',
    expected: 'frames with a mask',
  },
  {
    clause: 'rfc6455/7.1.7/no-close-frame',
    owed: 'hasFailed',
    broken: { close: 'sent' },
    about: 'message',
    expected: 'the end of the connection',
  },
] as const satisfies readonly ObligationRow<ConductFacts, ConductGuard>[];

export const clientObligationTable: ObligationTable<
  ConductFacts,
  ConductGuard,
  (typeof clientObligations)[number]
> = {
  id: 'clientObligations',
  guards: conductGuards,
  rows: clientObligations,
};
