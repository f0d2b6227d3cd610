import { clauses, isClauseId, locateClause, sourceOf } from '../../models/clauses.ts';
import { offerOf } from '../arbitraries/index.ts';
import { quoteForShell } from '../quote/shell.ts';
import { sha1 } from '../sha1.ts';
import { isLastReply } from '../verify/client/replay.ts';
import { writeReproduction as writeServer } from '../verify/client/reproduction.ts';
import { readTarget } from '../verify/judge/target.ts';
import type { Finding, Flaky, Report, SentRequest } from '../verify/report/report.ts';
import { listSent } from '../verify/server/exhibit.ts';
import { askFor } from '../verify/server/replay.ts';
import { writeReproduction as writeRequests } from '../verify/server/reproduction.ts';
import { parseRequest } from '../wire/index.ts';

/** Where a finding was read: its file, and what this says of the run. */
export interface Origin extends Pick<Report, 'mode' | 'target' | 'declared'> {
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
export function remakeFinding({ url: _, reproduction, ...finding }: Finding, origin: Origin): Finding {
  const { clause } = finding;
  const url = locateClause(clause);
  const script = reproduction === undefined ? null : writeScript(finding, reproduction, origin);
  const { auth } = origin.declared;
  const again = `ws101 replay ${quoteForShell(origin.file)} --clause ${clause}`;
  return {
    ...missing,
    ...finding,
    ...tellClause(finding),
    ...(url === undefined ? {} : { url }),
    ...(script === null ? {} : { reproduction: script }),
    replay: auth === undefined ? again : `${again} --auth ${quoteForShell(askFor(auth))}`,
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

function writeScript(
  finding: SentRequest & Pick<Finding, 'after'>,
  given: string,
  origin: Origin,
): string | null {
  const { mode, target, declared } = origin;
  if (mode === 'client') {
    const request = parseRequest(decode(finding.request));
    const reply = decode(finding.response);
    const accept = request.ok ? offerOf(request.value, sha1).accept : '';
    // Whether the server ended the connection stands in the script alone.
    const both = [isLastReply(reply), !isLastReply(reply)].map((isLast) =>
      writeServer(reply, accept, isLast),
    );
    return both.find((script) => script === given) ?? both[0] ?? null;
  }
  const read = readTarget(target, {});
  if (!read.ok) return null;
  const isSecret = declared.auth !== undefined || (declared.header ?? []).length > 0;
  const sent = finding.after ? [finding.after, finding] : [finding];
  return writeRequests(read.value.uri, sent.map(decodeAll).map(listSent), isSecret);
}

function decodeAll({ request, response, behind, pieces, rest }: SentRequest) {
  return {
    ...{ request: decode(request), response: decode(response) },
    ...(pieces === undefined ? {} : { pieces }),
    ...(rest === undefined ? {} : { rest }),
    ...(behind === undefined ? {} : { behind: decode(behind) }),
  };
}

function decode(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}
