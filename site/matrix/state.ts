import type { Level } from '../../models/clauses.ts';
import type { Role } from '../../test/campaign/result.ts';

/** Which clauses are shown: those that tell implementations apart, those that do not, or both. */
export type Rows = 'apart' | 'agreed' | 'all';

export type LayerName = 'http' | 'library' | 'application';

/** What the page shows, and a link to it says. */
export interface PageState {
  readonly role: Role;
  readonly rows: Rows;
  /** Empty for any, as are the ones below. */
  readonly language: string;
  readonly level: Level | '';
  readonly layer: LayerName | '';
  readonly broken: boolean;
  /** Words of clauses, and of implementations. */
  readonly text: string;
  readonly name: string;
  /** The cell whose octets are shown. */
  readonly cell: { readonly slug: string; readonly clause: string } | null;
}

export const initial: PageState = {
  role: 'server',
  rows: 'apart',
  language: '',
  level: '',
  layer: '',
  broken: false,
  text: '',
  name: '',
  cell: null,
};

export const choices = {
  role: ['server', 'client', 'proxy'],
  rows: ['apart', 'agreed', 'all'],
  level: ['', 'MUST', 'SHOULD', 'MAY'],
  layer: ['', 'http', 'library', 'application'],
} as const;

/** The fragment of a URL, without its "#": what differs from how the page begins. */
export function writeFragment({ broken, cell, ...named }: PageState): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(named)) {
    const isInitial = Object.entries(initial).some(([key, each]) => key === name && each === value);
    if (!isInitial) parameters.set(name, value);
  }
  if (broken) parameters.set('broken', 'yes');
  if (cell !== null) parameters.set('cell', `${cell.slug}~${cell.clause}`);
  return parameters.toString().replaceAll('%2F', '/').replaceAll('%7E', '~');
}

/** What a fragment says, without its "#"; what it does not say, or says wrongly, is as the page begins. */
export function readFragment(fragment: string): PageState {
  const parameters = new URLSearchParams(fragment);
  const pick = <Value extends string>(name: string, values: readonly Value[], otherwise: Value) =>
    values.find((each) => each === parameters.get(name)) ?? otherwise;
  const [, slug, clause] = /^([^~]+)~(.+)$/.exec(parameters.get('cell') ?? '') ?? [];
  return {
    role: pick('role', choices.role, initial.role),
    rows: pick('rows', choices.rows, initial.rows),
    language: parameters.get('language') ?? '',
    level: pick('level', choices.level, initial.level),
    layer: pick('layer', choices.layer, initial.layer),
    broken: parameters.get('broken') === 'yes',
    text: parameters.get('text') ?? '',
    name: parameters.get('name') ?? '',
    cell: slug === undefined || clause === undefined ? null : { slug, clause },
  };
}
