import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import type { ReplyGuard } from '../../../models/decisions/client.ts';
import type { ReplyDetails } from '../../../models/facts/reply.ts';
import { tagBreach, weighBreach } from '../../../models/verdict/breach.ts';
import {
  type ClientBreach,
  clientTagRules,
  clientWeightRules,
} from '../../../models/verdict/client-weight.ts';
import { plainReply } from '../../../src/facts/plain-reply.ts';
import { findIdleRows } from '../expectation.ts';

type Told = readonly [weight: string, ...tags: readonly string[]];

const breach = (
  kind: ClientBreach['kind'],
  clause: ClauseId,
  guard: ReplyGuard | null = null,
  came: Partial<ReplyDetails> = {},
): ClientBreach => ({ ...plainReply, ...came, kind, clause, guard });
const accepted = (guard: ReplyGuard, clause: ClauseId, came: Partial<ReplyDetails> = {}) =>
  breach('accepted', clause, guard, came);

/** What each breach weighs, and what it is about besides. */
const expectations: readonly (readonly [ClientBreach, Told])[] = [
  [accepted('acceptIsWrong', 'rfc6455/4.1/accept-value'), ['MUST']],
  // What is special in another field is no excuse.
  [accepted('acceptIsWrong', 'rfc6455/4.1/accept-value', { upgrade: 'websocketAmong' }), ['MUST']],
  [accepted('acceptIsWrong', 'rfc6455/4.1/accept-value', { extensions: 'emptyElements' }), ['MUST']],
  [accepted('acceptIsWrong', 'rfc6455/4.1/accept-value', { serverBits: 'full' }), ['MUST']],
  [accepted('extensionsAreMalformed', 'rfc6455/9.1/reply-extension-grammar'), ['MUST']],
  [accepted('statusIsNot101', 'rfc6455/4.1/status-101'), ['MUST']],
  [accepted('subprotocolIsUnoffered', 'rfc6455/4.1/subprotocol-offered'), ['MUST']],
  [
    accepted('extensionsAreMalformed', 'rfc6455/9.1/reply-extension-grammar', {
      extensions: 'emptyElements',
    }),
    ['note'],
  ],
  [accepted('extensionParameterIsInvalid', 'rfc7692/7/answer-parameter-invalid'), ['MUST']],
  [accepted('extensionServerBitsAreMissing', 'rfc7692/7.1.2.1/server-bits-missing'), ['MUST']],
  [
    accepted('extensionServerBitsAreMissing', 'rfc7692/7.1.2.1/server-bits-missing', { serverBits: 'full' }),
    ['SHOULD', 'leniency'],
  ],
  [accepted('upgradeIsNotWebsocket', 'rfc6455/4.1/reply-upgrade-websocket'), ['MUST']],
  [
    accepted('upgradeIsNotWebsocket', 'rfc6455/4.1/reply-upgrade-websocket', { upgrade: 'websocketAmong' }),
    ['note'],
  ],
  [accepted('statusLineIsMalformed', 'rfc9112/4/status-line'), ['SHOULD', 'leniency', 'http-layer']],
  [accepted('httpVersionIs10', 'rfc6455/4.2.2/reply-http11'), ['SHOULD', 'leniency']],
  [accepted('httpMajorIsNot1', 'rfc9112/2.3/reply-version'), ['SHOULD', 'leniency']],
  [accepted('acceptIsRepeated', 'rfc6455/11.3.3/accept-once'), ['SHOULD', 'leniency']],
  [accepted('subprotocolIsRepeated', 'rfc6455/11.3.4/subprotocol-once'), ['SHOULD', 'leniency']],
  [accepted('subprotocolIsEmpty', 'rfc6455/4.2.2/subprotocol-not-empty'), ['SHOULD', 'leniency']],
  [accepted('subprotocolIsMalformed', 'rfc6455/4.3/subprotocol-reply-grammar'), ['SHOULD', 'leniency']],
  [breach('refused', 'rfc6455/4.1/established'), ['SHOULD', 'interop']],
  [breach('refused', 'rfc6455/4.1/subprotocol-none-chosen'), ['note', 'interop']],
  [breach('refused', 'rfc9112/6.3/reply-without-body'), ['note', 'interop']],
  [breach('refused', 'rfc9110/5.5/reply-octets-above-ascii'), ['note', 'interop']],
  [breach('sent', 'rfc6455/4.1/key-sent'), ['MUST']],
  [breach('sent', 'rfc9110/7.2/host-first'), ['SHOULD']],
  [breach('sent', 'rfc6455/7.1.7/no-close-frame'), ['SHOULD']],
  [breach('sent', 'rfc6455/4.1/one-connecting'), ['SHOULD', 'interop']],
  [breach('sent', 'service/1/client-frames-after-101'), ['SHOULD', 'service']],
  [breach('handedOn', 'rfc6455/4.1/subprotocol-unique'), ['SHOULD', 'interop']],
  [breach('gone', 'rfc6455/10.7/client-input-validated'), ['MUST']],
];

describe("how much a client's breach weighs", () => {
  test.each(expectations)('%j', (each, [weight, ...tags]) => {
    expect([weighBreach(clientWeightRules, each), ...tagBreach(clientTagRules, each)]).toEqual([
      weight,
      ...tags,
    ]);
  });

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof clientWeightRules) =>
      expectations.every(([each, [weight]]) => weighBreach(rules, each) === weight);
    expect(findIdleRows(clientWeightRules, isMet)).toEqual([]);
  });

  test('breaks an expectation without any one of its rules of tags', () => {
    const isMet = (rules: typeof clientTagRules) =>
      expectations.every(([each, [, ...tags]]) => tagBreach(rules, each).join() === tags.join());
    expect(findIdleRows(clientTagRules, isMet)).toEqual([]);
  });
});
