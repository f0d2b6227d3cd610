import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { hopRows } from '../../../models/decisions/hop.ts';
import { hopObligations } from '../../../models/obligations/hop.ts';
import { tagBreach, weighBreach } from '../../../models/verdict/breach.ts';
import {
  type HopBreach,
  type HopDetails,
  hopTagRules,
  hopWeightRules,
} from '../../../models/verdict/hop-weight.ts';
import { findIdleRows } from '../expectation.ts';

type Told = readonly [weight: string, ...tags: readonly string[]];

const plain: HopDetails = {
  ...({ request: 'valid', reply: 'valid', target: 'origin', host: 'untold' } as const),
  ...({ arrived: 'asking', status: 'switch', handshake: 'passed' } as const),
  ...({ reads: 'http', frames: 'passed', interim: 'none' } as const),
  ...({ early: 'none', octets: 'few', subprotocol: 'other' } as const),
};

const breach = (guard: HopBreach['guard'], clause: ClauseId, came: Partial<HopDetails> = {}): HopBreach => ({
  ...plain,
  ...came,
  guard,
  clause,
});

const fields = 'rfc9110/5.1/fields-forwarded';
const relay = 'rfc9110/3.7/blind-relay';
const relayed = 'service/7/proxy-reply-relayed';
const beyond = 'rfc9110/7.8/tunnel-on-101';
const unasked = 'rfc9110/7.8/unasked-switch-stopped';
const drop = 'service/3/proxy-drop';
const forwarded = 'rfc9110/5.1/handshake-fields-forwarded';
const ownChoice = { handshake: 'own', subprotocol: 'altered' } as const;

/** What each breach weighs, and what it is about besides. */
const expectations: readonly (readonly [HopBreach, Told])[] = [
  [breach('octetsBeyondHaveArrived', beyond), ['MUST', 'smuggling']],
  // Who reads no HTTP breaks nothing of it, and loses no octets for that.
  [breach('octetsBeyondHaveArrived', beyond, { reads: 'octets' }), ['none', 'smuggling']],
  [breach('keyIsAltered', forwarded, { reads: 'octets' }), ['none', 'declared']],
  [breach('hopAnswersInstead', 'rfc9110/15.6.3/bad-gateway', { reads: 'octets', interim: 'sent' }), ['none']],
  [breach('octetsForthAreDamaged', relay, { reads: 'octets' }), ['MUST', 'declared']],
  [breach('octetsBackAreDamaged', relay, { reads: 'octets' }), ['MUST', 'declared']],
  [breach('idleTimeIsTooShort', 'service/7/proxy-idle-timeout', { reads: 'octets' }), ['SHOULD']],
  [breach('octetsBeyondHaveArrived', beyond, { request: 'odd' }), ['MUST', 'smuggling']],
  [breach('framingIsAmbiguous', 'rfc9112/6.3/framing-mended', { request: 'odd' }), ['MUST', 'smuggling']],
  [breach('switchIsUnasked', unasked, { request: 'odd', reply: 'odd' }), ['MUST']],
  [breach('switchIsUnasked', unasked, { request: 'odd', reply: 'odd', arrived: 'other' }), ['SHOULD']],
  [breach('keyIsAltered', 'rfc9110/5.1/handshake-fields-forwarded'), ['MUST', 'declared']],
  [
    breach('keyIsAltered', 'rfc9110/5.1/handshake-fields-forwarded', { request: 'odd' }),
    ['none', 'declared'],
  ],
  [
    breach('keyIsAltered', 'rfc9110/5.1/handshake-fields-forwarded', { handshake: 'own' }),
    ['none', 'declared'],
  ],
  [breach('acceptIsAltered', relayed, { handshake: 'own' }), ['none', 'declared']],
  [breach('statusIsChanged', relayed, { handshake: 'own' }), ['SHOULD', 'declared']],
  [breach('interimIsDropped', 'rfc9110/15.2/interim-relayed', { handshake: 'own' }), ['none', 'interop']],
  [breach('statusIsChanged', relayed), ['MUST', 'declared']],
  [breach('statusIsChanged', relayed, { interim: 'dropped' }), ['none', 'declared']],
  [breach('replyIsDropped', drop, { interim: 'dropped' }), ['none', 'declared']],
  [breach('hopAnswersInstead', 'rfc9110/3.7/gateway-answers', { interim: 'dropped' }), ['none']],
  [breach('acceptIsAltered', relayed, { interim: 'dropped' }), ['MUST', 'declared']],
  [breach('hopAnswersInstead', 'rfc9110/15.6.3/bad-gateway', { interim: 'dropped' }), ['none']],
  [breach('octetsForthAreDamaged', relay, ownChoice), ['none', 'declared']],
  [breach('octetsBackAreDamaged', relay, ownChoice), ['none', 'declared']],
  [breach('octetsBackAreDamaged', relay, { subprotocol: 'altered' }), ['MUST', 'declared']],
  [breach('octetsBackAreDamaged', relay, { handshake: 'own' }), ['MUST', 'declared']],
  [breach('contentIsCut', 'rfc9110/2.2/well-formed-forwarded', ownChoice), ['MUST']],
  [breach('statusIsChanged', relayed, { reply: 'odd' }), ['none', 'declared']],
  [breach('hopAnswersFirst', 'rfc9110/3.7/gateway-answers'), ['note']],
  [breach('backendIsSilent', 'rfc9110/15.6.5/gateway-timeout'), ['none']],
  [breach('hopAnswersInstead', 'rfc9110/15.6.3/bad-gateway'), ['none']],
  [breach('hostIsRewritten', 'service/7/proxy-host-kept', { host: 'told' }), ['none', 'service']],
  [breach('hostIsRewritten', 'service/7/proxy-host-kept'), ['SHOULD', 'service']],
  [breach('targetIsRewritten', 'rfc9110/7.7/target-kept'), ['SHOULD', 'interop']],
  [breach('originIsAltered', 'rfc9110/7.7/origin-kept'), ['SHOULD']],
  [breach('nominatedFieldIsForwarded', 'rfc9110/7.6.1/hop-fields-removed'), ['MUST']],
  [breach('fieldsAreAltered', fields), ['SHOULD', 'interop']],
  [breach('linesAreReordered', 'rfc9110/5.3/line-order'), ['SHOULD']],
  [breach('interimIsDropped', 'rfc9110/15.2/interim-relayed'), ['SHOULD', 'interop']],
  [breach('replyIsDropped', 'service/3/proxy-drop'), ['MUST', 'declared']],
  [breach('requestIsDropped', 'service/3/proxy-drop'), ['MUST', 'declared']],
  [breach('requestIsDropped', 'service/3/proxy-drop', { target: 'absolute' }), ['SHOULD', 'declared']],
  [breach('replyIsDropped', 'service/3/proxy-drop', { interim: 'sent' }), ['SHOULD', 'declared']],
  [breach('challengeIsAltered', 'rfc9110/11.6.1/challenge-kept'), ['MUST']],
  [breach('acceptIsAltered', relayed), ['MUST', 'declared']],
  [breach('acceptIsAltered', relayed, { status: 'refusal' }), ['note', 'declared']],
  [breach('octetsForthAreDamaged', relay), ['MUST', 'declared']],
  [breach('earlyOctetsAreDamaged', relay, { early: 'sent' }), ['SHOULD', 'interop']],
  [breach('octetsForthAreDamaged', relay, { early: 'sent' }), ['SHOULD', 'declared']],
  [breach('requestIsDropped', 'service/3/proxy-drop', { early: 'sent' }), ['none', 'declared']],
  [
    breach('requestIsDropped', 'service/3/proxy-drop', { target: 'absolute', early: 'sent' }),
    ['none', 'declared'],
  ],
  [
    breach('octetsForthAreDamaged', relay, { early: 'sent', frames: 'read', octets: 'many' }),
    ['none', 'declared'],
  ],
  [breach('octetsBackAreDamaged', relay, { frames: 'read' }), ['MUST', 'declared']],
  [breach('octetsBackAreDamaged', relay, { frames: 'read', octets: 'many' }), ['none', 'declared']],
  [breach('octetsBackAreDamaged', relay, { octets: 'many' }), ['MUST', 'declared']],
  [breach('contentIsCut', 'rfc9110/2.2/well-formed-forwarded'), ['MUST']],
  [breach('idleTimeIsTooShort', 'service/7/proxy-idle-timeout'), ['SHOULD']],
  // An absolute target, octets ahead of the reply and an interim reply excuse who gives a handshake up.
  [breach('replyIsDropped', drop, { target: 'absolute' }), ['SHOULD', 'declared']],
  [breach('statusIsChanged', relayed, { target: 'absolute' }), ['SHOULD', 'declared']],
  [breach('statusIsChanged', relayed, { target: 'absolute', reply: 'odd' }), ['none', 'declared']],
  [breach('replyIsDropped', drop, { early: 'sent' }), ['none', 'declared']],
  [breach('statusIsChanged', relayed, { early: 'sent' }), ['none', 'declared']],
  [breach('hopAnswersInstead', 'rfc9110/15.6.3/bad-gateway', { early: 'sent', interim: 'sent' }), ['none']],
  [breach('octetsBackAreDamaged', relay, { early: 'sent' }), ['SHOULD', 'declared']],
  [breach('replyIsGarbled', 'rfc9110/2.2/well-formed-forwarded', { interim: 'sent' }), ['SHOULD']],
  [breach('replyIsGarbled', 'rfc9110/2.2/well-formed-forwarded', { interim: 'dropped' }), ['SHOULD']],
  [breach('hopAnswersInstead', 'rfc9110/15.6.3/bad-gateway', { interim: 'sent' }), ['note']],
  [breach('statusIsChanged', relayed, { interim: 'sent' }), ['SHOULD', 'declared']],
  // A hop with a handshake of its own.
  [breach('offeredExtensionsAreAltered', forwarded, { handshake: 'own' }), ['none', 'declared']],
  [breach('agreedExtensionsAreAltered', relayed, { handshake: 'own' }), ['none', 'declared']],
  [breach('offeredSubprotocolsAreAltered', forwarded, { handshake: 'own' }), ['SHOULD', 'declared']],
  [breach('chosenSubprotocolIsAltered', relayed, { handshake: 'own' }), ['SHOULD', 'declared']],
  [breach('octetsForthAreDamaged', relay, { frames: 'read', octets: 'many' }), ['none', 'declared']],
  // Of a refusal the fields of the handshake are worth a note.
  [breach('chosenSubprotocolIsAltered', relayed, { status: 'refusal' }), ['note', 'declared']],
  [breach('agreedExtensionsAreAltered', relayed, { status: 'refusal' }), ['note', 'declared']],
  // What the owner of a reverse proxy decides.
  [breach('authorizationIsAltered', 'rfc9110/11.6.2/authorization-kept'), ['SHOULD', 'interop']],
  [breach('replyFieldsAreAltered', fields), ['SHOULD', 'interop']],
  [breach('replyLinesAreReordered', 'rfc9110/5.3/line-order'), ['SHOULD']],
  // What only a proxy owes that was declared to pass handshakes.
  [breach('backendHttpIs10', 'service/7/proxy-http11'), ['MUST', 'declared']],
  [breach('upgradeIsStripped', 'service/7/proxy-upgrade-passed'), ['MUST', 'declared']],
  [breach('connectionIsNotSet', 'service/7/proxy-connection-set'), ['MUST', 'declared']],
  [breach('versionIsAltered', forwarded), ['MUST', 'declared']],
  [breach('offeredSubprotocolsAreAltered', forwarded), ['MUST', 'declared']],
  [breach('offeredExtensionsAreAltered', forwarded), ['MUST', 'declared']],
  [breach('chosenSubprotocolIsAltered', relayed), ['MUST', 'declared']],
  [breach('agreedExtensionsAreAltered', relayed), ['MUST', 'declared']],
  // A field that Connection names belongs to one connection: nothing excuses who passes it on.
  ...(
    [
      ...[{ target: 'absolute' }, { early: 'sent' }, { interim: 'sent' }, { handshake: 'own' }],
      ...[{ frames: 'read', octets: 'many' }, { host: 'told' }, { status: 'refusal' }],
    ] as const
  ).map(
    (came) =>
      [breach('nominatedFieldIsForwarded', 'rfc9110/7.6.1/hop-fields-removed', came), ['MUST']] as const,
  ),
];

test('who reads no HTTP is bound by what octets alone show', () => {
  const bound = [...hopRows, ...hopObligations].filter(
    ({ guard, clause }) => weighBreach(hopWeightRules, breach(guard, clause, { reads: 'octets' })) !== 'none',
  );
  expect(bound.map(({ guard }) => guard)).toEqual([
    ...['idleTimeIsTooShort', 'octetsForthAreDamaged', 'octetsBackAreDamaged'],
  ]);
});

describe("how much a hop's breach weighs", () => {
  test.each(expectations)('%j', (each, [weight, ...tags]) => {
    expect([weighBreach(hopWeightRules, each), ...tagBreach(hopTagRules, each)]).toEqual([weight, ...tags]);
  });

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof hopWeightRules) =>
      expectations.every(([each, [weight]]) => weighBreach(rules, each) === weight);
    expect(findIdleRows(hopWeightRules, isMet)).toEqual([]);
  });

  test('breaks an expectation without any one of its rules of tags', () => {
    const isMet = (rules: typeof hopTagRules) =>
      expectations.every(([each, [, ...tags]]) => tagBreach(rules, each).join() === tags.join());
    expect(findIdleRows(hopTagRules, isMet)).toEqual([]);
  });
});
