import type { FailureId } from '../knowledge/failure.ts';
import { remedies } from '../knowledge/remedy/remedy.ts';

/** What to change, and at which product; null where it holds for any. */
export interface TellableRemedy {
  readonly product: string | null;
  /** Lines of configuration, or a sentence or two. */
  readonly text: string;
}

/** Products that take the lines of another. */
const sameLines: Readonly<Record<string, string>> = { OpenResty: 'nginx' };

/**
 * What mends a failure: the general words first, then the lines of products that were recognised, in their order.
 *
 * @param products names of `productNames`; no others are known, and there are no lines for them
 * @returns nothing where nothing has failed
 */
export function findRemedies(id: FailureId, products: readonly string[]): readonly TellableRemedy[] {
  const own = remedies.filter((remedy) => remedy.id === id);
  const names = new Set(products.map((name) => sameLines[name] ?? name));
  return [null, ...names].flatMap((name) =>
    own.filter(({ product }) => product === name).map(({ product, text }) => ({ product, text })),
  );
}
