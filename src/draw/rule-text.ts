import { type ClauseId, locateClause, sourceOf } from '../../models/clauses.ts';
import type { RuleTable } from '../../models/decision.ts';
import type { FirstMessageRow, Row, ServerRow } from '../../models/decisions/row.ts';

type DrawnRow = Row & Partial<Pick<ServerRow, 'status' | 'headers'>> & Partial<Pick<FirstMessageRow, 'code'>>;

/** Any rule table: of its guards only the names are drawn. */
export interface DrawnTable extends Pick<RuleTable<never, object, Row>, 'id'> {
  readonly rows: readonly DrawnRow[];
  /** The choices that are made where nobody makes others. */
  readonly defaults?: object;
}

/** A row of a rule table in words. */
export interface RuleText {
  readonly guard: string;
  /** The choices that it is for, for example `plainHttp: application`. */
  readonly choice: string;
  readonly verdict: string;
  /** Lines: the status or the code of a Close frame, then the fields. */
  readonly answer: readonly string[];
  readonly clause: ClauseId;
  /** For example `RFC 6455 §4.2.1`. */
  readonly source: string;
  /** Where the clause's section can be read, if it is published. */
  readonly url: string | undefined;
}

/** The values that a pattern wants of a fact. */
export function wantedOf(pattern: object, name: string): readonly string[] {
  const { [name]: wanted = [] }: Readonly<Record<string, unknown>> = { ...pattern };
  return [wanted].flat().map(String);
}

/** What a pattern wants, each fact beside its values: `status: 101`, for example. */
export function describePattern(pattern: object, ...apart: readonly string[]): readonly string[] {
  return Object.keys(pattern)
    .filter((name) => !apart.includes(name))
    .map((name) => `${describeName(name)}: ${wantedOf(pattern, name).map(describeName).join(', ')}`);
}

export function describeRule(row: DrawnRow): RuleText {
  const { guard, when = {}, verdict, clause } = row;
  return {
    guard: describeName(guard),
    choice: Object.entries(when)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', '),
    verdict: describeName(verdict),
    answer: describeAnswer(row),
    clause,
    source: sourceOf(clause),
    url: locateClause(clause),
  };
}

function describeAnswer({ status, headers = [], code }: DrawnRow): readonly string[] {
  const first = {
    fromApplication: "the application's own",
    none: 'nothing yet',
  };
  const told = status === undefined ? [] : [typeof status === 'number' ? String(status) : first[status]];
  const closed = typeof code === 'number' ? [`Close ${code}`] : [];
  return [...told, ...closed, ...headers.map(([name, value]) => `${name}: ${value}`)];
}

/** Words that are written otherwise than in the name of a guard. */
const spelt: Readonly<Record<string, string>> = {
  10: '1.0',
  get: 'GET',
  http: 'HTTP',
  http11: 'HTTP/1.1',
  tls: 'TLS',
  websocket: 'WebSocket',
};

/** `keyIsAbsent` as `key is absent`. */
export function describeName(name: string): string {
  const words = name.match(/[A-Z]?[a-z]+(?:\d+(?![\da-z]))?|\d+|[A-Z]+(?![a-z])/g) ?? [name];
  return words
    .flatMap((word) => (Object.hasOwn(spelt, word.toLowerCase()) ? [word] : word.split(/(?<=[a-z])(?=\d)/)))
    .map((word) => word.toLowerCase())
    .map((word) => (Object.hasOwn(spelt, word) ? spelt[word] : word))
    .join(' ');
}
