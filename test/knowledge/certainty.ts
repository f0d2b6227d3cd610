import { conclude, confidences } from '../../src/knowledge/conclude.ts';
import { contrarySigns } from '../../src/knowledge/contrary-sign.ts';
import { failureRows } from '../../src/knowledge/failure.ts';

const rankOf = (confidence: (typeof confidences)[number]) => confidences.indexOf(confidence);

/** The signs that exclude one of some signs. */
const listContraries = (signs: readonly string[]): ReadonlySet<string> =>
  new Set(
    contrarySigns
      .flatMap(([one, other]) => [
        ...(signs.includes(one) ? [other] : []),
        ...(signs.includes(other) ? [one] : []),
      ])
      .filter((sign) => !signs.includes(sign)),
  );

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
    return [...excluding, ...listContraries(before.signs)].flatMap((sign) => {
      const [after] = conclude([row], new Set([...seen, sign]), contrarySigns);
      const isOther = after !== undefined && !listContraries(after.signs).has(sign);
      const isLower =
        after?.confidence === 'possible' ||
        rankOf(after?.confidence ?? 'certain') > rankOf(before.confidence);
      const isLawful = !after || (!excluding.includes(sign) && (isOther || isLower));
      return isLawful ? [] : [`${row.id} (${after.confidence}) in spite of ${sign}`];
    });
  });
}
