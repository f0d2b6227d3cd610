// Prints each finding of a JSON report as an annotation of GitHub's: an error for a MUST, a warning for a SHOULD. What
// is waived is left out; of `doctor` it is the first diagnosis. With a baseline, findings that stand there too are left
// out, clauses that pass now are told, and the exit code is 1 only where a finding of the level is new.
//
// node scripts/annotate.mjs <report.json> [<baseline.json> [must|should]]
import { readFileSync } from 'node:fs';
import { writeAnnotation } from '../dist/src/quote/annotation.js';
import { compareWithBaseline, leaveOutKnown } from '../dist/src/verify/report/compare/baseline.js';
import { isFailure } from '../dist/src/verify/report/report.js';

const [path, baselinePath, level = 'must'] = process.argv.slice(2);
if (path === undefined)
  throw new Error('usage: node scripts/annotate.mjs <report.json> [<baseline.json> [must|should]]');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const report = read(path);

const annotate = (kind, title, lines) => console.log(writeAnnotation(kind, title, lines));

if (report.mode === 'doctor') {
  const [first] = report.diagnoses;
  if (first && first.id !== 'healthy') {
    const kind = first.confidence === 'possible' ? 'warning' : 'error';
    annotate(kind, first.id, [`${first.title} (${first.confidence})`, ...first.evidence]);
  }
} else {
  const baseline = baselinePath === undefined ? null : read(baselinePath);
  const { findings } = baseline === null ? report : leaveOutKnown(report, baseline);
  for (const finding of findings) {
    const { waived, level, source, clause, title, expected, observed, replay } = finding;
    if (waived !== undefined) continue;
    const lines = [title, `expected: ${expected}`, `observed: ${observed}`, replay];
    annotate(isFailure(finding) ? 'error' : 'warning', `${level} ${source} ${clause}`, lines);
  }
  if (baseline !== null) {
    const { added, passing } = compareWithBaseline(report, baseline, level);
    for (const clause of passing) annotate('notice', clause, ['passes now, and did not before']);
    process.exitCode = added.length > 0 ? 1 : 0;
  }
}
