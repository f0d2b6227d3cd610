import {
  type Actor,
  type ClauseId,
  clauseIds,
  clauses,
  type Level,
  locateClause,
  sourceOf,
} from '../../models/clauses.ts';
import {
  type Result,
  type ResultExchange,
  type ResultFinding,
  type Role,
  roles,
} from '../../test/campaign/result.ts';

/**
 * What stands in a cell. `letter` is a MUST of which every breach has the tag `leniency`, `should` a breach that weighs as
 * a SHOULD, `free` a choice that was seen made.
 */
export type State = 'broken' | 'letter' | 'should' | 'kept' | 'free' | 'notShown';

/** A cell that says something. */
export interface Cell {
  readonly state: Exclude<State, 'notShown'>;
  /** Places of the findings that break the clause, its own first. */
  readonly findings: readonly number[];
}

/** A result with the name of its file, and with what is told of it clause by clause. */
export interface Implementation extends Omit<Result, 'verdicts' | 'role'> {
  readonly slug: string;
  /** Of clauses that were shown; the others have none. */
  readonly cells: Readonly<Partial<Record<ClauseId, Cell>>>;
}

/** The sentence that a finding was held against by hand. */
export interface Sentence {
  readonly section: string;
  readonly says: string;
}

export interface MatrixRow {
  readonly clause: ClauseId;
  readonly level: Level;
  readonly summary: string;
  readonly source: string;
  readonly url?: string;
  readonly reading?: Sentence;
}

export interface RoleMatrix {
  readonly role: Role;
  /** Those of a language, and of a family in it, stand together. */
  readonly implementations: readonly Implementation[];
  /** Clauses on which implementations differ, on which all that show anything agree, and that nobody shows. */
  readonly apart: readonly MatrixRow[];
  readonly agreed: readonly MatrixRow[];
  readonly unshown: readonly MatrixRow[];
}

export interface Matrix {
  readonly schema: 1;
  readonly roles: readonly RoleMatrix[];
}

/** A result that may be told, and the name of its file. */
export interface NamedResult {
  readonly slug: string;
  readonly result: Result;
}

export type Readings = Readonly<Record<Role, Readonly<Partial<Record<ClauseId, Sentence>>>>>;

const actorOf: Readonly<Record<Role, Actor>> = { server: 'server', client: 'client', proxy: 'intermediary' };

/** Everything that the pages, the JSON and the CSV say. */
export function buildMatrix(results: readonly NamedResult[], readings: Readings): Matrix {
  return {
    schema: 1,
    roles: roles.map((role) =>
      buildRole(
        role,
        results.filter(({ result }) => result.role === role),
        readings[role],
      ),
    ),
  };
}

function buildRole(role: Role, results: readonly NamedResult[], readings: Readings[Role]): RoleMatrix {
  const implementations = results.map(readImplementation).toSorted(compareColumns);
  const shown = new Set(implementations.flatMap(({ cells }) => Object.keys(cells)));
  const rows = clauseIds
    .filter((id) => clauses[id].actor === actorOf[role] || shown.has(id))
    .filter((id) => !id.startsWith('service/'))
    .filter((id) => results.some(({ result }) => result.verdicts[id] !== undefined))
    .map((id) => describeRow(id, readings[id]));
  const kindOf = ({ clause }: MatrixRow) => tellKind(implementations.map((each) => stateOf(each, clause)));
  const of = (kind: ReturnType<typeof tellKind>) => rows.filter((row) => kindOf(row) === kind);
  return { role, implementations, apart: of('apart'), agreed: of('agreed'), unshown: of('unshown') };
}

/** That nothing was shown of some is no difference, but where it is the choice of others. */
function tellKind(states: readonly State[]): 'apart' | 'agreed' | 'unshown' {
  const shown = new Set(states.filter((state) => state !== 'notShown'));
  if (shown.size === 0) return 'unshown';
  const isChosenBySome = shown.has('free') && states.includes('notShown');
  return shown.size > 1 || isChosenBySome ? 'apart' : 'agreed';
}

function describeRow(clause: ClauseId, reading: Sentence | undefined): MatrixRow {
  const { level, summary } = clauses[clause];
  const url = locateClause(clause);
  return {
    clause,
    level,
    summary,
    source: sourceOf(clause),
    ...(url === undefined ? {} : { url }),
    ...(reading === undefined ? {} : { reading: { section: reading.section, says: reading.says } }),
  };
}

function readImplementation({ slug, result }: NamedResult): Implementation {
  const { verdicts, role: _, ...told } = result;
  const cells = clauseIds.flatMap((id) => {
    const cell = readCell(id, verdicts[id], result.findings);
    return cell === null ? [] : [[id, cell] as const];
  });
  return { slug, ...told, cells: Object.fromEntries(cells) };
}

/** A breach without octets that may be shown is told no more than what was not shown. */
function readCell(
  id: ClauseId,
  verdict: Result['verdicts'][ClauseId],
  findings: readonly ResultFinding[],
): Cell | null {
  if (verdict === undefined || verdict === 'untested') return null;
  if (verdict === 'pass') return { state: clauses[id].level === 'MAY' ? 'free' : 'kept', findings: [] };
  const places = [...findings.keys()];
  const own = places.filter((place) => findings[place]?.clause === id);
  const others = places.filter((place) => findings[place]?.also.includes(id));
  const breaking = [...own, ...others];
  if (breaking.length === 0) return null;
  if (verdict === 'warn') return { state: 'should', findings: breaking };
  const musts = breaking.filter((place) => findings[place]?.level === 'MUST');
  const isLenient = musts.every((place) => findings[place]?.tags.includes('leniency'));
  return { state: isLenient && musts.length > 0 ? 'letter' : 'broken', findings: breaking };
}

export function stateOf({ cells }: Implementation, clause: ClauseId): State {
  return cells[clause]?.state ?? 'notShown';
}

const keyOf = ({ language, family, variant, slug }: Implementation) => [language, family, variant, slug];

function compareColumns(left: Implementation, right: Implementation): number {
  const others = keyOf(right);
  const differing = keyOf(left).findIndex((part, place) => part !== others[place]);
  return differing < 0 ? 0 : comparePart(keyOf(left)[differing] ?? '', others[differing] ?? '');
}

/** Without regard to the language of the machine. */
function comparePart(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a < b ? -1 : Number(a > b);
}

/** All of one family, which share a column, in the order of the implementations. */
export interface Family {
  readonly name: string;
  readonly language: string;
  readonly members: readonly Implementation[];
}

export function groupFamilies(implementations: readonly Implementation[]): readonly Family[] {
  const names = [...new Set(implementations.map(({ family }) => family))];
  return names.map((name) => {
    const members = implementations.filter(({ family }) => family === name);
    return { name, language: members[0]?.language ?? '', members };
  });
}

/** What sets one apart in its family. */
export function nameMember({ version, variant }: Pick<Implementation, 'version' | 'variant'>): string {
  return [version, variant].filter((part) => part !== '').join(' ');
}

/** What each pair of octets is, by role. */
const octetNames = {
  server: { request: 'What was sent', response: 'What came', behind: 'What was sent behind it' },
  client: { request: 'What it sent', response: 'What it was sent', behind: 'What it sent behind it' },
  proxy: { request: 'What its client sent', response: 'What its client got', behind: '' },
} as const;

/** The octets of an exchange, base64, in the order in which they went, each with what they are. */
export function listOctets(
  role: Role,
  { request, forwarded, answered, response, behind }: ResultExchange,
): readonly (readonly [name: string, base64: string])[] {
  const names = octetNames[role];
  const all = [
    [names.request, request],
    ['What its backend got', forwarded],
    ['What its backend answered', answered],
    [names.response, response],
    [names.behind, behind],
  ] as const;
  return all.flatMap(([name, base64]) => (base64 === undefined ? [] : [[name, base64] as const])); // a pair
}

/** The exchange that shows a clause kept, or chosen; null where a single one does not. */
export function exchangeOf({ cells, kept, exchanges }: Implementation, clause: ClauseId): number | null {
  const state = cells[clause]?.state;
  const place = kept[clause];
  return (state === 'kept' || state === 'free') && place !== undefined && exchanges[place] ? place : null;
}

export const stateNames: Readonly<Record<State, string>> = {
  broken: 'broken',
  letter: 'a MUST broken to the letter only',
  should: 'a SHOULD not kept',
  kept: 'kept',
  free: 'a free choice, seen made',
  notShown: 'not shown',
};

export const layerNames = { http: 'HTTP stack', library: 'library', application: 'application' } as const;
