import { describe, expect, test } from 'vitest';
import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { clientTable, type ReplyGuard } from '../../../models/decisions/client.ts';
import type { RequestGuard } from '../../../models/decisions/server.ts';
import type { ReplyDetails } from '../../../models/facts/reply.ts';
import type { SwitchFacts } from '../../../models/facts/switch.ts';
import { holds } from '../../../models/match.ts';
import { shownRows, switchGuards } from '../../../models/obligations/switch.ts';
import { type MirrorRule, mirrorFaults, replyMirror, requestMirror } from '../../../models/verdict/mirror.ts';
import { listNotApplicable, notApplicableRules } from '../../../models/verdict/not-applicable.ts';
import { plainReply } from '../../../src/facts/plain-reply.ts';
import { findIdleRows } from '../expectation.ts';

/** The guards that rules name. */
const guardsOf = (rules: readonly { readonly when: { readonly guard?: string | readonly string[] } }[]) =>
  rules.flatMap(({ when: { guard = [] } }) => guard);

/** What the server breaks with a 101 of which a client's guard holds; null where it breaks nothing. */
const replies: readonly (readonly [
  guard: ReplyGuard,
  came: Partial<ReplyDetails>,
  clause: ClauseId | null,
])[] = [
  ['headIsTooLarge', {}, 'rfc6455/4.2.2/status-101'],
  ['fieldsAreTooMany', {}, 'rfc6455/4.2.2/status-101'],
  ['httpMajorIsNot1', {}, 'rfc6455/4.2.2/status-101'],
  ['httpVersionIs10', {}, 'rfc6455/4.2.2/status-101'],
  ['upgradeIsAbsent', {}, 'rfc6455/4.2.2/reply-upgrade'],
  ['upgradeIsNotWebsocket', {}, 'rfc6455/4.2.2/reply-upgrade'],
  ['upgradeIsNotWebsocket', { upgrade: 'websocketAgain' }, null],
  ['connectionIsAbsent', {}, 'rfc6455/4.2.2/reply-connection'],
  ['connectionLacksUpgrade', {}, 'rfc6455/4.2.2/reply-connection'],
  ['acceptIsAbsent', {}, 'rfc6455/4.2.2/accept-value'],
  ['acceptIsRepeated', {}, 'rfc6455/11.3.3/accept-sent-once'],
  ['acceptIsWrong', {}, 'rfc6455/4.2.2/accept-value'],
  ['acceptIsWrong', { accept: 'rightAmongSeveral' }, 'rfc6455/11.3.3/accept-sent-once'],
  ['subprotocolIsRepeated', {}, 'rfc6455/11.3.4/subprotocol-sent-once'],
  ['subprotocolIsEmpty', {}, 'rfc6455/4.2.2/subprotocol-empty-not-sent'],
  ['subprotocolIsMalformed', {}, 'rfc6455/4.3/subprotocol-sent-grammar'],
  ['subprotocolIsUnoffered', {}, 'rfc6455/4.2.2/subprotocol-from-offer'],
  ['extensionsAreMalformed', {}, 'rfc6455/4.2.2/extension-from-offer'],
  ['extensionsAreMalformed', { extensions: 'emptyElements' }, 'rfc6455/4.2.2/extension-empty-not-sent'],
  ['extensionIsUnoffered', {}, 'rfc6455/4.2.2/extension-from-offer'],
  ['extensionIsRepeated', {}, 'rfc7692/5/answered-once'],
  ['extensionParameterIsUndefined', { deflateOffer: 'parameterUndefined' }, 'rfc7692/7/parameter-undefined'],
  ['extensionParameterIsRepeated', { deflateOffer: 'parameterRepeated' }, 'rfc7692/7/parameter-repeated'],
  ['extensionParameterIsUndefined', {}, 'rfc7692/7.1/answer-parameters-defined'],
  ['extensionParameterIsRepeated', {}, 'rfc7692/7.1/answer-parameters-once'],
  ['extensionParameterIsInvalid', { clientBits: 'valueless' }, 'rfc7692/7.1.2.2/client-bits-value'],
  ['extensionParameterIsInvalid', {}, 'rfc6455/9/parameters-by-specification'],
  ['extensionParameterIsInvalid', { deflateOffer: 'parameterUndefined' }, 'rfc7692/7/parameter-undefined'],
  ['extensionParameterIsInvalid', { deflateOffer: 'parameterRepeated' }, 'rfc7692/7/parameter-repeated'],
  ['extensionParameterIsInvalid', { deflateOffer: 'parameterInvalid' }, 'rfc7692/7/parameter-invalid'],
  ['extensionServerTakeoverIsMissing', {}, 'rfc7692/7.1.1.1/server-takeover-echoed'],
  ['extensionServerBitsAreMissing', {}, 'rfc7692/7.1.2.1/server-bits-echoed'],
  ['extensionServerBitsAreLarger', {}, 'rfc7692/7.1.2.1/server-bits-not-larger'],
  ['extensionClientBitsAreUnoffered', {}, 'rfc7692/7.1.2.2/client-bits-unoffered'],
  ['statusIsNot101', {}, null],
  ['otherwise', {}, null],
];

type ReplyRules = readonly MirrorRule<ReplyGuard, ReplyDetails>[];

const mirrorReply = (rules: ReplyRules, guard: ReplyGuard, came: Partial<ReplyDetails>) =>
  mirrorFaults(rules, [guard], { ...plainReply, ...came })[0]?.clause ?? null;

describe("a server's 101 in the client's table", () => {
  test.each(replies)('%s %j: %s', (guard, came, clause) => {
    expect(mirrorReply(replyMirror, guard, came)).toBe(clause);
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rules: ReplyRules) =>
      replies.every(([guard, came, clause]) => mirrorReply(rules, guard, came) === clause);
    expect(findIdleRows(replyMirror, isMet)).toEqual([]);
  });

  test('mirrors every fault that a client finds in a 101', () => {
    // What cannot be read is no 101; what no rule of RFC 6455 finds is no fault of a server.
    const others = [
      'statusLineIsMalformed',
      'fieldLinesAreMalformed',
      'interimsAreTooMany',
      'statusIsInterim',
    ];
    const mirrored = [...guardsOf(replyMirror), ...others, 'statusIsNot101'];
    const all = clientTable.rows.filter(({ when, guard }) => !when && guard !== 'otherwise');
    expect(all.map(({ guard }) => guard).filter((guard) => !mirrored.includes(guard))).toEqual([]);
  });
});

/** What a client breaks with a request of which a server's guard holds. */
const requests: readonly (readonly [guard: RequestGuard, clause: ClauseId | null])[] = [
  ['requestLineIsMalformed', 'rfc6455/4.1/valid-http-request'],
  ['fieldLinesAreMalformed', 'rfc6455/4.1/valid-http-request'],
  ['methodIsNotGet', 'rfc6455/4.1/method-get'],
  ['httpMajorIsNot1', 'rfc6455/4.1/http-version'],
  ['httpVersionIs10', 'rfc6455/4.1/http-version'],
  ['targetIsMalformed', 'rfc6455/4.1/request-uri'],
  ['targetNamesNoResource', 'rfc6455/4.1/request-uri'],
  ['hostIsAbsent', 'rfc6455/4.1/host-sent'],
  ['hostIsRepeated', 'rfc6455/4.1/host-sent'],
  ['hostIsMalformed', 'rfc6455/4.1/host-sent'],
  ['upgradeIsAbsent', 'rfc6455/4.1/upgrade-sent'],
  ['upgradeIsNotWebsocket', 'rfc6455/4.1/upgrade-sent'],
  ['connectionLacksUpgrade', 'rfc6455/4.1/connection-sent'],
  ['versionIsAbsent', 'rfc6455/4.1/version-sent'],
  ['versionIsMalformed', 'rfc6455/4.1/version-sent'],
  ['versionIsNot13', 'rfc6455/4.1/version-sent'],
  ['versionIsRepeated', 'rfc6455/11.3.5/version-sent-once'],
  ['keyIsAbsent', 'rfc6455/4.1/key-sent'],
  ['keyIsMalformed', 'rfc6455/4.1/key-sent'],
  ['keyIsNot16Octets', 'rfc6455/4.1/key-sent'],
  ['keyIsRepeated', 'rfc6455/11.3.1/key-sent-once'],
  ['subprotocolsAreMalformed', 'rfc6455/4.1/subprotocol-token'],
  ['pathIsUnknown', null],
  ['credentialIsAbsent', null],
];

type RequestRules = readonly MirrorRule<RequestGuard>[];

const mirrorRequest = (rules: RequestRules, guard: RequestGuard) =>
  mirrorFaults(rules, [guard], {})[0]?.clause ?? null;

describe("a client's request in the server's table", () => {
  test.each(requests)('%s: %s', (guard, clause) => {
    expect(mirrorRequest(requestMirror, guard)).toBe(clause);
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rules: RequestRules) =>
      requests.every(([guard, clause]) => mirrorRequest(rules, guard) === clause);
    expect(findIdleRows(requestMirror, isMet)).toEqual([]);
  });
});

/** The part of a message that a guard looks at, by the first word of its name. */
const topics: Readonly<Record<string, string>> = {
  ...{ head: 'start-line', fields: 'start-line', http: 'start-line', request: 'start-line' },
  ...{ method: 'start-line', field: 'fields', target: 'target', host: 'host' },
  ...{ upgrade: 'upgrade', connection: 'connection', accept: 'sec-websocket-accept' },
  ...{ version: 'sec-websocket-version', key: 'sec-websocket-key' },
  ...{ subprotocol: 'sec-websocket-protocol', subprotocols: 'sec-websocket-protocol' },
  ...{ extension: 'sec-websocket-extensions', extensions: 'sec-websocket-extensions' },
};

const shownIn = [...replyMirror, ...requestMirror].flatMap((rule) =>
  guardsOf([rule]).map((guard) => [guard, rule.says?.about ?? 'upgrade'] as const),
);

test.each(shownIn)('%s shows in %s', (guard, about) => {
  expect(topics[/^[a-z]+/.exec(guard)?.[0] ?? '']).toBe(about);
});

test('each mirror names clauses of the sender', () => {
  const actorOf = ({ says }: { readonly says: { readonly clause: ClauseId } | null }) =>
    says && clauses[says.clause].actor;
  expect([...new Set(replyMirror.map(actorOf))]).toEqual(['server', null]);
  expect([...new Set(requestMirror.map(actorOf))]).toEqual(['client']);
});

/** A 101 that agrees to nothing, to a request that offers nothing. */
const bare: SwitchFacts = {
  ...{ subprotocol: 'absent', extensions: 'absent', deflate: 'unanswered', deflateOffer: 'other' },
  ...{ serverTakeover: 'open', serverBits: 'open', clientBits: 'unoffered' },
  clientBitsAnswer: 'absent',
};
const everySwitch: readonly ClauseId[] = [
  ...(['rfc6455/4.2.2/status-101', 'rfc6455/4.2.2/reply-upgrade'] as const),
  ...(['rfc6455/4.2.2/reply-connection', 'rfc6455/4.2.2/accept-value'] as const),
  ...(['rfc6455/11.3.3/accept-sent-once', 'rfc6455/4.2.2/subprotocol-from-offer'] as const),
  'rfc6455/4.2.2/extension-from-offer',
];
const noSubprotocol = 'rfc6455/4.2.2/subprotocol-empty-not-sent';
const noExtension = 'rfc6455/4.2.2/extension-empty-not-sent';
const answered = { extensions: 'sent', deflate: 'answered' } as const;
const ofAnswer: readonly ClauseId[] = [
  ...(['rfc6455/9/parameters-by-specification', 'rfc7692/5/answered-once'] as const),
  ...(['rfc7692/7.1/answer-parameters-defined', 'rfc7692/7.1/answer-parameters-once'] as const),
];
const clientBits = 'rfc7692/7.1.2.2/client-bits-unoffered';

/** What a 101 shows besides what every 101 does. */
const shown: readonly (readonly [facts: Partial<SwitchFacts>, ...(readonly ClauseId[])])[] = [
  [{}, noSubprotocol, noExtension],
  [
    { subprotocol: 'sent' },
    ...(['rfc6455/11.3.4/subprotocol-sent-once', 'rfc6455/4.3/subprotocol-sent-grammar'] as const),
    noExtension,
  ],
  [
    { subprotocol: 'empty' },
    ...(['rfc6455/11.3.4/subprotocol-sent-once', 'rfc6455/4.3/subprotocol-sent-grammar'] as const),
    ...([noSubprotocol, noExtension] as const),
  ],
  [{ extensions: 'sent' }, noSubprotocol],
  [{ extensions: 'empty' }, noSubprotocol, noExtension],
  [answered, noSubprotocol, ...ofAnswer, clientBits],
  [{ ...answered, clientBits: 'offered' }, noSubprotocol, ...ofAnswer],
  [
    { ...answered, clientBits: 'offered', clientBitsAnswer: 'valued' },
    ...([noSubprotocol, ...ofAnswer, 'rfc7692/7.1.2.2/client-bits-value'] as const),
  ],
  [
    { ...answered, clientBits: 'offered', clientBitsAnswer: 'valueless' },
    ...([noSubprotocol, ...ofAnswer, 'rfc7692/7.1.2.2/client-bits-value'] as const),
  ],
  [
    { ...answered, serverTakeover: 'asked' },
    ...([noSubprotocol, ...ofAnswer, 'rfc7692/7.1.1.1/server-takeover-echoed', clientBits] as const),
  ],
  [
    { ...answered, serverBits: 'asked' },
    ...([noSubprotocol, ...ofAnswer, 'rfc7692/7.1.2.1/server-bits-echoed'] as const),
    ...(['rfc7692/7.1.2.1/server-bits-not-larger', clientBits] as const),
  ],
  [{ serverTakeover: 'asked', serverBits: 'asked' }, noSubprotocol, noExtension],
  [{ deflateOffer: 'parameterUndefined' }, noSubprotocol, noExtension, 'rfc7692/7/parameter-undefined'],
  [{ deflateOffer: 'parameterRepeated' }, noSubprotocol, noExtension, 'rfc7692/7/parameter-repeated'],
  [{ deflateOffer: 'parameterInvalid' }, noSubprotocol, noExtension, 'rfc7692/7/parameter-invalid'],
];

type ShownRows = readonly (typeof shownRows)[number][];

const listShown = (facts: Partial<SwitchFacts>, rows: ShownRows = shownRows) =>
  rows
    .filter((row) => holds<SwitchFacts>(switchGuards[row.owed], { ...bare, ...facts }))
    .map(({ clause }) => clause)
    .toSorted();

test('every guard says of a row when it is shown, and each row has one', () => {
  expect(new Set(shownRows.map(({ owed }) => owed))).toEqual(new Set(Object.keys(switchGuards)));
});

describe('what a 101 shows', () => {
  test.each(shown.map(([facts, ...others]) => [facts, others] as const))('%j', (facts, others) => {
    expect(listShown(facts)).toEqual([...everySwitch, ...others].toSorted());
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rows: ShownRows) =>
      shown.every(
        ([facts, ...others]) =>
          listShown(facts, rows).join() === [...everySwitch, ...others].toSorted().join(),
      );
    expect(findIdleRows(shownRows, isMet)).toEqual([]);
  });

  test('has a row for every clause of the mirror', () => {
    const rows = new Set<string | null>(shownRows.map(({ clause }) => clause));
    expect(replyMirror.filter(({ says }) => says !== null && !rows.has(says.clause))).toEqual([]);
  });
});

const accept = ['rfc6455/4.2.2/accept-value', 'rfc6455/11.3.3/accept-sent-once'];
const ofAcceptance = ['rfc6455/4.2.1/error-status'];
const ofFraming = [
  'rfc9110/7.8/continue-before-switching',
  ...ofAcceptance,
  ...[
    'service/1/frames-after-101',
    'service/1/no-body-in-101',
    'rfc6455/5.5.2/pong',
    'rfc6455/7.3/not-ended-at-once',
  ],
];
const ofDeflate = [
  ...['rfc6455/4.2.2/extension-from-offer', 'rfc6455/9/parameters-by-specification'],
  ...['rfc7692/5/answered-once', 'rfc7692/7/parameter-undefined', 'rfc7692/7/parameter-repeated'],
  ...['rfc7692/7/parameter-invalid', 'rfc7692/7.1.1.1/server-takeover-echoed'],
  ...['rfc7692/7.1.2.1/server-bits-echoed', 'rfc7692/7.1.2.1/server-bits-not-larger', clientBits],
  ...['rfc7692/7.1/answer-parameters-defined', 'rfc7692/7.1/answer-parameters-once'],
  'rfc7692/7.1.2.2/client-bits-value',
];
const ofOffer = ['rfc6455/4.2.2/subprotocol-from-offer', 'rfc6455/4.3/subprotocol-sent-grammar'];

type Moot = readonly [
  what: string,
  accepted: readonly RequestGuard[],
  exempt: readonly RequestGuard[],
  moot: readonly string[],
];

const ofOtherHttp = [
  ...ofAcceptance,
  ...['rfc9110/15.2/no-1xx-to-http10', 'rfc9112/9.6/no-close-in-101', 'rfc6455/4.2.2/status-101'],
  ...['rfc6455/4.2.2/reply-connection', 'rfc6455/5.5.2/pong', 'rfc6455/7.3/not-ended-at-once'],
  'rfc9112/6.3/content-read-as-content',
];
const ofOtherVersion = [
  ...[...ofAcceptance, ...accept, 'rfc6455/5.5.2/pong', 'rfc6455/7.3/not-ended-at-once'],
  ...['rfc9112/6.3/content-read-as-content', 'service/1/no-body-in-101'],
];

const moot: readonly Moot[] = [
  ['nothing', [], [], []],
  ['any accepted fault', ['hostIsAbsent'], [], ofAcceptance],
  ['HTTP/1.0', ['httpVersionIs10'], [], ofOtherHttp],
  ['HTTP/2.0', ['httpMajorIsNot1'], [], ofOtherHttp],
  ['no HTTP', ['requestLineIsMalformed'], [], ofOtherHttp],
  ['another option', ['connectionLacksUpgrade'], [], [...ofAcceptance, 'rfc6455/7.3/not-ended-at-once']],
  ['a malformed length', ['contentLengthIsMalformed'], [], ofFraming],
  ['another coding', ['transferCodingIsMalformed'], [], ofFraming],
  ['a length and a coding', ['contentIsFramedTwice'], [], ofFraming],
  ['no version', ['versionIsAbsent'], [], ofOtherVersion],
  ['two versions', ['versionIsRepeated'], [], ofOtherVersion],
  ['a version that is no number', ['versionIsMalformed'], [], ofOtherVersion],
  ['another version', ['versionIsNot13'], [], ofOtherVersion],
  ['no key', ['keyIsAbsent'], [], [...ofAcceptance, ...accept]],
  ['two keys', ['keyIsRepeated'], [], [...ofAcceptance, ...accept]],
  ['two keys, exempt', [], ['keyIsRepeated'], accept],
  ['a malformed key', ['keyIsMalformed'], [], [...ofAcceptance, ...accept]],
  ['a malformed key, exempt', [], ['keyIsMalformed'], []],
  ['HTTP/1.0, exempt', [], ['httpVersionIs10'], []],
  ['a malformed length, exempt', [], ['contentLengthIsMalformed'], []],
  ['another option, exempt', [], ['connectionLacksUpgrade'], []],
  ['another version, exempt', [], ['versionIsNot13'], []],
  ['an unreadable offer, exempt', [], ['subprotocolsAreMalformed'], []],
  ['unreadable extensions, exempt', [], ['extensionsAreMalformed'], []],
  ['a short key', ['keyIsNot16Octets'], [], [...ofAcceptance, ...accept]],
  ['an unreadable offer', ['subprotocolsAreMalformed'], [], [...ofAcceptance, ...ofOffer]],
  ['no offer, where one is demanded', ['subprotocolIsAbsent'], [], [...ofAcceptance, ...ofOffer]],
  ['an offer of others', ['subprotocolIsMismatched'], [], [...ofAcceptance, ...ofOffer]],
  ['unreadable extensions', ['extensionsAreMalformed'], [], [...ofAcceptance, ...ofDeflate]],
];

const faultsOf = (accepted: readonly RequestGuard[], exempt: readonly RequestGuard[]) => [
  ...accepted.map((guard) => ({ guard, standing: 'owed' }) as const),
  ...exempt.map((guard) => ({ guard, standing: 'exempt' }) as const),
];

describe('what is moot', () => {
  test.each(moot)('%s', (_, accepted, exempt, expected) => {
    expect([...listNotApplicable(faultsOf(accepted, exempt))].toSorted()).toEqual(expected.toSorted());
  });

  test('breaks an expectation without any one of its rows', () => {
    const isMet = (rules: typeof notApplicableRules) =>
      moot.every(
        ([, accepted, exempt, expected]) =>
          [...listNotApplicable(faultsOf(accepted, exempt), rules)].toSorted().join() ===
          expected.toSorted().join(),
      );
    expect(findIdleRows(notApplicableRules, isMet)).toEqual([]);
  });
});
