import type { ConductFacts } from '../facts/conduct.ts';
import type { TrialFacts } from '../facts/trial.ts';
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
    observed: 'a frame without a mask',
  },
  {
    clause: 'rfc6455/7.1.7/no-close-frame',
    owed: 'hasFailed',
    broken: { close: 'sent' },
    about: 'message',
    expected: 'the end of the connection',
    observed: 'a Close frame',
  },
] as const satisfies readonly ObligationRow<ConductFacts, ConductGuard>[];

export const clientObligationTable: ObligationTable<
  ConductFacts,
  ConductGuard,
  ObligationRow<ConductFacts, ConductGuard>
> = {
  id: 'clientObligations',
  guards: conductGuards,
  rows: clientObligations,
};

/** Where something is owed. */
export const trialGuards = {
  serverNameIsSeen: { serverName: ['asAsked', 'other'] },
  tlsIsAsked: { inClear: ['nothing', 'request'] },
  certificateIsSpoilt: { certificate: 'spoilt' },
  protocolIsChosen: { protocol: ['h2', 'other'] },
  tlsIsEnded: { tls: 'ended' },
  severalAreAsked: { together: ['inTurn', 'atOnce'] },
  maskedPingIsSent: { maskedPing: ['ended', 'answered'] },
} as const satisfies Guards<TrialFacts>;

export type TrialGuard = keyof typeof trialGuards;

/** What a client owes that no reply alone can show. */
export const trialObligations = [
  {
    clause: 'rfc6455/4.1/server-name',
    owed: 'serverNameIsSeen',
    broken: { serverName: 'other' },
    about: 'tls',
    expected: 'the server name that was asked for',
  },
  {
    clause: 'rfc6455/4.1/tls-before-handshake',
    owed: 'tlsIsAsked',
    broken: { inClear: 'request' },
    about: 'tls',
    expected: 'TLS',
    observed: 'a request in the clear',
  },
  {
    clause: 'rfc6455/4.1/certificate-verified',
    owed: 'certificateIsSpoilt',
    broken: { opening: 'sent' },
    about: 'certificate',
    expected: 'no opening',
    observed: 'an opening',
  },
  {
    clause: 'rfc7301/3.2/protocol-offered',
    owed: 'protocolIsChosen',
    broken: { protocol: 'h2', opening: 'sent' },
    about: 'tls',
    expected: 'what ALPN has chosen',
    observed: 'an opening of HTTP/1.1 where ALPN has chosen h2',
  },
  {
    clause: 'rfc6455/4.1/tls-failure',
    owed: 'tlsIsEnded',
    broken: { opening: 'sent' },
    about: 'tls',
    expected: 'no opening',
    observed: 'an opening in the clear',
  },
  {
    clause: 'rfc6455/4.1/one-connecting',
    owed: 'severalAreAsked',
    broken: { together: 'atOnce' },
    about: 'head',
    expected: 'one at a time',
    observed: 'a second opening before the reply to the first',
  },
  {
    clause: 'rfc6455/5.1/masked-frame-closes',
    owed: 'maskedPingIsSent',
    broken: { maskedPing: 'answered' },
    about: 'message',
    expected: 'the end of the connection',
    observed: 'a pong',
  },
] as const satisfies readonly ObligationRow<TrialFacts, TrialGuard>[];

export const trialObligationTable: ObligationTable<
  TrialFacts,
  TrialGuard,
  ObligationRow<TrialFacts, TrialGuard>
> = {
  id: 'trialObligations',
  guards: trialGuards,
  rows: trialObligations,
};
