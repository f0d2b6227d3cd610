import type { Phrase } from '../../judge/seen/phrase.ts';
import { describePhrase } from '../phrase.ts';

/** What is noted of a target that drops openings. */
export function titleOfDropped(dropped: Phrase): string {
  return `The connection was ended or reset without a reply ${describePhrase(dropped)}.`;
}
