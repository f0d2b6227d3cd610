import type { ClauseId } from '../../models/clauses.ts';
import { browserOverHttp2 } from '../knowledge/browser-http2.ts';
import { type Conclusion, type Confidence, conclude, type Place } from '../knowledge/conclude.ts';
import { contrarySigns } from '../knowledge/contrary-sign.ts';
import { type FailureId, failureRows } from '../knowledge/failure.ts';
import type { FailureSign } from '../knowledge/failure-sign.ts';
import type { Hashes } from './accept-sign.ts';
import { readAnswer } from './answer.ts';
import { readAnswerSigns } from './answer-sign.ts';
import { readContrastSigns } from './contrast-sign.ts';
import { explainReply } from './explain-reply.ts';
import { readAskedSigns, readFrameSigns, readIdleSigns } from './frame-sign.ts';
import { readNetworkSigns } from './network-sign.ts';
import type { Observation } from './observation.ts';
import { recogniseProducts } from './product.ts';
import { findRemedies } from './remedy.ts';
import { signDescriptions } from './sign-description.ts';
import type { SignSet } from './sign-set.ts';

/** What is wrong, where, how sure that is and by which evidence, and what mends it. */
export interface Diagnosis {
  readonly id: FailureId;
  readonly confidence: Confidence;
  readonly where: Place | null;
  readonly title: string;
  /** What was seen, in sentences without their full stop. */
  readonly evidence: readonly string[];
  /** What mends it: words that hold for every product, and lines of configuration for those that were recognised. */
  readonly fixes: readonly { readonly product: string | null; readonly text: string }[];
  readonly clause?: ClauseId;
  /** Whether it is no fault, and only of interest to who compares implementations; left out where it is not so. */
  readonly interop?: true;
}

/** Every sign that an observation shows, with its evidence; the first evidence of a sign counts. */
export function readFailureSigns(seen: Observation, hashes: Hashes): SignSet {
  const { asked, opening, frames, idle, words = [] } = seen;
  const answer = opening && readAnswer(opening, hashes.sha1);
  const all = [
    ...readAskedSigns(asked),
    ...readNetworkSigns(seen),
    ...(opening && answer ? readAnswerSigns(opening, answer, asked) : []),
    ...readContrastSigns(seen, hashes.sha1),
    ...(frames ? readFrameSigns(frames) : []),
    ...(idle ? readIdleSigns(idle) : []),
    ...words.map((sign) => [sign, null] as const),
  ];
  const signs = new Map<FailureSign, string | null>();
  for (const [sign, evidence] of all) if (!signs.has(sign)) signs.set(sign, evidence);
  return signs;
}

/** What leaves open whether browsers get through. */
const doubts = [
  'extendedConnectIsUntried',
  'extendedConnectIsInDoubt',
  'browserIsInDoubt',
  'failsWithOrigin',
  'secondFails',
  'closesForAnother',
  'commonNameIsUnverified',
] as const;

/** It is well for certain only where all was tried that browsers may do, and nothing of it was refused. */
function tellHealthy(signs: SignSet, { opening }: Observation): Diagnosis {
  const evidence = [
    ...doubts.filter((sign) => signs.has(sign)).map((sign) => signs.get(sign) ?? signDescriptions[sign]),
    ...(opening?.request.length === 0
      ? ['the request is not known, nor whether the reply fits its key']
      : []),
  ];
  return evidence.length === 0 ? healthy : { ...healthy, confidence: 'likely', evidence };
}

const healthy: Diagnosis = {
  id: 'healthy',
  confidence: 'certain',
  where: null,
  title: 'The handshake works',
  evidence: [],
  fixes: [],
};

/**
 * What follows from an observation: the surest diagnosis first; none where nothing that was seen tells anything.
 *
 * @param hashes as the platform has them
 */
export function diagnoseFailure(seen: Observation, hashes: Hashes): readonly Diagnosis[] {
  const signs = readFailureSigns(seen, hashes);
  const products = nameProducts(seen, hashes);
  const concluded = conclude(failureRows, new Set(signs.keys()), contrarySigns).map((conclusion) =>
    tell(conclusion, signs, products, seen, hashes),
  );
  const isUsed = seen.frames === undefined || signs.has('pongComes');
  const isWell = signs.has('opens') && isUsed && concluded.every(({ id }) => isAside(id));
  if (!isWell) return concluded;
  const strict = concluded.filter(({ id }) => id === 'client/strictness');
  const others = concluded.filter(({ id }) => id !== 'client/strictness');
  return strict.length > 0 ? [...strict, ...others] : [tellHealthy(signs, seen), ...others];
}

/** A diagnosis in one paragraph: what is wrong, how sure that is and why, and what mends it. */
export function tellDiagnosis({ title, confidence, evidence, fixes }: Diagnosis): string {
  const why = evidence.length === 0 ? '' : `: ${evidence.join('; ')}`;
  const general = fixes.find(({ product }) => product === null)?.text ?? '';
  return `${title} (${confidence})${why}. ${general}`.trim();
}

function isAside(id: FailureId): boolean {
  return asides.has(id);
}

const asides: ReadonlySet<string> = new Set(
  failureRows.filter((row) => 'isAside' in row && row.isAside).map(({ id }) => id),
);

function tell(
  { row, confidence, signs: grounds, against }: Conclusion<(typeof failureRows)[number]>,
  signs: SignSet,
  products: readonly string[],
  seen: Observation,
  hashes: Hashes,
): Diagnosis {
  const { id, where, title } = row;
  const all = Object.keys(signDescriptions) as FailureSign[]; // Object.keys forgets the keys
  const tellSign = (sign: FailureSign) => signs.get(sign) ?? signDescriptions[sign];
  const evidence = all.filter((sign) => grounds.includes(sign)).map(tellSign);
  const contrary = all.filter((sign) => against.includes(sign)).map((sign) => `but ${tellSign(sign)}`);
  const more = explainMore(id, seen, hashes);
  return {
    id,
    confidence,
    where,
    title,
    evidence: [...new Set([...evidence, ...contrary, ...(more === null ? [] : [more])])],
    fixes: findRemedies(id, products),
    ...('clause' in row ? { clause: row.clause } : {}),
    ...('isInterop' in row ? { interop: row.isInterop } : {}),
  };
}

/** What is known of a failure besides its signs. */
function explainMore(id: FailureId, seen: Observation, hashes: Hashes): string | null {
  const { browser } = seen.asked;
  if (id === 'server/accept-wrong') return explainAccept(seen, hashes);
  return id === 'hop/h2-connect-unkept' && browser !== undefined ? browserOverHttp2[browser] : null;
}

/** By which recipe a wrong accept value was made, where it is a known one. */
function explainAccept({ opening, contrasts = [] }: Observation, hashes: Hashes): string | null {
  const wrong = [opening, ...contrasts.map(({ exchange }) => exchange)].find(
    (each) => each && readAnswer(each, hashes.sha1).guard === 'acceptIsWrong',
  );
  if (!wrong) return null;
  const { reply } = readAnswer(wrong, hashes.sha1);
  const [, key = ''] = /^sec-websocket-key:[ \t]*(\S*)/im.exec(new TextDecoder().decode(wrong.request)) ?? [];
  const cause = reply && explainReply(key, reply, hashes);
  return cause === null ? null : cause.replace(/\.$/, '');
}

/** The products that were recognised in any answer, those of the opening first. */
function nameProducts({ opening, contrasts = [], direct }: Observation, hashes: Hashes): readonly string[] {
  const exchanges = [opening, ...contrasts.map(({ exchange }) => exchange), direct?.opening];
  const names = exchanges.flatMap((exchange) => {
    const answer = exchange && readAnswer(exchange, hashes.sha1);
    if (!answer?.reply) return [];
    const { status, fields } = answer.reply;
    return recogniseProducts({ status, fields, body: answer.body }).map(({ name }) => name);
  });
  return [...new Set(names)];
}
