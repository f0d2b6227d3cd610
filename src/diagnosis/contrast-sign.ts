import type { FailureSign } from '../knowledge/failure-sign.ts';
import type { Sha1 } from '../wire/index.ts';
import { type AnswerRead, areAlike, describeAnswer, readAnswer } from './answer.ts';
import { describeUse, findFlaws, isOfUse } from './flaw.ts';
import type { Asked, ContrastSeen, ExchangeSeen, FramesSeen, Observation } from './observation.ts';
import { recogniseProducts } from './product.ts';
import { isDenied, isForContent } from './refusal.ts';
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
  { asked, opening, contrasts = [], browserDoubt, frames, isTriedOnce, direct }: Observation,
  sha1: Sha1,
): readonly Sign[] {
  if (!opening) return [];
  const answer = readAnswer(opening, sha1);
  const compared = contrasts
    .filter(({ exchange }) => exchange.unreached === null)
    .map((contrast) => ({ contrast, answer: readAnswer(contrast.exchange, sha1) }));
  return [
    ...compared.flatMap((each) => (answer.opens ? readBroken(each) : readMended(each, asked))),
    ...(answer.opens ? [] : readSame(answer, compared, asked)),
    ...(answer.opens ? [] : readUnanswered(answer, opening, compared)),
    ...compared.flatMap((each) => readAgain(each, findFlaws(answer, frames))),
    ...signsIf(isTriedOnce, null, 'isTriedOnce'),
    ...signsIf(browserDoubt !== undefined, browserDoubt ?? null, 'browserIsInDoubt'),
    ...(direct ? readDirect(answer, { opening, frames }, direct, sha1) : []),
  ];
}

/** Whether a 101 with something wrong gets another answer when it is asked for again. */
function readAgain({ contrast, answer }: Compared, flaws: readonly Sign[]): readonly Sign[] {
  const { name, change, exchange, frames } = contrast;
  const list = (signs: readonly Sign[]) => signs.map(([sign]) => sign).join();
  const isOther = name === 'switchAgain' && list(findFlaws(answer, frames)) !== list(flaws);
  return signsIf(
    isOther,
    `the same request ${change} gets ${describeUse(answer, exchange, frames)}`,
    'differsAgain',
  );
}

function readMended({ contrast, answer }: Compared, asked: Asked): readonly Sign[] {
  const { name, change } = contrast;
  const sign = mending[name];
  if (!answer.opens || sign === undefined) return [];
  const isOtherOrigin = asked.origin !== null && sign === 'opensWithOrigin';
  return [[isOtherOrigin ? 'opensWithOtherOrigin' : sign, `the same request ${change} opens the connection`]];
}

function readBroken({ contrast, answer }: Compared): readonly Sign[] {
  const { name, change, exchange } = contrast;
  if (name === 'another') return readLimit(contrast, answer);
  const sign = breaking[name];
  // A 101 with something wrong in it is not for the one thing that was changed.
  const isFlawed = answer.reply?.status === 101 && name !== 'asBrowser';
  if (answer.opens || isFlawed || !isForContent(answer) || sign === undefined) return [];
  return [[sign, `the same request ${change} gets ${describeUse(answer, exchange)}`]];
}

/** Whether a hop has refused one connection too many. */
function readLimit({ change, exchange }: ContrastSeen, answer: AnswerRead): readonly Sign[] {
  const { reply, body } = answer;
  if (!reply) return [];
  const { status, fields } = reply;
  const isOfHop = recogniseProducts({ status, fields, body }).some(
    ({ role, isOwnPage }) => role !== 'server' && isOwnPage,
  );
  const told = `the same request ${change} gets ${describeAnswer(answer, exchange)}`;
  return [
    ...signsIf(status === 429 || (status === 503 && isOfHop), told, 'limitIsReached'),
    ...signsIf(isDenied(answer), told, 'secondIsDenied'),
  ];
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
