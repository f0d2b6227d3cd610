import type { FailureSign } from '../knowledge/failure-sign.ts';

/** Signs, and for each what shows it: a sentence without its full stop, or null where the sign says it all. */
export type SignSet = ReadonlyMap<FailureSign, string | null>;

/** Signs with the same evidence; none where the condition does not hold. */
export function signsIf(
  holds: boolean | undefined,
  evidence: string | null,
  ...signs: readonly FailureSign[]
): readonly (readonly [FailureSign, string | null])[] {
  return holds ? signs.map((sign) => [sign, evidence] as const) : [];
}

export type Sign = readonly [FailureSign, string | null];
