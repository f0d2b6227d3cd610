import {
  diagnoseFailure,
  type ErrorText,
  nameNextCommand,
  type Observation,
  quoteBrowser,
  tellWords,
} from '../../diagnosis/index.ts';
import { buildDoctorReport } from '../../doctor/report.ts';
import { renderConclusion } from '../../doctor/text.ts';
import { hashes } from '../../sha1.ts';
import { version } from '../../version.ts';
import { visible } from '../terminal.ts';
import type { Page } from './explain-page.ts';

/** Prints what follows from what was pasted: what may be wrong, how sure that is, why, and what mends it. */
export function explainFailure(observation: Observation, { print, paint, hider }: Page): void {
  const diagnoses = diagnoseFailure(observation, hashes);
  if (diagnoses.length === 0) return;
  const found = { url: '', steps: [], diagnoses, difference: null, connections: 0, observation };
  const browser = quoteBrowser(observation, hashes);
  const report = buildDoctorReport(found, {
    version,
    browser,
    unmet: [],
    hider,
  });
  print(renderConclusion(report, paint, false).trimEnd());
}

/** Prints what the words of an error mean, what may cause it, and what to run next. */
export function explainWords(words: ErrorText, observation: Observation, page: Page): void {
  for (const sentence of tellWords(words)) page.print(visible(sentence));
  explainFailure(observation, page);
  page.printHidden(`\nNext: ${visible(nameNextCommand(words, observation.asked, page.hider))}`);
}
