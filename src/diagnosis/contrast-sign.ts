import type { FailureSign } from '../knowledge/failure-sign.ts';
import type { Sha1 } from '../wire/index.ts';
import { type AnswerRead, areAlike, describeAnswer, readAnswer } from './answer.ts';
import { describeUse, findFlaws, isOfUse } from './flaw.ts';
import type { Asked, ContrastSeen, ExchangeSeen, FramesSeen, Observation } from './observation.ts';
import { recogniseProducts } from './product.ts';
import { isForContent, isOfFault } from './refusal.ts';
import { type Sign, signsIf } from './sign-set.ts';

/** A contrast, and what came of it. */
interface Compared {
  readonly contrast: ContrastSeen;
  readonly answer: AnswerRead;
}

/** What a change is said to show where the opening fails, and the same with the change succeeds. */
const mending: Readonly<Partial<Record<ContrastSeen['name'], FailureSign>>> = {
  withoutOrigin: 'opensWithoutOrigin',
  withOwnOrigin: 'opensWithOrigin',
  withSubprotocol: 'opensWithSubprotocol',
  withoutSubprotocol: 'opensWithoutSubprotocol',
  withoutExtensions: 'opensWithoutExtensions',
  asBrowser: 'opensAsBrowser',
  asProgram: 'opensAsProgram',
  connectionList: 'opensWithConnectionList',
  connectionAlone: 'opensWithConnectionAlone',
  withSlash: 'opensWithSlash',
  otherPath: 'opensOnOtherPath',
  enginePath: 'opensOnEnginePath',
  again: 'opensAgain',
  withoutCredential: 'opensWithoutCredential',
  moreOctets: 'opensWithMoreOctets',
};

/** The same where the opening succeeds, and the same with the change does not. */
const breaking: Readonly<Partial<Record<ContrastSeen['name'], FailureSign>>> = {
  connectionList: 'failsWithConnectionList',
  asBrowser: 'failsAsBrowser',
  withOwnOrigin: 'failsWithOrigin',
  withExtensions: 'failsWithExtensions',
};

/** What the same with one thing changed shows beside the opening. */
export function readContrastSigns(
  { asked, opening, contrasts = [], browserDoubt, frames, isTriedOnce, isUnsettled, direct }: Observation,
  sha1: Sha1,
): readonly Sign[] {
  if (!opening) return [];
  const answer = readAnswer(opening, sha1);
  const compared = contrasts
    .filter(({ exchange }) => exchange.unreached === null)
    .map((contrast) => ({ contrast, answer: readAnswer(contrast.exchange, sha1) }));
  const changed = answer.opens
    ? [...compared.flatMap(readBroken), ...readBeside(contrasts, sha1)]
    : [
        ...compared.flatMap((each) => readMended(each, asked)),
        ...readSame(answer, compared, asked),
        ...readUnanswered(answer, opening, compared),
      ];
  // Who is silent for the number of octets is so without any fault.
  const isOfOctets = opening.end === 'late' && changed.some(([sign]) => ofOctets.includes(sign));
  return [
    ...changed,
    ...compared.flatMap((each) => readAgain(each, findFlaws(answer, frames))),
    ...signsIf(
      !answer.opens && compared.length > 0 && isOfFault(answer) && !isOfOctets,
      null,
      'failsByFault',
    ),
    ...signsIf(isTriedOnce, null, 'isTriedOnce'),
    ...signsIf(isUnsettled, null, 'isUnsettled'),
    ...signsIf(browserDoubt !== undefined, browserDoubt ?? null, 'browserIsInDoubt'),
    ...(direct ? readDirect(answer, { opening, frames }, direct, sha1) : []),
  ];
}

/** What shows that it is for the number of octets that nothing is answered. */
const ofOctets: readonly FailureSign[] = [
  'longGetIsUnanswered',
  'failsWithAsManyOctets',
  'opensWithMoreOctets',
];

/** Whether a 101 with something wrong gets another answer when it is asked for again, or is well until a ping is sent. */
function readAgain({ contrast, answer }: Compared, flaws: readonly Sign[]): readonly Sign[] {
  const { name, change, exchange, frames } = contrast;
  const list = (signs: readonly Sign[]) => signs.map(([sign]) => sign).join();
  if (name !== 'switchAgain') return [];
  const isOther = list(findFlaws(answer, frames)) !== list(flaws);
  return [
    ...signsIf(
      isOther,
      `the same request ${change} gets ${describeUse(answer, exchange, frames)}`,
      'differsAgain',
    ),
    ...signsIf(!isOther && frames?.lastsUnasked, null, 'closesForPing'),
  ];
}

function readMended({ contrast, answer }: Compared, asked: Asked): readonly Sign[] {
  const { name, change, exchange } = contrast;
  if (name === 'changedAgain') {
    const told = `the same request ${change} gets ${describeUse(answer, exchange)}`;
    return signsIf(!answer.opens, told, 'changeFailsAgain', 'failsByTurns');
  }
  const sign = mending[name];
  if (!answer.opens || sign === undefined) return [];
  const isOtherOrigin = asked.origin !== null && sign === 'opensWithOrigin';
  const told = `the same request ${change} opens the connection`;
  return [
    [isOtherOrigin ? 'opensWithOtherOrigin' : sign, told],
    ...signsIf(name === 'again', told, 'failsByTurns'),
  ];
}

function readBroken({ contrast, answer }: Compared): readonly Sign[] {
  const { name, change, exchange } = contrast;
  const sign = breaking[name];
  // A 101 with something wrong in it is not for the one thing that was changed.
  const isFlawed = answer.reply?.status === 101 && name !== 'asBrowser';
  if (answer.opens || isFlawed || !isForContent(answer) || sign === undefined) return [];
  return [[sign, `the same request ${change} gets ${describeUse(answer, exchange)}`]];
}

/** What became of a connection beside the one that is open, which was tried once more where it failed. */
function readBeside(contrasts: readonly ContrastSeen[], sha1: Sha1): readonly Sign[] {
  const answers = contrasts
    .filter(({ name }) => name === 'another')
    .map((contrast) => ({ contrast, answer: readAnswer(contrast.exchange, sha1) }));
  const [first, again] = answers;
  if (!first) return [];
  const told = `the same request ${first.contrast.change} gets ${describeUse(first.answer, first.contrast.exchange)}`;
  const isEach = (is: (answer: AnswerRead) => boolean) =>
    again !== undefined && answers.every(({ answer }) => is(answer));
  const isFlawed = isEach(({ reply, guard }) => reply?.status === 101 && guard === first.answer.guard);
  return [
    ...signsIf(true, again?.answer.opens ? `${told}, but not when it is sent again` : told, 'secondFails'),
    ...signsIf(isEach(isOfLimit), told, 'limitIsReached'),
    ...signsIf(
      isEach(({ reply }) => reply?.status === 503),
      told,
      'secondIsBusy',
    ),
    ...(isFlawed ? findFlaws(first.answer).map(([sign]) => [sign, told] as const) : []),
  ];
}

/** Whether an answer says that one connection was too many: by its status, or as the page of a hop. */
function isOfLimit({ reply, body }: AnswerRead): boolean {
  const isOfHop = () =>
    reply !== null &&
    recogniseProducts({ ...reply, body }).some(({ role, isOwnPage }) => role !== 'server' && isOwnPage);
  return reply?.status === 429 || (reply?.status === 503 && isOfHop());
}

/** What made no difference, or another one than to open. */
function readSame(answer: AnswerRead, compared: readonly Compared[], asked: Asked): readonly Sign[] {
  const find = (...names: readonly ContrastSeen['name'][]) =>
    compared.find(({ contrast }) => names.includes(contrast.name));
  const isSame = (other: Compared | undefined) => other !== undefined && areAlike(answer, other.answer);
  const differs = (other: Compared | undefined) =>
    other !== undefined && !isSame(other) && !other.answer.opens && other.contrast.exchange.end !== 'late';
  const [plain, random, bare] = [find('plainGet'), find('randomPath'), find('withoutCredential')];
  const origins = compared.filter(({ contrast }) => ofOrigin.includes(contrast.name));
  const isEveryOrigin = origins.length > 0 && origins.every(isSame);
  const [origin] = origins;
  return [
    ...signsIf(isSame(plain), tellOf(plain), 'plainGetIsSame'),
    ...signsIf(differs(plain), tellOf(plain), 'plainGetDiffers'),
    ...signsIf(isSame(random), tellOf(random), 'randomPathIsSame'),
    ...signsIf(differs(random), tellOf(random), 'randomPathDiffers'),
    ...signsIf(isEveryOrigin, tellOf(origin), 'everyOriginIsSame'),
    ...signsIf(isSame(bare), tellOf(bare), 'failsTheSameWithoutCredential'),
    ...signsIf(bare !== undefined && !isSame(bare), tellOf(bare), 'differsWithoutCredential'),
    ...signsIf(asked.origin !== null, null, 'failsWithOrigin'),
    ...signsIf(
      asked.origin === null && origin !== undefined && !origin.answer.opens,
      null,
      'failsWithOrigin',
    ),
  ];
}

/** What of an opening to which nothing is replied depends on its being one, and what on the number of its octets. */
function readUnanswered(
  { reply }: AnswerRead,
  { request }: ExchangeSeen,
  compared: readonly Compared[],
): readonly Sign[] {
  const find = (name: ContrastSeen['name']) => compared.find(({ contrast }) => contrast.name === name);
  const [plain, long] = [find('plainGet'), find('longGet')];
  const [fewer, asMany] = [find('fewerOctets'), find('asManyOctets')];
  const isWithout = reply === null;
  const isAnswered = (other: Compared | undefined) => Boolean(other?.answer.reply);
  const isIgnored = (other: Compared | undefined) => other !== undefined && !other.answer.reply;
  const answered = compared.filter((other) => isAnswered(other) && !other.answer.opens);
  // A shorter one may be answered for that alone.
  const changed = answered.find(
    ({ contrast: { name, exchange } }) =>
      ![...withoutUpgrade, ...atOtherPaths].includes(name) &&
      exchange.request.length > request.length - muchShorter,
  );
  const elsewhere = answered.find(({ contrast }) => atOtherPaths.includes(contrast.name));
  return [
    ...signsIf(isWithout && isAnswered(plain), tellOf(plain), 'plainGetIsAnswered'),
    ...signsIf(isWithout && isIgnored(plain), tellOf(plain), 'plainGetIsUnanswered'),
    ...signsIf(isWithout && isAnswered(long), tellOf(long), 'longGetIsAnswered'),
    ...signsIf(isWithout && isAnswered(plain) && isIgnored(long), tellOf(long), 'longGetIsUnanswered'),
    ...signsIf(isWithout && isAnswered(fewer), tellOf(fewer), 'fewerOctetsAreAnswered'),
    ...signsIf(isWithout && changed !== undefined, tellOf(changed), 'changedOpeningIsAnswered'),
    ...signsIf(isWithout && elsewhere !== undefined, tellOf(elsewhere), 'openingElsewhereIsAnswered'),
    ...signsIf(isWithout && isAnswered(asMany), tellOf(asMany), 'answersAsManyOctets'),
    ...signsIf(asMany && !asMany.answer.opens, tellOf(asMany), 'failsWithAsManyOctets'),
  ];
}

/** The contrasts that are openings at other paths. */
const atOtherPaths: readonly ContrastSeen['name'][] = ['otherPath', 'enginePath', 'withSlash'];

/** The contrasts that are no openings. */
const withoutUpgrade: readonly ContrastSeen['name'][] = ['plainGet', 'longGet', 'randomPath'];

/** Octets by which a request may be shorter than the opening, and counts as one of its length. */
const muchShorter = 64;

/** What came of an opening with a change; null where it was not tried. */
function tellOf(other: Compared | undefined): string | null {
  if (!other) return null;
  const { contrast, answer } = other;
  return `the same request ${contrast.change} gets ${describeAnswer(answer, contrast.exchange)}`;
}

/** The contrasts that have another Origin, or one where there was none. */
const ofOrigin: readonly ContrastSeen['name'][] = ['withoutOrigin', 'withOwnOrigin', 'asBrowser'];

/** What the same shows that was asked nearer to the application. */
function readDirect(
  answer: AnswerRead,
  { opening, frames }: { readonly opening: ExchangeSeen; readonly frames: FramesSeen | undefined },
  direct: Observation,
  sha1: Sha1,
): readonly Sign[] {
  const url = direct.asked.uri === null ? 'directly' : `at ${direct.asked.uri.authority}`;
  if (!direct.opening || direct.opening.unreached !== null) {
    return signsIf(!answer.opens, `no connection succeeds ${url}`, 'isUnreachableDirectly');
  }
  const nearer = readAnswer(direct.opening, sha1);
  const told = `the request gets ${describeUse(nearer, direct.opening, direct.frames)} ${url}, and ${describeUse(answer, opening, frames)} here`;
  const isChosen = nearer.opens && nearer.facts?.subprotocol !== 'noneChosen';
  const isLost = answer.facts?.subprotocol === 'noneChosen' && isChosen;
  const isBetterThere = !isOfUse(answer, frames) && isOfUse(nearer, direct.frames);
  const isOpenThere = (!answer.opens && nearer.opens) || isBetterThere;
  const shared = hopsOf(answer).find((name) => hopsOf(nearer).includes(name));
  return [
    ...signsIf(isOpenThere, told, 'opensDirectly'),
    ...signsIf(
      isOpenThere && shared !== undefined,
      `${shared} also answers ${url}, where the request opens`,
      'opensThroughHop',
    ),
    ...signsIf(!answer.opens && !nearer.opens, told, 'failsDirectly'),
    ...signsIf(
      isLost,
      `the server chooses a subprotocol ${url}, but none here`,
      'choosesSubprotocolDirectly',
    ),
  ];
}

/** The products that may be a hop, of those that an answer shows. */
function hopsOf({ reply, body }: AnswerRead): readonly string[] {
  if (!reply) return [];
  const { status, fields } = reply;
  return recogniseProducts({ status, fields, body })
    .filter(({ role }) => role !== 'server')
    .map(({ name }) => name);
}
