import type { Contraries } from './conclude.ts';
import { type FailureSign, mendingSigns, shorteningSigns } from './failure-sign.ts';

/** A claim, and each sign that speaks against it. */
const against = (claim: FailureSign, ...others: readonly FailureSign[]): Contraries<FailureSign> =>
  others.map((other) => [claim, other]);

/** What comes of a port that does not speak HTTP in the clear. */
const elsewhere = [
  'staysSilent',
  'closesUnasked',
  'portSpeaksTls',
  'replyIsTlsAlert',
  'replyIsNoHttp',
] as const;

/** Pairs of signs that exclude each other: what is told by one of a pair alone is not certain where the other was seen. */
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
  ...mendingSigns.flatMap((sign) => against(sign, 'opensAgain')),
  // The same hop, asked elsewhere, lets the request pass.
  ...against('opensThroughHop', 'hopAnswers', 'hopIsNamed', 'envoyAnswers', 'cloudflareAnswers'),
];
