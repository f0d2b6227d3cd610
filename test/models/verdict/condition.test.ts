import { describe, expect, test } from 'vitest';
import { type Actor, type ClauseId, clauses } from '../../../models/clauses.ts';
import { replyObligations } from '../../../models/obligations/reply.ts';
import { shownRows } from '../../../models/obligations/switch.ts';
import {
  type ConditionFacts,
  conditionRules,
  explainUntested,
  isOfClause,
  isUnproven,
  type Why,
} from '../../../models/verdict/condition.ts';
import { findIdleRows } from '../expectation.ts';

/** A clause that cases from outside were played for, of a server of which everything was declared. */
const usual: ConditionFacts = {
  ...{ observable: 'yes', owed: 'none', duty: 'owed', cases: 'played', view: 'outside' },
  ...{ credential: 'anywhere', origins: 'declared', subprotocols: 'declared', demand: 'declared' },
  ...{ scheme: 'both', deflate: 'agreed', http10: 'ignored' },
  pong: 'awaited',
};

type Expectation = readonly [
  clause: ClauseId | null,
  facts: Partial<ConditionFacts>,
  why: Why,
  /** A part of the reason. */
  reason: string,
];

const key = 'rfc6455/4.2.1/key-present';
const missing = 'service/5.2/credential-missing';
const held = 'service/5.3/first-message-held';

const declared: readonly Expectation[] = [
  [null, { observable: 'no' }, 'notShown', 'no octets on a wire'],
  ['service/7/proxy-idle-timeout', {}, 'unplayed', 'left idle'],
  [missing, { credential: 'undeclared' }, 'unplayed', 'no credential'],
  ['service/5.2/credential-401', { credential: 'undeclared' }, 'unplayed', 'no credential was declared'],
  [missing, { credential: 'inFirstMessage' }, 'notApplicable', 'in the first message'],
  [held, { credential: 'undeclared' }, 'unplayed', 'no credential'],
  [held, { credential: 'inOpening' }, 'notApplicable', 'in the opening'],
  [
    'rfc6455/10.2/origin-403',
    { origins: 'undeclared', owed: 'refusesOrigin' },
    'unplayed',
    'no allowlist of origins',
  ],
  ['service/7/subprotocol-required', { demand: 'undeclared' }, 'unplayed', 'to demand a subprotocol'],
  [
    'rfc6455/11.3.4/subprotocol-sent-once',
    { subprotocols: 'undeclared', owed: 'subprotocolIsSent' },
    'unplayed',
    'no subprotocol of the target was declared',
  ],
  ['rfc6455/10.6/tls-supported', { scheme: 'ws' }, 'notApplicable', 'ws://'],
  ['rfc9110/7.4/https-on-plain', { scheme: 'wss' }, 'notApplicable', 'wss://'],
  ['rfc6455/4.3/key-grammar', { duty: 'exempt' }, 'notApplicable', 'not to look'],
  ['rfc9110/5.4/fields-too-large', { cases: 'none' }, 'notShown', 'limits'],
  ['rfc6455/4.2.2/resource-unavailable', { cases: 'none' }, 'notShown', 'paths'],
  ['service/5.4/origin-required', { cases: 'none' }, 'notShown', 'may take such a request'],
];

const played: readonly Expectation[] = [
  ['rfc7692/7/parameter-invalid', { deflate: 'unagreed' }, 'notApplicable', 'permessage-deflate'],
  ['rfc9110/15.2/no-1xx-to-http10', { http10: 'opens' }, 'notApplicable', 'HTTP/1.0'],
  [
    'rfc6455/5.5.2/pong',
    { pong: 'missing', owed: 'isSwitchOfPinged' },
    'notShown',
    'nothing but the replies',
  ],
  [held, { pong: 'missing' }, 'notShown', 'nothing but the replies'],
  [null, { cases: 'ended' }, 'unplayed', 'ended early'],
  [missing, { cases: 'cutShort', credential: 'undeclared' }, 'unplayed', 'nothing passes'],
  [null, { cases: 'leftOut' }, 'unplayed', 'had no answer'],
  [null, { cases: 'elsewhere', owed: 'statusIs426' }, 'unplayed', 'other parts of the run'],
  [null, {}, 'notShown', 'none of them could show it'],
  ['rfc6455/10.6/strong-tls', { cases: 'noneYet' }, 'notShown', 'before the run ended early'],
  ['rfc6455/10.7/client-input-validated', { cases: 'noneYet' }, 'notShown', 'validates all'],
  ['rfc6455/4.1/one-connecting', {}, 'notShown', 'two connections at once'],
  [null, { cases: 'none' }, 'notShown', 'played from outside'],
  [null, { cases: 'none', view: 'inside' }, 'notShown', 'nothing that is played shows it'],
];

const idle = 'service/7/proxy-idle-timeout';
const order = 'rfc7692/5/offer-order';

/** Where two reasons hold, the one that goes before. */
const firsts: readonly Expectation[] = [
  [null, { observable: 'no', cases: 'cutShort' }, 'notShown', 'no octets on a wire'],
  [idle, { cases: 'cutShort' }, 'unplayed', 'nothing passes'],
  ['service/5.4/origin-required', { cases: 'ended' }, 'notShown', 'may take such a request'],
  [order, { cases: 'elsewhere', deflate: 'unagreed' }, 'unplayed', 'other parts of the run'],
  [order, { cases: 'leftOut', deflate: 'unagreed' }, 'unplayed', 'had no answer'],
  [
    ...(['rfc7692/7.1.2.2/client-bits-value', { deflate: 'unagreed', owed: 'clientBitsAreSent' }] as const),
    ...(['notApplicable', 'no reply agreed to permessage-deflate'] as const),
  ],
  ['rfc6455/10.7/client-input-validated', { cases: 'played' }, 'notShown', 'validates all'],
];

/** What concerns other clauses than the one that asks for a key. */
const others: readonly Expectation[] = (
  [
    ...[{ credential: 'undeclared' }, { credential: 'inFirstMessage' }, { credential: 'inOpening' }],
    ...[{ origins: 'undeclared' }, { demand: 'undeclared' }, { subprotocols: 'undeclared' }],
    ...[{ scheme: 'ws' }, { scheme: 'wss' }, { deflate: 'unagreed' }, { http10: 'opens' }],
    { pong: 'missing' },
  ] as const
).map((facts) => [null, facts, 'notShown', 'none of them could show it']);

/** What a run of a client does not show: one clause of each reason. */
const ofClients: readonly Expectation[] = (
  [
    ['rfc6455/4.1/tls-failure', 'notShown', 'TLS'],
    ['rfc6455/4.1/proxy-tunnel', 'notShown', 'no proxy'],
    ['whatwg/2.2/compression-offered', 'notApplicable', 'browsers'],
    ['rfc6455/3/no-fragment', 'notShown', 'URL'],
    ['rfc6455/4.1/one-connecting', 'notShown', 'two connections at once'],
    ['rfc7692/7.1.2.2/client-bits-obeyed', 'notShown', 'no messages'],
    ['service/3/no-response', 'notShown', 'a connection that cannot be made'],
    ['rfc7301/3.2/protocol-refused', 'notShown', 'by ALPN'],
    ['rfc7692/7.1.2.1/server-bits-larger', 'notApplicable', 'permessage-deflate'],
    ['rfc6455/4.1/origin-serialization', 'notShown', 'not known from outside'],
    ['rfc6455/10.7/client-input-validated', 'notShown', 'validates all'],
  ] as const
).map(([clause, why, reason]) => [clause, { cases: 'none' }, why, reason]);

const seen: readonly (readonly [ConditionFacts['owed'], Why, reason: string])[] = [
  ['always', 'notShown', 'no reply'],
  ['isSwitch', 'notShown', 'no 101'],
  ['isSwitchOfPinged', 'notShown', 'ping'],
  ['isNoSwitchAndSendsUpgrade', 'notApplicable', 'had Upgrade'],
  ['isSwitchWithoutChoice', 'notApplicable', 'no subprotocol to choose'],
  ['isSwitchWithoutSupport', 'notApplicable', 'was supported'],
  ['isSwitchOfExpectant', 'notApplicable', 'awaited a 100'],
  ['isSwitchThatLasts', 'notShown', 'that was to last'],
  ['contentIsSentAndDecided', 'notShown', 'took or refused'],
  ['refusesContentFramedTwice', 'notApplicable', 'framed twice'],
  ['refusesOtherVersion', 'notApplicable', 'no other version'],
  ['webSocketIsUnasked', 'notShown', 'asks for no WebSocket'],
  ['requestIsHttp10', 'notShown', 'HTTP/1.0'],
  ['contentToHeadIsSeen', 'notShown', 'HEAD'],
  ['refusalIsDue', 'notShown', 'has to be refused'],
  ['isRefusal', 'notShown', 'a refusal'],
  ['isRefusalWithSeenEnd', 'notShown', 'the end'],
  ['closeIsAnnounced', 'notShown', 'the end'],
  ['isRefusalBeforeClose', 'notShown', 'means to close'],
  ['dateIsDue', 'notShown', 'clock'],
  ['refusesMethod', 'notShown', 'methods'],
  ['statusIs401', 'notApplicable', '401'],
  ['statusIs405', 'notApplicable', '405'],
  ['statusIs426', 'notApplicable', '426'],
  ['refusesVersion', 'notApplicable', 'no other version'],
  ['versionsAreListed', 'notApplicable', 'listed versions'],
  ['versionsOf13AloneAreListed', 'notApplicable', '13'],
  ['refusesVersionAndListsOthers', 'notApplicable', 'listed others'],
  ['refusesVersionAsDeclared', 'notApplicable', 'listed any'],
  ['refusesMalformed', 'notApplicable', '400'],
  ['refusesCredential', 'notApplicable', 'credential'],
  ['refusesOrigin', 'notApplicable', 'origin'],
  ['subprotocolIsSent', 'notApplicable', 'named a subprotocol'],
  ['noSubprotocolIsChosen', 'notApplicable', 'chose a subprotocol'],
  ['noExtensionIsAgreed', 'notApplicable', 'every 101 agreed'],
  ['deflateIsAnswered', 'notApplicable', 'no reply agreed to permessage-deflate'],
  ['serverTakeoverIsAsked', 'notApplicable', 'server_no_context_takeover'],
  ['serverBitsAreAsked', 'notApplicable', 'server_max_window_bits'],
  ['clientBitsAreUnoffered', 'notApplicable', 'client_max_window_bits'],
  ['clientBitsAreSent', 'notApplicable', 'limited the window'],
  ['offerIsUndefined', 'notApplicable', 'undefined'],
  ['offerRepeats', 'notApplicable', 'repeated'],
  ['offerIsInvalid', 'notApplicable', 'invalid'],
];

/** Every clause of an actor whose id has a pattern, and what is said of each. */
type OfSeveral = readonly [Actor, which: RegExp, Partial<ConditionFacts>, Why, reason: string];

const ofCredential = /^service\/5\.2\/credential-/;
const compressed = /^rfc7692\/.*(offer-order|\/parameter-\w+|-answered)$/;
const agreed = /^rfc7692\/.*(server-takeover-valueless|client-bits-value|-unasked)$/;
const closing = /^service\/3\/.*-closed$|\/origin-serialization$|\/answer-unsupported$/;
const unoffered = /^rfc7692\/.*(answer-parameter-|answered-twice|-missing|-larger|answer-bits-)/;
const overTls =
  /\/(tls-(before|failure|all)|certificate-|server-name|client-tls-|strong-tls)|7301.*protocol-offered$/;
const bound = /\/(early-frames-kept|pong|not-ended-at-once|content-read-as-content|first-message-held)$/;
const withTls = /\/(tls-(before|failure|all|supported)|no-common-protocol)/;
const ofMessages = /\/(extension-not-used-|reply-order|client-(.*-obeyed|frames-|ping-)|first-message-)/;

const several: readonly OfSeveral[] = [
  ['server', ofCredential, { credential: 'undeclared' }, 'unplayed', 'no credential was declared'],
  ['server', ofCredential, { credential: 'inFirstMessage' }, 'notApplicable', 'in the first message'],
  [
    ...(['server', /\/origin-(allowlist|absent|lowercase|refused|403)$/] as const),
    ...([{ origins: 'undeclared' }, 'unplayed', 'no allowlist of origins was declared'] as const),
  ],
  [
    ...(['server', /\/subprotocol-(supported|sent-grammar|sent-once)$/] as const),
    ...([{ subprotocols: 'undeclared' }, 'unplayed', 'no subprotocol of the target was declared'] as const),
  ],
  ['server', withTls, { scheme: 'ws' }, 'notApplicable', 'ws://'],
  ['server', /\/(fields-too-large|target-too-long)$/, {}, 'notShown', 'limits'],
  ['server', /\/resource-(unavailable|from-request)$/, {}, 'notShown', 'paths'],
  ['server', /\/(origin-required|subprotocol-mismatch)$/, {}, 'notShown', 'may take such a request'],
  ['server', compressed, { deflate: 'unagreed' }, 'notApplicable', 'permessage-deflate'],
  ['server', agreed, { deflate: 'unagreed' }, 'notApplicable', 'permessage-deflate'],
  ['server', bound, { pong: 'missing' }, 'notShown', 'nothing but the replies'],
  ['client', overTls, { cases: 'none' }, 'notShown', 'over TLS'],
  [
    ...(['client', /\/(connect-(for|target)|proxy-tunnel)|^rfc9110\/9\.3\.6\//] as const),
    ...([{ cases: 'none' }, 'notShown', 'no proxy'] as const),
  ],
  [
    ...(['client', /^whatwg\/[23]|\/(origin-browser|null-origin)$/] as const),
    ...([{ cases: 'none' }, 'notApplicable', 'browsers'] as const),
  ],
  [
    ...(['client', /^rfc6455\/(3|11\.1\.1)\/|\/(invalid-uri-fails|no-injection)$/] as const),
    ...([{ cases: 'none' }, 'notShown', 'ordinary URLs'] as const),
  ],
  [
    ...(['client', /\/(one-connecting|unknown-address|pending-limit)$/] as const),
    ...([{ cases: 'none' }, 'notShown', 'two connections at once'] as const),
  ],
  ['client', ofMessages, { cases: 'none' }, 'notShown', 'no messages'],
  [
    ...(['client', /\/(no-response|closed-without-response|connection-failed)$/] as const),
    ...([{ cases: 'none' }, 'notShown', 'a connection that cannot be made'] as const),
  ],
  ['client', unoffered, { cases: 'none' }, 'notApplicable', 'permessage-deflate'],
  ['client', closing, { cases: 'none' }, 'notShown', 'not known from outside'],
];

const ids = Object.keys(clauses) as ClauseId[]; // Object.keys forgets the keys

test.each(several)('every clause of a %s with %s, %j: %s, %s', (actor, which, facts, why, reason) => {
  const meant = ids.filter((id) => clauses[id].actor === actor && which.test(id));
  expect(meant).not.toEqual([]);
  expect(meant.filter((id) => !meets([id, facts, why, reason]))).toEqual([]);
});

const expectations: readonly Expectation[] = [
  ...declared,
  ...played,
  ...firsts,
  ...others,
  ...ofClients,
  ...seen.map(([owed, why, reason]): Expectation => [null, { owed }, why, reason]),
  [
    'rfc7692/7.1.1.1/server-takeover-valueless',
    { deflate: 'unagreed' },
    'notApplicable',
    'no reply agreed to permessage-deflate',
  ],
];

function meets([clause, facts, why, reason]: Expectation, rules = conditionRules): boolean {
  const rule = explainUntested(clause ?? key, { ...usual, ...facts }, rules);
  return rule?.says.why === why && rule.reason.includes(reason);
}

describe('why a clause was not shown', () => {
  test.each(expectations)('%s, %j: %s, %s', (...expectation) => {
    expect(meets(expectation)).toBe(true);
  });

  test('breaks an expectation without any one of its rules', () => {
    const isMet = (rules: typeof conditionRules) => expectations.every((each) => meets(each, rules));
    expect(findIdleRows(conditionRules, isMet)).toEqual([]);
  });

  test('is said of everything that a reply owes', () => {
    const given = new Set<unknown>(conditionRules.flatMap(({ when }) => when.owed ?? []));
    const owed: readonly string[] = [...replyObligations, ...shownRows].map((row) => row.owed);
    expect(owed.filter((guard) => !given.has(guard))).toEqual([]);
  });

  test('is nothing without rules', () => {
    expect(explainUntested(key, usual, [])).toBeNull();
  });
});

test('of a subject that has declared everything, and is seen from outside, nothing is said that was not declared', () => {
  const given = /declared|left idle|comes in the|the URL is|no pong|agreed to permessage/;
  const told = ids.filter((id) => given.test(explainUntested(id, usual)?.reason ?? ''));
  // An idle time is no declaration, and is asked for from outside alone.
  expect(told).toEqual(['service/7/proxy-idle-timeout']);
});

test('what is known from inside is not said to be unknown from outside', () => {
  const inside = { ...usual, view: 'inside', cases: 'none' } as const;
  const reasons = new Set(ids.map((id) => explainUntested(id, inside)?.reason));
  expect([...reasons]).toEqual(['nothing that is played shows it']);
});

test('rules name their clauses, or are about all of them', () => {
  const about = (which: RegExp, clause: ClauseId) =>
    conditionRules.filter(({ reason }) => which.test(reason)).map((rule) => isOfClause(rule, clause));
  expect(about(/^the URL is wss/, 'rfc9110/7.4/https-on-plain')).toEqual([true]);
  expect(about(/^the URL is wss/, key)).toEqual([false]);
  expect(about(/^no octets on a wire/, key)).toEqual([false]);
  expect(about(/^the paths of the target/, 'rfc6455/4.2.2/resource-unavailable')).toEqual([true]);
});

test('to keep a clause is no merit where nothing was there to keep', () => {
  const unagreed = { ...usual, deflate: 'unagreed' } as const;
  expect(isUnproven('rfc7692/7/parameter-invalid', unagreed)).toBe(true);
  expect(isUnproven('rfc7692/7/parameter-invalid', usual)).toBe(false);
  const opens = { ...usual, http10: 'opens' } as const;
  expect(isUnproven('rfc9110/15.2/no-1xx-to-http10', opens)).toBe(true);
  expect(isUnproven('rfc9110/15.2/no-1xx-to-http10', usual)).toBe(false);
  // What no row of that kind is about keeps its merit.
  expect(isUnproven(key, { ...unagreed, ...opens })).toBe(false);
});

test.each([
  ['service/7/proxy-idle-timeout', {}, 'idleTime'],
  ['service/5.2/credential-missing', { credential: 'undeclared' }, 'credential'],
  ['service/5.3/first-message-held', { credential: 'undeclared' }, 'firstMessage'],
  ['service/5.4/origin-allowlist', { origins: 'undeclared' }, 'origins'],
  ['service/7/subprotocol-required', { demand: 'undeclared' }, 'demand'],
  ['rfc6455/11.3.4/subprotocol-sent-once', { subprotocols: 'undeclared' }, 'subprotocols'],
  ['rfc6455/10.6/tls-supported', { scheme: 'ws' }, 'secureUrl'],
  ['rfc9110/7.4/https-on-plain', { scheme: 'wss' }, 'plainUrl'],
  ['rfc6455/4.3/key-grammar', { duty: 'exempt' }, 'strictKeyCheck'],
  ['rfc9112/4/reason-space', { cases: 'elsewhere' }, 'otherParts'],
  ['rfc9112/4/reason-space', { cases: 'ended' }, undefined],
] as const)('%s is played, where it was not for want of it, with what is told', (clause, facts, unlock) => {
  expect(explainUntested(clause, { ...usual, ...facts })?.says.unlock).toBe(unlock);
});

test('whatever was not declared can be', () => {
  const undeclared = conditionRules.filter(({ when }) => Object.values(when).includes('undeclared'));
  expect(undeclared.filter(({ says }) => says.unlock === undefined)).toEqual([]);
});
