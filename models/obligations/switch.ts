import type { ClauseId } from '../clauses.ts';
import type { SwitchFacts } from '../facts/switch.ts';
import type { Guards } from '../match.ts';

export const switchGuards = {
  always: {},
  subprotocolIsSent: { subprotocol: ['empty', 'sent'] },
  noSubprotocolIsChosen: { subprotocol: ['absent', 'empty'] },
  noExtensionIsAgreed: { extensions: ['absent', 'empty'] },
  deflateIsAnswered: { deflate: 'answered' },
  serverTakeoverIsAsked: { deflate: 'answered', serverTakeover: 'asked' },
  serverBitsAreAsked: { deflate: 'answered', serverBits: 'asked' },
  clientBitsAreUnoffered: { deflate: 'answered', clientBits: 'unoffered' },
  clientBitsAreSent: { clientBitsAnswer: ['valueless', 'valued'] },
  offerIsUndefined: { deflateOffer: 'parameterUndefined' },
  offerRepeats: { deflateOffer: 'parameterRepeated' },
  offerIsInvalid: { deflateOffer: 'parameterInvalid' },
} as const satisfies Guards<SwitchFacts>;

export type SwitchGuard = keyof typeof switchGuards;

/** One clause that the mirror finds broken by a 101, and which of them could break it. */
export interface ShownRow<Guard extends string = string> {
  readonly clause: ClauseId;
  readonly owed: Guard;
  readonly reason: string;
}

/** Which of the mirror's clauses a 101 shows: if the server broke one of them, this 101 would have to show it. */
export const shownRows = [
  { clause: 'rfc6455/4.2.2/status-101', owed: 'always', reason: 'Each 101 has a version.' },
  { clause: 'rfc6455/4.2.2/reply-upgrade', owed: 'always', reason: 'Each 101 owes it.' },
  { clause: 'rfc6455/4.2.2/reply-connection', owed: 'always', reason: 'Each 101 owes it.' },
  { clause: 'rfc6455/4.2.2/accept-value', owed: 'always', reason: 'Each 101 owes it.' },
  { clause: 'rfc6455/11.3.3/accept-sent-once', owed: 'always', reason: 'Each 101 owes it.' },
  {
    clause: 'rfc6455/11.3.4/subprotocol-sent-once',
    owed: 'subprotocolIsSent',
    reason: 'A field that is not sent at all is not sent twice by any server.',
  },
  {
    clause: 'rfc6455/4.3/subprotocol-sent-grammar',
    owed: 'subprotocolIsSent',
    reason: 'A field that is not sent has no grammar.',
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-from-offer',
    owed: 'always',
    reason: 'A server that ignores the offer chooses a subprotocol for any request, also without an offer.',
  },
  {
    clause: 'rfc6455/4.2.2/subprotocol-empty-not-sent',
    owed: 'noSubprotocolIsChosen',
    reason: 'A server that sends the field empty does so where it has nothing to choose.',
  },
  {
    clause: 'rfc6455/4.2.2/extension-from-offer',
    owed: 'always',
    reason: 'A server that ignores the offer adds an extension to any reply, also without an offer.',
  },
  {
    clause: 'rfc6455/4.2.2/extension-empty-not-sent',
    owed: 'noExtensionIsAgreed',
    reason: 'A server that sends the field empty does so where it has nothing to agree to.',
  },
  {
    clause: 'rfc6455/9/parameters-by-specification',
    owed: 'deflateIsAnswered',
    reason: 'A server that declines has chosen no parameter.',
  },
  {
    clause: 'rfc7692/5/answered-once',
    owed: 'deflateIsAnswered',
    reason: 'A server that declines has answered no offer.',
  },
  {
    clause: 'rfc7692/7.1.1.1/server-takeover-echoed',
    owed: 'serverTakeoverIsAsked',
    reason: 'It is owed where an offer with it is accepted, and every offer has it.',
  },
  {
    clause: 'rfc7692/7.1.2.1/server-bits-echoed',
    owed: 'serverBitsAreAsked',
    reason: 'It is owed where an offer with it is accepted, and every offer has it.',
  },
  {
    clause: 'rfc7692/7.1.2.1/server-bits-not-larger',
    owed: 'serverBitsAreAsked',
    reason: 'It is owed where an offer with it is accepted, and every offer has it.',
  },
  {
    clause: 'rfc7692/7.1.2.2/client-bits-unoffered',
    owed: 'clientBitsAreUnoffered',
    reason: 'A server that limits the client unasked does so whenever it agrees to compress.',
  },
  {
    clause: 'rfc7692/7.1/answer-parameters-defined',
    owed: 'deflateIsAnswered',
    reason: 'A server that declines has answered with no parameter.',
  },
  {
    clause: 'rfc7692/7.1/answer-parameters-once',
    owed: 'deflateIsAnswered',
    reason: 'A server that declines has answered with no parameter.',
  },
  {
    clause: 'rfc7692/7.1.2.2/client-bits-value',
    owed: 'clientBitsAreSent',
    reason: 'A server that does not send the parameter gives it no value.',
  },
  {
    clause: 'rfc7692/7/parameter-undefined',
    owed: 'offerIsUndefined',
    reason: 'A server that takes such an offer would have agreed to compress.',
  },
  {
    clause: 'rfc7692/7/parameter-repeated',
    owed: 'offerRepeats',
    reason: 'A server that takes such an offer would have agreed to compress.',
  },
  {
    clause: 'rfc7692/7/parameter-invalid',
    owed: 'offerIsInvalid',
    reason: 'A server that takes such an offer would have agreed to compress.',
  },
] as const satisfies readonly ShownRow<SwitchGuard>[];
