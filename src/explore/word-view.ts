import { openHider } from '../auth/hider.ts';
import { nameNextCommand, readPasted, tellWords } from '../diagnosis/index.ts';
import { viewCauses } from './cause-view.ts';
import type { CausesView } from './view.ts';

/** What a page shows of the words of an error. */
export interface WordView extends CausesView {
  /** Whose words they are, and what they mean, in sentences. */
  readonly told: readonly string[];
  /** The command to run next. */
  readonly next: string;
}

/** What the words of an error mean that a text has in the place of a message; null where it has none. */
export function viewWords(text: string): WordView | null {
  // A reply that cannot be read is one all the same.
  if (/^\s*HTTP\//.test(text)) return null;
  const read = readPasted(new TextEncoder().encode(text));
  if ('problem' in read || read.words === null || read.paste !== null) return null;
  const { words, observation } = read;
  return {
    ...viewCauses(observation),
    told: tellWords(words),
    next: nameNextCommand(words, observation.asked, openHider),
  };
}
