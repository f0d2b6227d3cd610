/** One thing that is changed in a table: the table is data, and so is what is changed. */
export interface RowMutant {
  /** `file#name` of the table. */
  readonly table: string;
  readonly kind: 'row deleted' | 'rows swapped' | 'value replaced' | 'condition dropped' | 'entry dropped';
  readonly row: number;
  /** From the row to what is changed; empty where that is the row itself. */
  readonly path: readonly string[];
  /** What a value becomes. */
  readonly value?: Leaf | undefined;
}

type Leaf = string | number | boolean;
type Data = Readonly<Record<string, unknown>>;

/** Everything that is changed in a table, one thing at a time. A table is a list of rows, or a register of them by name. */
export function listRowMutants(table: string, rows: unknown, isOrdered: boolean): readonly RowMutant[] {
  const list = rowsOf(rows);
  const usual = countNames(list);
  const wanted = countNames(list.map(patternOf));
  return list.flatMap((row, at) => [
    { table, kind: 'row deleted' as const, row: at, path: [] },
    ...(isOrdered && at + 1 < list.length && canMeet(row, list[at + 1])
      ? [{ table, kind: 'rows swapped' as const, row: at, path: [] }]
      : []),
    ...[
      ...listConditions(row, usual, list.length).map((name) => [name]),
      ...listConditions(patternOf(row), wanted, list.length).map((name) => ['when', name]),
    ].map((path) => ({ table, kind: 'condition dropped' as const, row: at, path })),
    ...listParts(row, []).map((part) => ({ table, row: at, ...changePart(list, at, part) })),
  ]);
}

/** The table with the change. */
export function applyRowMutant(rows: unknown, mutant: RowMutant): unknown {
  const list = rowsOf(rows);
  const names = Array.isArray(rows) ? null : Object.keys(Object(rows));
  const places = list.map((_, at) => at);
  if (mutant.kind === 'row deleted') places.splice(mutant.row, 1);
  if (mutant.kind === 'rows swapped') places.splice(mutant.row, 2, mutant.row + 1, mutant.row);
  const changed = places.map((at) =>
    at === mutant.row && mutant.path.length > 0 ? changeAt(list[at], mutant.path, mutant) : list[at],
  );
  return names === null
    ? changed
    : Object.fromEntries(places.map((place, at) => [names[place] ?? '', changed[at]]));
}

/** What stands in a journal and on the page. */
export function nameRowMutant({ table, kind, row, path, value }: RowMutant): string {
  const place = `${table}#${row}${path.map((name) => `.${name}`).join('')}`;
  return `${place} ${kind}${value === undefined ? '' : `: ${JSON.stringify(value)}`}`;
}

function rowsOf(rows: unknown): readonly unknown[] {
  return Array.isArray(rows) ? rows : Object.values(Object(rows));
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}

function countNames(list: readonly unknown[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of list.filter(isData).flatMap((row) => Object.keys(row))) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What a rule compares; nothing where a row is no rule. */
function patternOf(row: unknown): unknown {
  return isData(row) && 'says' in row ? row['when'] : null;
}

/** Members that not every row has: without one, the row is about more. */
function listConditions(row: unknown, usual: ReadonlyMap<string, number>, rows: number): readonly string[] {
  if (!isData(row) || Array.isArray(row)) return [];
  return Object.keys(row).filter((name) => usual.get(name) !== rows && !isWords(row[name]));
}

/** Whether something may fit two rows. Nothing fits both where their lists, or what they say of one fact, have nothing in common. */
function canMeet(one: unknown, other: unknown): boolean {
  if (!isData(one) || !isData(other)) return true;
  return Object.keys(one).every((name) => {
    const [some, others] = [one[name], other[name]];
    if (Array.isArray(some) && Array.isArray(others)) return some.some((each) => others.includes(each));
    if (!isData(some) || !isData(others)) return true;
    return Object.keys(some).every((fact) => {
      const wanted = [others[fact] ?? some[fact]].flat();
      return [some[fact]].flat().some((value) => wanted.includes(value));
    });
  });
}

/** Words are no decision. */
function isWords(value: unknown): boolean {
  return typeof value === 'string' && (value.includes(' ') || value === '');
}

/** Paths to the values of a row, and to the entries of its lists, which are not looked into. */
function listParts(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (Array.isArray(value)) return path.length > 0 ? value.map((_, at) => [...path, String(at)]) : [];
  if (isData(value)) return Object.entries(value).flatMap(([name, part]) => listParts(part, [...path, name]));
  return isLeaf(value) && path.length > 0 && !isWords(value) ? [path] : [];
}

function isLeaf(value: unknown): value is Leaf {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function changePart(list: readonly unknown[], at: number, path: readonly string[]) {
  const value = readAt(list[at], path);
  const isEntry = Array.isArray(readAt(list[at], path.slice(0, -1)));
  if (isEntry || !isLeaf(value)) return { kind: 'entry dropped' as const, path };
  return { kind: 'value replaced' as const, path, value: anotherThan(value, list, at, path) };
}

/** The next other value that stands in this place of a row; where there is none, one that no row has. */
function anotherThan(value: Leaf, list: readonly unknown[], at: number, path: readonly string[]): Leaf {
  const others = [...list.slice(at + 1), ...list.slice(0, at)].map((row) => readAt(row, path));
  const found = others.find((other) => isLeaf(other) && !isWords(other) && other !== value);
  if (isLeaf(found)) return found;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${value}~`;
}

function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (isData(part) ? part[name] : undefined), value);
}

function changeAt(value: unknown, path: readonly string[], mutant: RowMutant): unknown {
  const [name = '', ...rest] = path;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, at) => String(at) !== name);
    return value.map((part, at) => (String(at) === name ? changeAt(part, rest, mutant) : part));
  }
  if (!isData(value)) return value;
  if (rest.length > 0) return { ...value, [name]: changeAt(value[name], rest, mutant) };
  const { [name]: _, ...others } = value;
  return mutant.value === undefined ? others : { ...value, [name]: mutant.value };
}
