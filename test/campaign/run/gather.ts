import { type ClauseId, clauseIds } from '../../../models/clauses.ts';
import type { Broken, Finding, Report, SentRequest } from '../../../src/verify/index.ts';
import { isFailure } from '../../../src/verify/report/report.ts';
import type { CampaignRecipe, Launched } from '../campaign-recipe.ts';
import type { Result, ResultExchange, ResultFinding, Role, Verdict } from '../result.ts';
import { isPlainHead, isPublished, isPublishedExchange, withheld } from '../withheld.ts';
import { maskOctets, maskText } from './mask.ts';

/** What one run has shown. */
export interface Run {
  readonly seed: number;
  /** Whether only what is written down was played. */
  readonly isLiteral: boolean;
  readonly report: Report;
  readonly findings: readonly Shown[];
  /** Exchanges that may be published, each of which shows a clause kept. */
  readonly kept: ReadonlyMap<ClauseId, ResultExchange>;
}

/** A finding that may be published, as it is published, and as it was reported. */
export interface Shown {
  readonly published: Omit<ResultFinding, 'seeds' | 'literal' | 'replayed'>;
  readonly finding: Finding;
}

/** A finding that one of the runs has shown, and which of them have. */
export interface Gathered extends Shown {
  readonly report: Report;
  readonly seeds: readonly number[];
  readonly isLiteral: boolean;
  readonly isOfAll: boolean;
}

/** What of a report may be published. */
export function publish(
  { findings }: Report,
  { describe, ports }: Pick<Launched, 'describe' | 'ports'>,
  decidedBy?: CampaignRecipe['decidedBy'],
): readonly Shown[] {
  return findings.flatMap((finding) => {
    const { level, clause, also = [], tags } = finding;
    const told = describe(finding);
    const [sent, came, title] = [told.sent, told.came, finding.title].map((text) => maskText(text, ports));
    if (sent === undefined || came === undefined || title === undefined) return [];
    const whole = `${sent}; ${title}`;
    const octets = [finding.request, finding.response, finding.forwarded, finding.answered];
    const isPlain = octets.every((each = '') => isPlainHead(Buffer.from(each, 'base64')));
    if (!isPlain || !isPublished(clause, whole, came, tags)) return [];
    const decider = decidedBy?.(clause);
    const published = {
      ...{ level, clause, also: also.filter((each) => !withheld.has(each)).toSorted() },
      ...{ title, expected: maskText(finding.expected, ports), tags: tags.toSorted(), sent, came },
      ...maskExchange(finding, ports),
      ...(decider === undefined ? {} : { decidedBy: decider }),
    };
    return [{ published, finding }];
  });
}

/** An exchange that shows a clause kept, as it is published; null where it may not be. */
export function publishExchange(
  role: Role,
  exchange: SentRequest,
  broken: Broken,
  ports: readonly number[],
): ResultExchange | null {
  if (broken.some(({ clause, tags }) => withheld.has(clause) || tags.includes('smuggling'))) return null;
  if (!isPublishedExchange(role, exchange)) return null;
  return {
    ...maskExchange(exchange, ports),
    ...(exchange.behind === undefined ? {} : { behind: maskOctets(exchange.behind, ports) }),
  };
}

/** What is sent behind a reply stands with what is kept alone. */
function maskExchange(
  { request, response, forwarded, answered }: SentRequest,
  ports: readonly number[],
): Omit<ResultExchange, 'behind'> {
  return {
    ...{ request: maskOctets(request, ports), response: maskOctets(response, ports) },
    ...(forwarded === undefined ? {} : { forwarded: maskOctets(forwarded, ports) }),
    ...(answered === undefined ? {} : { answered: maskOctets(answered, ports) }),
  };
}

/** Of each clause that passed an exchange of the first run that has one; each exchange stands once. */
export function gatherKept(
  runs: readonly Pick<Run, 'kept'>[],
  verdicts: Result['verdicts'],
): Pick<Result, 'kept' | 'exchanges'> {
  const places = new Map<string, number>();
  const exchanges: ResultExchange[] = [];
  const place = (exchange: ResultExchange): number => {
    const key = JSON.stringify(exchange);
    const known = places.get(key) ?? exchanges.length;
    if (known === exchanges.length) exchanges.push(exchange);
    places.set(key, known);
    return known;
  };
  const passed = clauseIds.filter((id) => verdicts[id] === 'pass').toSorted();
  const kept = passed.flatMap((id) => {
    const exchange = runs.map((run) => run.kept.get(id)).find((each) => each !== undefined);
    return exchange === undefined ? [] : [[id, place(exchange)] as const]; // a pair
  });
  return { kept: Object.fromEntries(kept), exchanges };
}

const keyOf = ({ published: { level, clause } }: Shown) => JSON.stringify([clause, level]);
const titleOf = ({ published: { title } }: Shown) => title;

/** The findings of several runs, each once, by clause and title. The first run that shows one has its octets. */
export function gatherFindings(runs: readonly Run[]): readonly Gathered[] {
  const keys = new Set(runs.flatMap(({ findings }) => findings.map(keyOf)));
  return joinUnsteady(
    [...keys].toSorted().flatMap((key) => gatherAlike(runs, key)),
    runs,
  );
}

/** One defect that some runs tell under its first clause, and others under another that it breaks, is told once. */
function joinUnsteady(all: readonly Gathered[], runs: readonly Run[]): readonly Gathered[] {
  const leads = ({ published: { also } }: Gathered, { published: { clause }, isOfAll }: Gathered) =>
    !isOfAll && also.includes(clause);
  return all
    .filter((each) => !all.some((other) => leads(other, each)))
    .map((each) => {
      const led = all.filter((other) => leads(each, other));
      if (led.length === 0) return each;
      const same = [each, ...led];
      const isShown = ({ seed, isLiteral: literal }: Run) =>
        same.some(({ seeds, isLiteral }) => (literal ? isLiteral : seeds.includes(seed)));
      const seeds = runs.filter((run) => !run.isLiteral && isShown(run)).map(({ seed }) => seed);
      const isLiteral = same.some((other) => other.isLiteral);
      return { ...each, seeds, isLiteral, isOfAll: runs.every(isShown) };
    });
}

/**
 * The findings of one clause and level. One defect is told by another request where a run has met another first: unless
 * all runs show the same, the first stands for them all.
 */
function gatherAlike(runs: readonly Run[], key: string): readonly Gathered[] {
  const showing = runs.filter(({ findings }) => findings.some((each) => keyOf(each) === key));
  const alike = showing.map(({ findings }) => findings.filter((each) => keyOf(each) === key));
  const [first = []] = alike;
  const isSame = alike.every(
    (each) => JSON.stringify(each.map(titleOf)) === JSON.stringify(first.map(titleOf)),
  );
  const shown = isSame ? first.toSorted((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1)) : first.slice(0, 1);
  const seeds = showing.filter(({ isLiteral }) => !isLiteral).map(({ seed }) => seed);
  const isLiteral = showing.some((each) => each.isLiteral);
  const isOfAll = showing.length === runs.length;
  return shown.flatMap((each) => {
    const [run] = showing;
    return run === undefined ? [] : [{ ...each, report: run.report, seeds, isLiteral, isOfAll }];
  });
}

/** What is said of each clause that may be published: what no kept finding breaks passes only where no run has it broken. */
export function gatherVerdicts(
  runs: readonly Run[],
  kept: readonly Pick<Gathered, 'published' | 'report'>[],
): Readonly<Partial<Record<ClauseId, Verdict>>> {
  const reported = new Set(runs.flatMap(({ report }) => report.clauses.map(({ id }) => id)));
  const ids = clauseIds.filter((id) => reported.has(id) && !withheld.has(id));
  return Object.fromEntries(
    ids.toSorted().map((id) => {
      const broken = kept.flatMap((each) => breaks(each, id));
      if (broken.length > 0) return [id, broken.includes('fail') ? 'fail' : 'warn'];
      const seen = runs.map(({ report }) => verdictIn(report, id));
      const isKept =
        seen.includes('pass') && seen.every((verdict) => verdict === 'pass' || verdict === 'untested');
      return [id, isKept ? 'pass' : 'untested'];
    }),
  );
}

const verdictIn = ({ clauses }: Report, id: ClauseId): Verdict =>
  clauses.find((clause) => clause.id === id)?.verdict ?? 'untested';

/** What a finding says of a clause. Others that it breaks weigh no more than itself, and may weigh less. */
function breaks(
  { published, report }: Pick<Gathered, 'published' | 'report'>,
  id: ClauseId,
): readonly Verdict[] {
  const { clause, also } = published;
  const own = isFailure(published) ? 'fail' : 'warn';
  if (clause === id) return [own];
  if (!also.includes(id)) return [];
  return [verdictIn(report, id) === 'warn' ? 'warn' : own];
}
