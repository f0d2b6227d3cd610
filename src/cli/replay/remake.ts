import { clauses, isClauseId, locateClause, sourceOf } from '../../../models/clauses.ts';
import { writeScript as writeServer } from '../../verify/client/exhibit.ts';
import { readTarget } from '../../verify/judge/target.ts';
import type { Finding, Flaky, Report, SentRequest } from '../../verify/report/report.ts';
import { writeScript as writeRequests } from '../../verify/server/exhibit.ts';
import { giveAgain, type ReplayableRun, tellReplay } from './replay-command.ts';

/** Where a finding was read: its file, and what this says of the run. */
export interface FindingOrigin extends ReplayableRun {
  readonly file: string;
}

/**
 * A report as somebody else may have written it, with all that follows from its clauses and octets made anew: no text, link,
 * script or command of theirs passes for one of ours.
 */
export function remakeReport(report: Report, file: string): Report {
  return {
    ...report,
    clauses: report.clauses.map(tellSource),
    choices: report.choices.map(tellSource),
    findings: report.findings.map((finding) => remakeFinding(finding, { ...report, file })),
    ...(report.flaky
      ? { flaky: report.flaky.map((each) => ({ ...missing, ...each, ...tellClause(each) })) }
      : {}),
  };
}

/** The same for one finding. Whether it has a script its run knew; which one follows from its octets. */
export function remakeFinding({ url: _, reproduction, ...finding }: Finding, origin: FindingOrigin): Finding {
  const { clause } = finding;
  const url = locateClause(clause);
  const script = reproduction === undefined ? null : writeScript(finding, origin);
  return {
    ...missing,
    ...finding,
    ...tellClause(finding),
    ...(url === undefined ? {} : { url }),
    ...(script === null ? {} : { reproduction: script }),
    replay: tellReplay(origin.file, clause, origin),
  };
}

/** What a finding that was written by hand may lack. */
const missing = { title: 'A finding without a title', expected: '', observed: '', tags: [] };

/** A clause that this version does not know keeps its id, and nothing counts it. */
function tellSource<R extends { readonly id: string; readonly source: string }>(result: R): R {
  return isClauseId(result.id) ? { ...result, source: sourceOf(result.id) } : result;
}

function tellClause({ clause }: Pick<Flaky, 'clause'>): Pick<Flaky, 'source' | 'rule'> & { rule: string } {
  return { source: sourceOf(clause), rule: clauses[clause].summary };
}

/** Null where it does not follow from what is known. */
function writeScript(finding: Finding, { mode, target, declared }: FindingOrigin): string | null {
  const { after } = finding;
  if (mode === 'client') {
    const [shown, before] = [readReply(finding), after ? readReply(after) : null];
    return shown && (before || !after) ? writeServer(shown, before) : null;
  }
  const read = readTarget(target, {});
  if (!read.ok) return null;
  const isSecret = giveAgain({ declared }).length > 0;
  const shown = { ...readRequest(finding), clause: finding.clause, hint: finding.hint };
  return writeRequests(shown, after ? readRequest(after) : null, read.value, isSecret);
}

function readReply({ response, recipe }: SentRequest) {
  return recipe ? { response: decode(response), recipe } : null;
}

function readRequest({ request, behind, pieces, rest, recipe }: SentRequest) {
  return {
    request: decode(request),
    ...(pieces === undefined ? {} : { pieces }),
    ...(rest === undefined ? {} : { rest }),
    ...(behind === undefined ? {} : { behind: decode(behind) }),
    ...(recipe === undefined ? {} : { recipe }),
  };
}

function decode(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}
