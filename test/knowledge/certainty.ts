import { signDescriptions } from '../../src/diagnosis/sign-description.ts';
import { conclude, confidences, type FailureRow, findContraries } from '../../src/knowledge/conclude.ts';
import { contrarySigns } from '../../src/knowledge/contrary-sign.ts';
import { failureRows } from '../../src/knowledge/failure.ts';

const rankOf = (confidence: (typeof confidences)[number]) => confidences.indexOf(confidence);

const allSigns: ReadonlySet<string> = new Set(Object.keys(signDescriptions));

/** What speaks against a row that is told by some signs, and how sure each leaves it. */
const listContraries = (row: FailureRow, signs: readonly string[]): ReadonlyMap<string, string> =>
  new Map(findContraries(row, signs, allSigns, contrarySigns).map(({ sign, leaves }) => [sign, leaves]));

/**
 * What is told in spite of a sign: to what follows from some signs each sign is added that excludes a diagnosis, or one of
 * the signs by which it is told. It has to be less sure then, or to be told by others.
 *
 * @param id a diagnosis; left out, each
 */
export function findFalseCertainties(seen: ReadonlySet<string>, id?: string): readonly string[] {
  return failureRows.flatMap((row) => {
    const [before] = id === undefined || row.id === id ? conclude([row], seen, contrarySigns) : [];
    if (!before) return [];
    const excluding: readonly string[] = 'excludes' in row ? row.excludes : [];
    const contraries = listContraries(row, before.signs);
    return [...excluding, ...contraries.keys()].flatMap((sign) => {
      const [after] = conclude([row], new Set([...seen, sign]), contrarySigns);
      const isOther = after !== undefined && !listContraries(row, after.signs).has(sign);
      const isLower =
        after?.confidence === 'possible' ||
        (after?.confidence === 'likely' && contraries.get(sign) === 'likely') ||
        rankOf(after?.confidence ?? 'certain') > rankOf(before.confidence);
      const isLawful = !after || (!excluding.includes(sign) && (isOther || isLower));
      return isLawful ? [] : [`${row.id} (${after.confidence}) in spite of ${sign}`];
    });
  });
}

/** What no run may tell for certain beside a sign, in words of its own: nothing of it is taken from the pairs. */
const laws: readonly (readonly [sign: string, told: RegExp])[] = [
  ['opensDirectly', /(?:server|application)$/],
  ['plainGetDiffers', /^hop\/(?:route-missing|backend-down|cdn-origin) /],
  ['plainGetIsSame', /^(?:hop\/envoy-upgrade-off|server\/key|server\/version) /],
  ['hopIsNamed', /^server\/(?:no-handler|spa-fallback) .*(?<!failsDirectly.*)$/],
  ['secondFails', /^hop\/h2-connect-unkept /],
];

/** What is told for certain of some signs with one more, beside which it may not be. */
export function findBrokenLaws(seen: ReadonlySet<string>): readonly string[] {
  return laws.flatMap(([sign, law]) =>
    conclude(failureRows, new Set([...seen, sign]), contrarySigns)
      .filter(({ confidence }) => confidence === 'certain')
      .map(({ row, signs }) => `${row.id} by ${signs.join()} in spite of ${sign} in ${row.where}`)
      .filter((told) => law.test(told)),
  );
}
