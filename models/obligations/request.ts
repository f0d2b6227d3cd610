import type { OpeningFacts } from '../facts/opening.ts';
import type { Guards } from '../match.ts';
import type { ObligationRow, ObligationTable } from './obligation.ts';

/** Where something is owed. */
export const openingGuards = {
  always: {},
  keyIsRead: { padBits: ['zero', 'set'] },
  subprotocolsAreAskedFor: { asksForSubprotocols: 'yes' },
} as const satisfies Guards<OpeningFacts>;

export type OpeningGuard = keyof typeof openingGuards;

/** What a client owes in any opening; what a server would refuse is in the table of the server, and in `mirror.ts`. */
export const requestObligations = [
  {
    clause: 'rfc6455/4.1/request-uri',
    owed: 'always',
    broken: { target: 'other' },
    about: 'target',
    expected: 'the resource that was asked for',
  },
  {
    clause: 'rfc9112/3.2.1/origin-form-sent',
    owed: 'always',
    broken: { form: 'other' },
    about: 'target',
    expected: 'a target that starts with a slash',
  },
  {
    clause: 'rfc6455/4.1/host-sent',
    owed: 'always',
    broken: { host: 'other' },
    about: 'host',
    expected: 'one Host with the authority that was asked for',
  },
  {
    clause: 'rfc9110/7.2/host-first',
    owed: 'always',
    broken: { firstField: 'other' },
    about: 'first-field',
    expected: 'Host as the first field',
  },
  {
    clause: 'rfc4648/3.5/pad-bits-zero',
    owed: 'keyIsRead',
    broken: { padBits: 'set' },
    about: 'sec-websocket-key',
    expected: 'a key whose pad bits are zero',
  },
  {
    clause: 'rfc6455/4.1/subprotocols-by-preference',
    owed: 'always',
    broken: { subprotocols: ['absent', 'other'] },
    about: 'sec-websocket-protocol',
    expected: 'the subprotocols that were asked for, in their order',
  },
  {
    clause: 'rfc6455/4.1/subprotocol-unique',
    owed: 'subprotocolsAreAskedFor',
    broken: { names: 'repeated' },
    about: 'sec-websocket-protocol',
    expected: 'an offer in which no name stands twice',
  },
  {
    clause: 'rfc6455/4.1/subprotocols-offered',
    owed: 'subprotocolsAreAskedFor',
    broken: { subprotocols: 'absent' },
    about: 'sec-websocket-protocol',
    expected: 'an offer of subprotocols',
  },
  {
    clause: 'rfc6455/9/extensions-requested',
    owed: 'always',
    broken: { extensions: 'other' },
    about: 'sec-websocket-extensions',
    expected: 'the extensions that were asked for',
  },
  {
    clause: 'rfc9110/5.6.1.1/no-empty-elements',
    owed: 'always',
    broken: { lists: 'emptyElement' },
    about: 'lists',
    expected: 'no empty element in a list',
  },
  {
    clause: 'rfc9110/10.1.1/no-expectation-without-content',
    owed: 'always',
    broken: { expectation: 'sent' },
    about: 'expect',
    expected: 'no Expect',
  },
  {
    clause: 'service/4/request-without-body',
    owed: 'always',
    broken: { framing: 'sent' },
    about: 'framing',
    expected: 'neither Content-Length nor Transfer-Encoding',
  },
] as const satisfies readonly ObligationRow<OpeningFacts, OpeningGuard>[];

export const requestObligationTable: ObligationTable<
  OpeningFacts,
  OpeningGuard,
  ObligationRow<OpeningFacts, OpeningGuard>
> = {
  id: 'requestObligations',
  guards: openingGuards,
  rows: requestObligations,
};
