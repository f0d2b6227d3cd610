import {
  type Family,
  groupFamilies,
  type Implementation,
  type Matrix,
  type MatrixRow,
  type RoleMatrix,
  type State,
  stateOf,
} from '../../scripts/docs/matrix.ts';
import type { LayerName, PageState } from './state.ts';

/** The part of a matrix that is shown. */
export interface Shown {
  readonly role: RoleMatrix;
  readonly families: readonly Family[];
  readonly rows: readonly MatrixRow[];
  /** Languages that there are in this role. */
  readonly languages: readonly string[];
}

const breaches: readonly State[] = ['broken', 'letter', 'should'];

export function isBreach(state: State): boolean {
  return breaches.includes(state);
}

/** Whose decision a breach is, where that was read. */
export function layerOf(
  { cells, findings }: Implementation,
  clause: MatrixRow['clause'],
): LayerName | undefined {
  const [place = -1] = cells[clause]?.findings ?? [];
  return findings[place]?.decidedBy;
}

/** What of a matrix a page shows. @throws Error if the matrix has nothing of the role */
export function filterMatrix(matrix: Matrix, state: PageState): Shown {
  const role = matrix.roles.find((each) => each.role === state.role);
  if (role === undefined) throw new Error(`the matrix has nothing of the role ${state.role}`);
  const { implementations, apart, agreed } = role;
  const columns = implementations.filter(
    (each) =>
      (state.language === '' || each.language === state.language) &&
      hasWords(wordsOfColumn(each), state.name),
  );
  const rows = { apart, agreed, all: [...apart, ...agreed] }[state.rows];
  const isShown = ({ clause }: MatrixRow) =>
    columns.some((each) => {
      const cell = stateOf(each, clause);
      const mayBe = state.broken || state.layer !== '' ? isBreach(cell) : cell !== 'notShown';
      return mayBe && (state.layer === '' || layerOf(each, clause) === state.layer);
    });
  return {
    role,
    families: groupFamilies(columns),
    rows: rows.filter(
      (row) =>
        (state.level === '' || row.level === state.level) &&
        isShown(row) &&
        hasWords(wordsOfRow(row, columns), state.text),
    ),
    languages: [...new Set(implementations.map(({ language }) => language))].sort(),
  };
}

function wordsOfColumn({ family, variant, slug, version, layers }: Implementation): string {
  return [family, variant, slug, version, ...Object.values(layers)].join(' ');
}

/** A clause is found by its own words, and by those of what was found of it. */
function wordsOfRow(
  { clause, source, summary, reading }: MatrixRow,
  columns: readonly Implementation[],
): string {
  const found = columns.flatMap(({ cells, findings }) =>
    (cells[clause]?.findings ?? []).map(
      (place) => `${findings[place]?.title} ${findings[place]?.tags.join(' ')}`,
    ),
  );
  return [clause, source, summary, reading?.says ?? '', ...found].join(' ');
}

function hasWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
