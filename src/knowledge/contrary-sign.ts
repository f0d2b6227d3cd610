import type { Contraries, Place } from './conclude.ts';
import type { FailureId } from './failure.ts';
import { type FailureSign, mendingSigns, shorteningSigns } from './failure-sign.ts';

type Claim = FailureSign | Place | Exclude<FailureId, 'healthy'>;

/** A claim, and each sign that speaks against it. */
const against = (claim: Claim, ...others: readonly FailureSign[]): Contraries<FailureSign> =>
  others.map((other) => [claim, other]);

/** A claim, and each sign that shows another cause which would look the same. */
const doubting = (claim: Claim, ...others: readonly FailureSign[]): Contraries<FailureSign> =>
  others.map((other) => [claim, other, 'likely']);

/** What comes of a port that does not speak HTTP in the clear. */
const elsewhere = [
  'staysSilent',
  'closesUnasked',
  'portSpeaksTls',
  'replyIsTlsAlert',
  'replyIsNoHttp',
] as const;

/** What speaks against what: nothing is certain against which something was seen in the same run. */
export const contrarySigns: Contraries<FailureSign> = [
  // Who answers a plain request reads what is sent in the clear, and speaks HTTP.
  ...elsewhere.flatMap((sign) => against(sign, 'plainGetIsAnswered')),
  // Who answers an opening with a change takes upgrades, and neither is silent nor ends whatever comes.
  ...against('changedOpeningIsAnswered', 'staysSilent', 'endsWithoutReply', 'resetsWithoutReply'),
  // Who refuses one at another path listens to upgrades, whatever it does at this one.
  ...against('openingElsewhereIsAnswered', 'longGetIsAnswered'),
  // It is the number of octets, or what they say.
  ...against('fewerOctetsAreAnswered', 'answersAsManyOctets'),
  ...shorteningSigns.flatMap((sign) => against(sign, 'failsWithAsManyOctets')),
  // What opens unchanged, at another time, was not mended by a change.
  ...mendingSigns.flatMap((sign) => against(sign, 'opensAgain', 'changeFailsAgain')),
  // What any request may get, or what may have been by chance, does not tell what it was for.
  ...mendingSigns.flatMap((sign) => doubting(sign, 'failsByFault', 'isUnsettled')),
  ...doubting('server/large-head', 'failsByFault'),
  // The same hop, asked elsewhere, lets the request pass.
  ...against('opensThroughHop', 'hopAnswers', 'hopIsNamed', 'envoyAnswers', 'cloudflareAnswers'),
  // Who answers one opening of several does not close whatever connects.
  ...against('network/closed-at-once', 'changedOpeningIsAnswered', ...mendingSigns),
  // Where the same succeeds nearer to the application, or at another time, it is not for the server alone that it fails.
  ...doubting('server', 'opensDirectly', 'differsAgain', 'isTriedOnce'),
  ...doubting('application', 'opensDirectly', 'differsAgain', 'isTriedOnce'),
  ...doubting('hop', 'differsAgain', 'isTriedOnce'),
  // What a proxy has passed on may have lost its upgrade.
  ...doubting('server/no-handler', 'hopIsNamed'),
  ...doubting('server/spa-fallback', 'hopIsNamed'),
  // Who answers a plain GET otherwise has a route, and what is behind it is up.
  ...against('hop/route-missing', 'plainGetDiffers'),
  ...against('hop/backend-down', 'plainGetDiffers'),
  ...doubting('hop/cdn-origin', 'plainGetDiffers'),
  // What a plain GET gets too is not for the upgrade, or for what comes with it.
  ...doubting('hop/envoy-upgrade-off', 'plainGetIsSame'),
  ...doubting('server/key', 'plainGetIsSame'),
  ...doubting('server/version', 'plainGetIsSame'),
  // A proxy that reads frames may be what ends the connection.
  ...doubting('server/closed-on-ping', 'hopIsNamed'),
  // What is asked over HTTP/2 is asked by a ping as well, which no page of a browser sends.
  ...against('extendedConnectIsOfNoUse', 'closesForPing'),
  // Envoy denies by rules as well.
  ...against('hop/denied', 'envoyAnswers'),
  // A connection over HTTP/2 may have been one too many, or have failed by chance.
  ...doubting('hop/h2-connect-unkept', 'secondFails', 'extendedConnectOpensAgain'),
  // What opens another time opens over HTTP/1.1.
  ...against('hop/h2-alone-opens', 'failsByTurns'),
  // A credential that makes no difference may be none.
  ...doubting('server/credential-refused', 'failsTheSameWithoutCredential'),
  // What a reply says of itself is no matter of its path.
  ...doubting('server/path', 'asksForCredentials', 'saysCredential', 'saysSubprotocol', 'saysOrigin'),
  ...doubting('server/path', 'saysKey', 'saysVersion', 'saysExtensions', 'saysTooLarge', 'saysHttp10'),
  ...doubting('server/path', 'saysUpgradeIsMissing'),
  // The silence may be that of a proxy which has reached nobody.
  ...doubting('isTunnelled', 'staysSilent', 'endsWithoutReply', 'resetsWithoutReply', 'closesUnasked'),
  ...doubting('isTunnelled', 'helloIsUnanswered', 'handshakeIsCut'),
];
