import { describe, expect, test } from 'vitest';
import { type Confidence, conclude, confidences, type FailureRow } from '../../models/conclude.ts';
import { type FailureId, failureRows } from '../../models/failure.ts';
import { type FailureSign, toldStatuses } from '../../models/failure-sign.ts';
import { deleteRows } from './expectation.ts';
import { type FailureExpectation, failureExpectations, type Ground } from './failure-expectation.ts';

type Case = readonly [id: FailureId, confidence: Confidence, ...signs: readonly FailureSign[]];

/** What is told first, of the signs that come together. */
const cases: readonly Case[] = [
  ['input/scheme', 'certain', 'schemeIsHttp'],
  ['input/fragment', 'certain', 'fragmentIsGiven'],
  ['input/userinfo', 'certain', 'userinfoIsGiven'],
  ['input/subprotocol', 'certain', 'subprotocolIsUnusable'],
  ['input/url', 'certain', 'urlIsUnusable'],
  ['client/own-handshake-fields', 'certain', 'handshakeFieldIsGiven'],
  ['client/content-policy', 'certain', 'textSaysPolicy'],
  ['client/mixed-content', 'certain', 'textSaysMixedContent'],
  ['network/name-unknown', 'certain', 'nameIsUnknown'],
  ['network/refused', 'certain', 'everyAddressRefuses'],
  ['network/refused-v6', 'certain', 'oneFamilyRefuses', 'opens', 'pongComes'],
  ['network/unreachable', 'likely', 'noAddressAnswers'],
  ['proxy/credentials', 'certain', 'proxyWantsCredentials'],
  ['proxy/unreachable', 'certain', 'proxyIsUnreachable'],
  ['proxy/target-unreachable', 'likely', 'proxyCannotReach'],
  ['proxy/refused', 'certain', 'proxyRefuses'],
  ['tls/required', 'certain', 'endsWithoutReply', 'portSpeaksTls'],
  [
    'tls/required',
    'certain',
    'statusIs400',
    'statusIsNot101',
    'saysTlsIsExpected',
    'hopAnswers',
    'hopIsNamed',
  ],
  ['network/closed-at-once', 'certain', 'endsWithoutReply', 'closesUnasked'],
  ['tls/plain-port', 'certain', 'plainHttpIsSpoken'],
  ['tls/expired', 'certain', 'certificateIsExpired'],
  ['tls/not-yet-valid', 'certain', 'certificateIsNotYetValid'],
  ['tls/wrong-name', 'certain', 'certificateNamesAnotherHost'],
  ['tls/self-signed', 'certain', 'certificateIsSelfSigned'],
  ['tls/incomplete-chain', 'likely', 'certificateIssuerIsUnknown', 'chainIsShort', 'issuerIsRelated'],
  ['tls/unknown-issuer', 'certain', 'certificateIssuerIsUnknown', 'chainIsShort'],
  ['tls/revoked', 'certain', 'certificateIsUnacceptable', 'certificateIsRevoked'],
  ['tls/certificate', 'certain', 'certificateIsUnacceptable'],
  ['tls/client-certificate', 'certain', 'handshakeFailed', 'certificateIsWanted'],
  ['tls/version', 'certain', 'handshakeFailed', 'versionIsRefused'],
  ['tls/cipher', 'certain', 'handshakeFailed', 'cipherIsRefused'],
  ['tls/h2-only', 'certain', 'protocolIsRefused'],
  ['tls/silent', 'certain', 'helloIsUnanswered'],
  ['tls/handshake-failed', 'certain', 'handshakeIsCut'],
  ['server/not-http', 'certain', 'replyIsNoHttp', 'statusLineIsMalformed'],
  ['server/partial-head', 'certain', 'replyIsPartial'],
  ['server/silent', 'certain', 'staysSilent'],
  ['server/closed-without-reply', 'certain', 'endsWithoutReply'],
  ['server/reset-without-reply', 'certain', 'resetsWithoutReply'],
  ['server/bare-lf', 'certain', 'replyHasBareLf', 'fieldLinesAreMalformed'],
  ['server/http10', 'certain', 'httpVersionIs10', 'statusIs101'],
  ['server/status-line', 'certain', 'statusLineIsMalformed'],
  ['server/reply-limits', 'certain', 'headIsTooLarge'],
  ['server/status', 'certain', 'statusIs200', 'statusIsNot101', 'acceptIsRight'],
  ['server/engine-io', 'certain', 'statusIs400', 'statusIsNot101', 'saysEngineIo', 'plainGetIsSame'],
  ['hop/redirect', 'certain', 'statusIs301', 'statusIsNot101', 'redirects', 'hopAnswers', 'plainGetIsSame'],
  ['hop/cdn-origin', 'certain', 'statusIs521', 'statusIsNot101', 'cloudflareAnswers', 'hopAnswers'],
  [
    'hop/challenge',
    'certain',
    'statusIs403',
    'statusIsNot101',
    'saysChallenge',
    'cloudflareAnswers',
    'hopAnswers',
  ],
  ['hop/rate-limit', 'certain', 'statusIs429', 'statusIsNot101', 'hopAnswers'],
  ['hop/rate-limit', 'likely', 'statusIs503', 'statusIsNot101', 'hasRetryAfter'],
  ['hop/limits', 'certain', 'statusIs414', 'statusIsNot101', 'hopAnswers', 'hopIsNamed'],
  ['server/limits', 'likely', 'statusIs431', 'statusIsNot101'],
  [
    'hop/envoy-upgrade-off',
    'certain',
    'statusIs403',
    'statusIsNot101',
    'envoyAnswers',
    'hopAnswers',
    'hopIsNamed',
  ],
  ['server/subprotocol-required', 'certain', 'statusIs400', 'statusIsNot101', 'opensWithSubprotocol'],
  ['server/subprotocol-refused', 'certain', 'statusIs400', 'statusIsNot101', 'opensWithoutSubprotocol'],
  ['server/deflate-offer-refused', 'certain', 'statusIs400', 'statusIsNot101', 'opensWithoutExtensions'],
  ['server/token-list', 'certain', 'opens', 'pongComes', 'failsWithConnectionList'],
  [
    'hop/host-rewritten',
    'certain',
    'statusIs403',
    'opensWithoutOrigin',
    'originIsSent',
    'opensDirectly',
    'failsWithOrigin',
  ],
  [
    'server/origin-refused',
    'certain',
    'statusIs403',
    'statusIsNot101',
    'originIsSent',
    'opensWithOtherOrigin',
    'failsWithOrigin',
  ],
  ['server/origin-required', 'certain', 'statusIs403', 'statusIsNot101', 'opensWithOrigin'],
  ['hop/challenge', 'certain', 'statusIs403', 'statusIsNot101', 'opensAsBrowser', 'failsWithOrigin'],
  ['server/credential-refused', 'certain', 'statusIs401', 'statusIsNot101', 'credentialIsSent'],
  [
    'server/credential-missing',
    'certain',
    'statusIs401',
    'statusIsNot101',
    'asksForCredentials',
    'credentialIsNotSent',
  ],
  ['server/key', 'certain', 'statusIs400', 'statusIsNot101', 'saysKey'],
  ['server/path', 'certain', 'statusIs404', 'statusIsNot101', 'opensOnOtherPath', 'plainGetIsSame'],
  [
    'hop/http10-backend',
    'certain',
    'statusIs426',
    'statusIsNot101',
    'saysHttp10',
    'hopIsNamed',
    'plainGetIsSame',
  ],
  [
    'hop/upgrade-stripped',
    'certain',
    'statusIs426',
    'statusIsNot101',
    'saysUpgradeIsMissing',
    'hopIsNamed',
    'plainGetIsSame',
  ],
  [
    'hop/upgrade-stripped',
    'likely',
    'statusIs426',
    'statusIsNot101',
    'saysUpgradeIsMissing',
    'plainGetIsSame',
  ],
  [
    'hop/upgrade-stripped',
    'certain',
    'statusIs404',
    'statusIsNot101',
    'plainGetIsSame',
    'opensDirectly',
    'hopIsNamed',
    'saysNoHandler',
  ],
  ['server/version', 'likely', 'statusIs426', 'statusIsNot101', 'offersVersions', 'plainGetDiffers'],
  ['hop/backend-silent', 'likely', 'statusIs504', 'statusIsNot101', 'answersSlowly', 'hopAnswers'],
  ['hop/h2-backend', 'likely', 'statusIs421', 'statusIsNot101'],
  [
    'hop/backend-down',
    'certain',
    'answersSoon',
    'statusIs502',
    'statusIsNot101',
    'hopAnswers',
    'hopIsNamed',
    'plainGetIsSame',
  ],
  [
    'hop/route-missing',
    'certain',
    'statusIs404',
    'statusIsNot101',
    'hopAnswers',
    'hopIsNamed',
    'plainGetIsSame',
  ],
  ['hop/denied', 'certain', 'statusIs403', 'statusIsNot101', 'hopAnswers', 'hopIsNamed', 'plainGetIsSame'],
  [
    'server/spa-fallback',
    'certain',
    'statusIs200',
    'statusIsNot101',
    'saysIndexPage',
    'randomPathIsSame',
    'plainGetIsSame',
  ],
  [
    'server/no-handler',
    'certain',
    'statusIs404',
    'statusIsNot101',
    'saysNoHandler',
    'plainGetIsSame',
    'serverIsNamed',
  ],
  ['server/overloaded', 'likely', 'statusIs503', 'statusIsNot101'],
  ['server/error', 'likely', 'statusIs500', 'statusIsNot101', 'plainGetDiffers'],
  ['server/refused', 'possible', 'statusIsOther', 'statusIsNot101'],
  ['hop/refused', 'likely', 'statusIs400', 'statusIsNot101', 'hopAnswers', 'hopIsNamed', 'plainGetIsSame'],
  ['hop/reply-stripped', 'likely', 'statusIs101', 'upgradeIsAbsent', 'acceptIsRight', 'hopIsNamed'],
  ['server/upgrade-missing', 'certain', 'statusIs101', 'upgradeIsAbsent', 'acceptIsRight'],
  ['server/connection-missing', 'certain', 'statusIs101', 'connectionIsAbsent', 'acceptIsRight'],
  ['server/accept-missing', 'certain', 'statusIs101', 'acceptIsAbsent'],
  ['server/accept-repeated', 'certain', 'statusIs101', 'acceptIsRepeated'],
  ['server/accept-wrong', 'certain', 'statusIs101', 'acceptIsWrong'],
  ['server/subprotocol-empty', 'certain', 'statusIs101', 'subprotocolIsEmpty'],
  ['server/subprotocol-list', 'certain', 'statusIs101', 'subprotocolIsRepeated'],
  ['server/subprotocol-unoffered', 'certain', 'statusIs101', 'subprotocolIsUnoffered'],
  ['server/extension-unoffered', 'certain', 'statusIs101', 'extensionIsUnoffered'],
  ['server/deflate-parameters', 'certain', 'statusIs101', 'extensionClientBitsAreUnoffered'],
  ['server/two-answers', 'certain', 'opens', 'httpBehindSwitch', 'framesAreBroken'],
  [
    'hop/subprotocol-lost',
    'certain',
    'opens',
    'pongComes',
    'subprotocolIsNotChosen',
    'choosesSubprotocolDirectly',
  ],
  ['server/subprotocol-none-chosen', 'certain', 'opens', 'pongComes', 'subprotocolIsNotChosen'],
  ['hop/compression-broken', 'likely', 'opens', 'pongComes', 'compressionBreaks', 'hopIsNamed'],
  ['server/compression-broken', 'certain', 'opens', 'pongComes', 'compressionBreaks'],
  ['hop/buffered', 'likely', 'opens', 'pongIsMissing', 'hopIsNamed'],
  ['server/closed-behind-101', 'certain', 'opens', 'closesAtOnce'],
  ['server/no-frames', 'likely', 'opens', 'pongIsMissing'],
  ['hop/idle-timeout', 'certain', 'opens', 'pongComes', 'idleEndsWithoutClose', 'pingKeepsOpen'],
  ['server/idle-timeout', 'certain', 'opens', 'pongComes', 'idleCloses', 'pingKeepsOpen'],
  ['server/early-frame-lost', 'certain', 'opens', 'pongComes', 'earlyFrameIsLost'],
  ['client/strictness', 'likely', 'opens', 'pongComes', 'replyIsInterim'],
];

const first = (rows: readonly FailureRow[], signs: readonly string[]) => conclude(rows, new Set(signs))[0];

test.each(cases)('%s is %s by %s', (id, confidence, ...signs) => {
  const concluded = first(failureRows, signs);
  expect([concluded?.row.id, concluded?.confidence]).toEqual([id, confidence]);
});

describe('without one of its rows', () => {
  test.each(deleteRows(failureRows).map(([at, rows]) => [failureRows[at - 1]?.id, rows] as const))(
    '%s is not told',
    (id, rows) => {
      const missed = cases.filter((each) => each[0] === id);
      expect(missed.map(([, , ...signs]) => first(rows, signs)?.row.id)).not.toContain(id);
      expect(missed.length).toBeGreaterThan(0);
    },
  );
});

const expectations = Object.entries(failureExpectations);

/** Each combination of signs by which a failure is expected to be told, and how surely. */
const grounds = expectations.flatMap(([id, expectation]) =>
  confidences.flatMap((confidence) =>
    (expectation[confidence] ?? []).map((ground) => [id, confidence, signsOf(ground), expectation] as const),
  ),
);

function signsOf(ground: Ground): readonly FailureSign[] {
  return typeof ground === 'string' ? [ground] : ground;
}

/** What is told of one failure, as if there were no other. */
const alone = (id: string, signs: readonly FailureSign[]) =>
  first(
    failureRows.filter((row) => row.id === id),
    signs,
  );

function expectedConfidence(expectation: FailureExpectation, signs: readonly FailureSign[]) {
  const isThere = (sign: FailureSign) => signs.includes(sign);
  if (expectation.against?.some(isThere)) return undefined;
  return confidences.find((each) => expectation[each]?.some((ground) => signsOf(ground).every(isThere)));
}

/** A status other than 101 is always seen together with the sign that it is another. */
const inCompany = (signs: readonly string[]): readonly string[] =>
  signs.some((sign) => /^statusIs\d+$/.test(sign) && sign !== 'statusIs101')
    ? [...signs, 'statusIsNot101']
    : signs;

/** Every sign that any failure is expected to be told by, or not to be told with. */
const knownSigns = [
  ...new Set([
    ...grounds.flatMap(([, , signs]) => signs),
    ...expectations.flatMap(([, { against }]) => against ?? []),
  ]),
];

/** Merely possible by signs that make another certain: without a known hop it is the server that leaves a field out. */
const outshone = ['hop/reply-stripped'];

describe('the second account of the failures', () => {
  test('is of every failure, and of no other', () => {
    expect(Object.keys(failureExpectations).toSorted()).toEqual(failureRows.map(({ id }) => id).toSorted());
  });

  test.each(expectations)(
    'says where %s is, what it breaks, and what it is told beside',
    (id, expectation) => {
      const row: FailureRow | undefined = failureRows.find((each) => each.id === id);
      const { where, clause, beside } = expectation;
      expect([row?.where, row?.clause]).toEqual([where, clause]);
      expect([row?.isAside ?? false, row?.isRest ?? false]).toEqual([
        beside === 'always',
        beside === 'where nothing else is told',
      ]);
    },
  );

  test.each(grounds)('tells %s as %s by %s', (id, confidence, signs) => {
    const concluded = alone(id, signs);
    expect([concluded?.confidence, concluded?.signs.toSorted()]).toEqual([confidence, signs.toSorted()]);
  });

  test.each(grounds)('tells %s as %s by %s among all the others', (id, confidence, signs) => {
    const [surest, ...others] = conclude(failureRows, new Set(inCompany(signs)));
    const told = [surest, ...others].map((each) => [each?.row.id, each?.confidence]);
    if (confidence !== 'possible' || surest?.confidence !== 'certain') {
      expect(told).toContainEqual([id, confidence]);
    } else {
      expect(outshone).toContain(id);
      expect(told.map(([each]) => each)).not.toContain(id);
    }
  });

  test.each(grounds)(
    'tells %s less surely than as %s where one of %s is missing',
    (id, _, signs, expectation) => {
      for (const sign of signs) {
        const others = signs.filter((each) => each !== sign);
        expect([sign, alone(id, others)?.confidence]).toEqual([
          sign,
          expectedConfidence(expectation, others),
        ]);
      }
    },
  );

  test.each(grounds)(
    'does not tell %s as %s by %s where a sign is against it',
    (id, _, signs, { against }) => {
      const told = (against ?? []).filter((sign) => alone(id, [...signs, sign]) !== undefined);
      expect(told).toEqual([]);
    },
  );

  test.each(grounds)(
    'lets no other sign keep %s, as %s by %s, from being told',
    (id, _, signs, { against }) => {
      const keeping = knownSigns.filter((sign) => alone(id, [...signs, sign]) === undefined);
      expect(keeping.toSorted()).toEqual([...new Set(against)].toSorted());
    },
  );
});

type Contradiction = readonly [not: FailureId, but: FailureId, ...signs: readonly FailureSign[]];

/** What one could think of first, and what the signs that come together tell in its place. */
const contradictions: readonly Contradiction[] = [
  [
    'network/closed-at-once',
    'tls/client-certificate',
    'closesUnasked',
    'tlsIsSecured',
    'certificateIsWanted',
  ],
  ['network/closed-at-once', 'server/not-http', 'closesUnasked', 'replyIsNoHttp'],
  [
    'tls/unknown-issuer',
    'tls/incomplete-chain',
    'certificateIssuerIsUnknown',
    'chainIsShort',
    'issuerIsRelated',
  ],
  ['tls/handshake-failed', 'tls/version', 'handshakeFailed', 'versionIsRefused'],
  ['tls/handshake-failed', 'tls/silent', 'handshakeIsCut', 'helloIsUnanswered'],
  ['server/not-http', 'tls/required', 'replyIsNoHttp', 'replyIsTlsAlert', 'statusLineIsMalformed'],
  ['server/not-http', 'tls/h2-only', 'replyIsNoHttp', 'replyIsHttp2', 'statusLineIsMalformed'],
  ['server/silent', 'tls/required', 'staysSilent', 'portSpeaksTls'],
  ['server/closed-without-reply', 'tls/h2-only', 'endsWithoutReply', 'http2IsAlone'],
  ['server/closed-without-reply', 'server/overloaded', 'endsWithoutReply', 'opensAgain'],
  ['server/reset-without-reply', 'hop/challenge', 'resetsWithoutReply', 'opensAsBrowser'],
  ['hop/denied', 'hop/challenge', 'statusIs403', 'saysChallenge', 'hopAnswers', 'cloudflareAnswers'],
  ['hop/challenge', 'server/origin-required', 'statusIs403', 'opensAsBrowser', 'opensWithOrigin'],
  ['hop/challenge', 'server/token-list', 'statusIs400', 'failsAsBrowser', 'failsWithConnectionList'],
  ['hop/rate-limit', 'hop/challenge', 'statusIs429', 'saysChallenge', 'cloudflareAnswers', 'hopAnswers'],
  ['server/overloaded', 'hop/rate-limit', 'statusIs503', 'hasRetryAfter', 'plainGetDiffers'],
  ['server/overloaded', 'hop/backend-down', 'statusIs503', 'saysBackendIsDown', 'hopIsNamed'],
  ['server/limits', 'hop/limits', 'statusIs431', 'hopAnswers', 'hopIsNamed'],
  ['server/origin-refused', 'hop/denied', 'statusIs403', 'originIsSent', 'everyOriginIsSame', 'hopAnswers'],
  [
    'server/origin-refused',
    'hop/host-rewritten',
    'statusIs403',
    'originIsSent',
    'opensDirectly',
    'opensWithoutOrigin',
  ],
  ['hop/denied', 'server/credential-refused', 'statusIs403', 'credentialIsSent', 'differsWithoutCredential'],
  [
    'server/credential-missing',
    'server/origin-refused',
    'statusIs401',
    'originIsSent',
    'opensWithOtherOrigin',
  ],
  ['server/path', 'server/engine-io', 'statusIs404', 'opensOnOtherPath', 'opensOnEnginePath'],
  [
    'hop/upgrade-stripped',
    'hop/http10-backend',
    'statusIs426',
    'saysHttp10',
    'saysUpgradeIsMissing',
    'hopIsNamed',
  ],
  [
    'hop/upgrade-stripped',
    'server/version',
    'statusIs426',
    'offersVersions',
    'plainGetDiffers',
    'hopIsNamed',
  ],
  [
    'hop/upgrade-stripped',
    'server/no-handler',
    'statusIs404',
    'plainGetIsSame',
    'hopIsNamed',
    'failsDirectly',
  ],
  ['hop/upgrade-stripped', 'server/path', 'statusIs404', 'plainGetIsSame', 'hopIsNamed', 'opensOnOtherPath'],
  [
    'hop/backend-down',
    'hop/backend-silent',
    'statusIs502',
    'saysBackendIsSilent',
    'hopAnswers',
    'answersSlowly',
  ],
  ['hop/h2-backend', 'hop/backend-silent', 'statusIs502', 'opensDirectly', 'answersSlowly'],
  ['hop/denied', 'hop/envoy-upgrade-off', 'statusIs403', 'envoyAnswers', 'hopAnswers'],
  [
    'server/no-handler',
    'hop/upgrade-stripped',
    'statusIs404',
    'saysNoHandler',
    'plainGetIsSame',
    'opensDirectly',
  ],
  ['server/no-handler', 'hop/route-missing', 'statusIs404', 'plainGetIsSame', 'saysNoRoute', 'hopIsNamed'],
  [
    'server/spa-fallback',
    'server/path',
    'statusIs200',
    'saysIndexPage',
    'randomPathIsSame',
    'opensOnOtherPath',
  ],
  [
    'server/error',
    'server/deflate-offer-refused',
    'statusIs500',
    'opensWithoutExtensions',
    'plainGetDiffers',
  ],
  ['server/refused', 'server/credential-missing', 'statusIs401', 'credentialIsNotSent', 'asksForCredentials'],
  [
    'server/upgrade-missing',
    'hop/reply-stripped',
    'statusIs101',
    'upgradeIsAbsent',
    'acceptIsRight',
    'opensDirectly',
  ],
  [
    'server/connection-missing',
    'hop/reply-stripped',
    'statusIs101',
    'connectionIsAbsent',
    'acceptIsRight',
    'hopIsNamed',
  ],
  [
    'server/subprotocol-none-chosen',
    'hop/subprotocol-lost',
    'opens',
    'subprotocolIsNotChosen',
    'choosesSubprotocolDirectly',
  ],
  [
    'server/compression-broken',
    'hop/compression-broken',
    'opens',
    'pongComes',
    'compressionBreaks',
    'hopIsNamed',
  ],
  [
    'server/closed-behind-101',
    'server/credential-missing',
    'opens',
    'closesAtOnce',
    'closesForCredential',
    'credentialIsNotSent',
  ],
  ['server/closed-behind-101', 'server/two-answers', 'opens', 'closesAtOnce', 'httpBehindSwitch'],
  ['hop/buffered', 'server/two-answers', 'opens', 'pongIsMissing', 'hopIsNamed', 'httpBehindSwitch'],
  ['server/idle-timeout', 'hop/idle-timeout', 'opens', 'pongComes', 'idleCloses', 'idleEndsWithoutClose'],
];

test.each(contradictions)('not %s but %s is told first', (not, but, ...signs) => {
  const told = conclude(failureRows, new Set(inCompany(signs))).map(({ row }) => row.id);
  expect(told[0]).toBe(but);
  expect(told).not.toContain(not);
});

/** Statuses that say nothing more of why a hop answers by itself. */
const refusedByHop: readonly number[] = [200, 400, 406, 407, 408, 410, 411, 422, 428, 500, 501, 511];

/** All but those that come with other signs: of a 101, and of a redirect. */
const refusals = toldStatuses.filter((status) => status === 200 || status >= 400);

describe('what is told beside others', () => {
  const told = (...signs: readonly FailureSign[]) =>
    conclude(failureRows, new Set(signs)).map(({ row, confidence }) => [row.id, confidence]);

  test('a frame that is lost comes behind what is less sure', () => {
    expect(told('opens', 'pongComes', 'earlyFrameIsLost', 'idleEndsWithoutClose')).toEqual([
      ['hop/idle-timeout', 'likely'],
      ['server/early-frame-lost', 'certain'],
    ]);
  });

  test('what some clients reject comes behind what is merely possible', () => {
    expect(told('opens', 'reasonIsEmpty', 'offersVersions')).toEqual([
      ['server/version', 'possible'],
      ['client/strictness', 'likely'],
    ]);
  });

  test('frames that are wrong are told behind a named hop, and of a connection that closes at once', () => {
    expect(told('opens', 'framesAreBroken', 'hopIsNamed')).toEqual([['server/no-frames', 'likely']]);
    expect(told('opens', 'framesAreBroken', 'closesAtOnce')).toEqual([['server/no-frames', 'likely']]);
    expect(told('opens', 'pongIsMissing', 'hopIsNamed')).toEqual([
      ['hop/buffered', 'likely'],
      ['server/no-frames', 'likely'],
    ]);
  });

  test('a refusal that a plain request gets as well is told, where its status is no usual one', () => {
    expect(told('statusIsOther', 'statusIsNot101', 'plainGetIsSame')).toEqual([
      ['server/refused', 'possible'],
    ]);
  });

  test('that the server refuses is left out where it is known why', () => {
    expect(told('statusIs500', 'statusIsNot101')).toEqual([['server/error', 'likely']]);
    expect(told('statusIsOther', 'statusIsNot101')).toEqual([['server/refused', 'possible']]);
  });

  test.each(refusals)('something is told of a hop that answers %i', (status) => {
    const ids = told(`statusIs${status}`, 'statusIsNot101', 'hopAnswers').map(([id]) => id);
    expect(ids).not.toEqual([]);
    expect(ids.includes('hop/refused')).toBe(refusedByHop.includes(status));
  });

  test.each(['opensOnOtherPath', 'opensOnEnginePath', 'opensWithSlash'] as const)(
    'that a hop refuses is told where it %s, and not where the hop has no route',
    (sign) => {
      const signs = [sign, 'statusIsNot101', 'hopAnswers'] as const;
      expect(told('statusIs405', ...signs)).toEqual([['hop/refused', 'likely']]);
      expect(told('statusIs404', ...signs)).toEqual([['hop/route-missing', 'certain']]);
    },
  );
});

test('an id stands in one row alone', () => {
  expect(new Set(failureRows.map(({ id }) => id)).size).toBe(failureRows.length);
});
