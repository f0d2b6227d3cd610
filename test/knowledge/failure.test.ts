import { describe, expect, test } from 'vitest';
import { conclude, type FailureRow } from '../../src/knowledge/conclude.ts';
import { contrarySigns } from '../../src/knowledge/contrary-sign.ts';
import { type FailureId, failureRows } from '../../src/knowledge/failure.ts';
import { type FailureSign, toldStatuses } from '../../src/knowledge/failure-sign.ts';
import { readRows } from '../text-row.ts';
import { findBrokenLaws, findFalseCertainties } from './certainty.ts';
import { failureExpectations, grounds } from './failure-expectation.ts';

/** A status other than 101 is always seen together with the sign that it is another. */
const inCompany = (signs: readonly string[]): readonly string[] =>
  signs.some((sign) => /^statusIs\d+$/.test(sign) && sign !== 'statusIs101')
    ? [...signs, 'statusIsNot101']
    : signs;

/** Merely possible by signs that make another certain: without a known hop it is the server that leaves a field out. */
const outshone = 'hop/reply-stripped';

/** Combinations of signs, whose order is of no matter. */
const asSets = (all: readonly (readonly string[])[] = []) =>
  all.map((each) => each.toSorted().join(' ')).toSorted();

describe('the second account of the failures', () => {
  test('is of every failure, in the order in which equals are told', () => {
    expect(failureRows.map(({ id }) => id)).toEqual(failureExpectations.map(({ id }) => id));
  });

  test.each(failureExpectations)(
    'says where $id is, what it breaks, and by which signs it is told',
    ({ id, where, clause, told, beside }) => {
      const row: FailureRow<FailureSign> | undefined = failureRows.find((each) => each.id === id);
      expect([row?.where, row?.clause]).toEqual([where, clause]);
      const { certain, likely, possible, against } = told;
      expect([row?.certain, row?.likely, row?.possible].map(asSets)).toEqual(
        [certain, likely, possible].map(asSets),
      );
      expect(asSets(row?.excludes?.map((sign) => [sign]))).toEqual(asSets(against));
      expect([row?.isAside ?? false, row?.isRest ?? false]).toEqual([
        beside === 'always',
        beside === 'where nothing else is told',
      ]);
    },
  );

  test('has each combination of signs before those that it contains', () => {
    const told = grounds.map(([id, , signs]) => {
      const [alone] = conclude(
        failureRows.filter((row) => row.id === id),
        new Set(signs),
        contrarySigns,
      );
      return [id, alone?.confidence, alone?.signs.toSorted()];
    });
    expect(told).toEqual(grounds.map(([id, confidence, signs]) => [id, confidence, signs.toSorted()]));
    expect(grounds).toHaveLength(336);
  });

  test('is true of each among all the others', () => {
    const missed = grounds.filter(([id, confidence, signs]) => {
      const told = conclude(failureRows, new Set(inCompany(signs)), contrarySigns);
      return !told.some((each) => each.row.id === id && each.confidence === confidence);
    });
    expect(new Set(missed.map(([id, confidence]) => [id, confidence].join()))).toEqual(
      new Set([`${outshone},possible`]),
    );
  });
});

test('what no client may expect of a server is told as interop', () => {
  const told = failureRows.filter((row) => 'isInterop' in row && row.isInterop);
  expect(told.map(({ id }) => id)).toEqual(['server/early-frame-lost']);
});

test('nothing is as sure as before where a sign is added that excludes it', () => {
  expect(grounds.flatMap(([id, , signs]) => findFalseCertainties(new Set(signs), id))).toEqual([]);
  expect(grounds.flatMap(([, , signs]) => findBrokenLaws(new Set(signs)))).toEqual([]);
});

test('the second account of what speaks against what', () => {
  const told = readRows(new URL('data/contrary.txt', import.meta.url), ' ').flatMap(
    ([leaves, claim, ...signs]) => signs.map((sign) => `${claim} ${sign} ${leaves}`),
  );
  const pairs = contrarySigns.map(([one, other, leaves = 'possible']) => `${one} ${other} ${leaves}`);
  expect(pairs.toSorted()).toEqual(told.toSorted());
});

type Contradiction = readonly [not: FailureId, but: FailureId, ...signs: readonly FailureSign[]];

/** What one could think of first, and what the signs that come together tell in its place. */
// biome-ignore format: a contradiction is a line
const contradictions: readonly Contradiction[] = [
  ['network/closed-at-once', 'tls/client-certificate', 'closesUnasked', 'tlsIsSecured', 'certificateIsWanted'],
  ['network/closed-at-once', 'server/not-http', 'closesUnasked', 'replyIsNoHttp'],
  ['tls/unknown-issuer', 'tls/incomplete-chain', 'certificateIssuerIsUnknown', 'chainIsShort', 'issuerIsRelated'],
  ['tls/handshake-failed', 'tls/version', 'handshakeFailed', 'versionIsRefused'],
  ['tls/handshake-failed', 'tls/silent', 'handshakeIsCut', 'helloIsUnanswered'],
  ['server/not-http', 'tls/required', 'replyIsNoHttp', 'replyIsTlsAlert', 'statusLineIsMalformed'],
  ['server/not-http', 'tls/h2-only', 'replyIsNoHttp', 'replyIsHttp2', 'statusLineIsMalformed'],
  ['server/silent', 'tls/required', 'staysSilent', 'portSpeaksTls'],
  ['server/closed-without-reply', 'tls/h2-only', 'endsWithoutReply', 'http2IsAlone'],
  ['server/closed-without-reply', 'server/unsteady', 'endsWithoutReply', 'opensAgain', 'failsByTurns'],
  ['server/reset-without-reply', 'hop/challenge', 'resetsWithoutReply', 'opensAsBrowser'],
  ['hop/denied', 'hop/challenge', 'statusIs403', 'saysChallenge', 'hopAnswers', 'cloudflareAnswers'],
  ['hop/challenge', 'server/origin-required', 'statusIs403', 'opensAsBrowser', 'opensWithOrigin'],
  ['hop/challenge', 'server/token-list', 'statusIs400', 'failsAsBrowser', 'failsWithConnectionList'],
  ['hop/rate-limit', 'hop/challenge', 'statusIs429', 'saysChallenge', 'cloudflareAnswers', 'hopAnswers'],
  ['server/overloaded', 'hop/rate-limit', 'statusIs503', 'hasRetryAfter', 'plainGetDiffers'],
  ['server/overloaded', 'hop/backend-down', 'statusIs503', 'saysBackendIsDown', 'hopIsNamed'],
  ['server/limits', 'hop/limits', 'statusIs431', 'hopAnswers', 'hopIsNamed'],
  ['server/origin-refused', 'hop/denied', 'statusIs403', 'originIsSent', 'everyOriginIsSame', 'hopAnswers'],
  ['server/origin-refused', 'hop/host-rewritten', 'statusIs403', 'originIsSent', 'opensDirectly', 'opensWithoutOrigin'],
  ['hop/denied', 'server/credential-refused', 'statusIs403', 'credentialIsSent', 'differsWithoutCredential'],
  ['server/credential-missing', 'server/origin-refused', 'statusIs401', 'originIsSent', 'opensWithOtherOrigin'],
  ['server/path', 'server/engine-io', 'statusIs404', 'opensOnOtherPath', 'opensOnEnginePath'],
  ['hop/upgrade-stripped', 'hop/http10-backend', 'statusIs426', 'saysHttp10', 'saysUpgradeIsMissing', 'hopIsNamed'],
  ['hop/upgrade-stripped', 'server/version', 'statusIs426', 'offersVersions', 'plainGetDiffers', 'hopIsNamed'],
  ['hop/upgrade-stripped', 'server/no-handler', 'statusIs404', 'plainGetIsSame', 'hopIsNamed', 'failsDirectly'],
  ['hop/upgrade-stripped', 'server/path', 'statusIs404', 'plainGetIsSame', 'hopIsNamed', 'opensOnOtherPath'],
  ['hop/backend-down', 'hop/backend-silent', 'statusIs502', 'saysBackendIsSilent', 'hopAnswers', 'answersSlowly'],
  ['hop/h2-backend', 'hop/backend-silent', 'statusIs502', 'opensDirectly', 'answersSlowly'],
  ['hop/denied', 'hop/envoy-upgrade-off', 'statusIs403', 'envoyAnswers', 'hopAnswers'],
  ['server/no-handler', 'hop/upgrade-stripped', 'statusIs404', 'saysNoHandler', 'plainGetIsSame', 'opensDirectly'],
  ['server/no-handler', 'hop/route-missing', 'statusIs404', 'plainGetIsSame', 'saysNoRoute', 'hopIsNamed'],
  ['server/spa-fallback', 'server/path', 'statusIs200', 'saysIndexPage', 'randomPathIsSame', 'opensOnOtherPath'],
  ['server/error', 'server/deflate-offer-refused', 'statusIs500', 'opensWithoutExtensions', 'plainGetDiffers'],
  ['server/refused', 'server/credential-missing', 'statusIs401', 'credentialIsNotSent', 'asksForCredentials'],
  ['server/upgrade-missing', 'hop/reply-stripped', 'statusIs101', 'upgradeIsAbsent', 'acceptIsRight', 'opensDirectly'],
  ['server/connection-missing', 'hop/reply-stripped', 'statusIs101', 'connectionIsAbsent', 'acceptIsRight', 'hopIsNamed'],
  ['server/subprotocol-none-chosen', 'hop/subprotocol-lost', 'opens', 'subprotocolIsNotChosen', 'choosesSubprotocolDirectly'],
  ['server/compression-broken', 'hop/compression-broken', 'opens', 'pongComes', 'compressionBreaks', 'hopIsNamed'],
  ['server/closed-behind-101', 'server/credential-missing', 'opens', 'closesAtOnce', 'closesForCredential', 'credentialIsNotSent'],
  ['server/closed-behind-101', 'server/closed-on-ping', 'opens', 'closesAtOnce', 'closesForPing'],
  ['server/closed-behind-101', 'server/two-answers', 'opens', 'closesAtOnce', 'httpBehindSwitch'],
  ['hop/buffered', 'server/two-answers', 'opens', 'pongIsMissing', 'hopIsNamed', 'httpBehindSwitch'],
];

test.each(contradictions)('not %s but %s is told first', (not, but, ...signs) => {
  const told = conclude(failureRows, new Set(inCompany(signs)), contrarySigns).map(({ row }) => row.id);
  expect(told[0]).toBe(but);
  expect(told).not.toContain(not);
});

/** Statuses that say nothing more of why a hop answers by itself. */
const refusedByHop: readonly number[] = [200, 400, 406, 407, 408, 410, 411, 422, 428, 500, 501, 511];

/** All but those that come with other signs: of a 101, and of a redirect. */
const refusals = toldStatuses.filter((status) => status === 200 || status >= 400);

describe('what is told beside others', () => {
  const told = (...signs: readonly FailureSign[]) =>
    conclude(failureRows, new Set(signs), contrarySigns).map(({ row, confidence }) => [row.id, confidence]);

  test('a frame that is lost comes behind what is less sure', () => {
    expect(told('opens', 'pongComes', 'earlyFrameIsLost', 'idleEndsWithoutClose')).toEqual([
      ['hop/idle-timeout', 'likely'],
      ['server/idle-timeout', 'possible'],
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
