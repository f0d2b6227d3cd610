import { failureRows } from '../failure.ts';
import { generalRemedies } from './general.ts';
import { hopRemedies } from './hop.ts';
import type { ConfigurationLanguage, FixableId, MendedProduct } from './mend.ts';
import { serverRemedies } from './server.ts';
import { tlsRemedies } from './tls.ts';

/** What mends a failure. */
export interface Remedy {
  readonly id: FixableId;
  /** The product that it is for; null where it holds for any. */
  readonly product: MendedProduct | null;
  /** Lines of configuration, or a sentence or two. */
  readonly text: string;
  readonly isConfiguration: boolean;
  /** Whether a test of this project runs these very lines. */
  readonly ran: boolean;
  /** What the lines are written in; left out where there are none. */
  readonly language?: ConfigurationLanguage;
}

/** What mends each failure, in the order of the failures: the general words first, then what holds for one product. */
export const remedies: readonly Remedy[] = failureRows.flatMap(({ id }): readonly Remedy[] => {
  const own = [tlsRemedies, hopRemedies, serverRemedies].flatMap((register) => register[id] ?? []);
  return [
    { id, product: null, text: generalRemedies[id], isConfiguration: false, ran: false },
    ...own.map(({ product, text, language, ran = false }) => ({
      id,
      product,
      text,
      ran,
      isConfiguration: language !== undefined,
      ...(language === undefined ? {} : { language }),
    })),
  ];
});
