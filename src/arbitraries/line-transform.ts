import type { ClauseId } from '../../models/clauses.ts';
import type { RequestEdit } from './edit.ts';
import { queries } from './opening-part.ts';

/** A change to a valid request that must change nothing in what comes of it. */
export interface Transform {
  /** The clause that says so. */
  readonly clause: ClauseId;
  /** What is to be done to a request. */
  readonly edits: readonly RequestEdit[];
}

/** Changes of the request line, and of all field lines at once. */
export const lineTransforms: readonly Transform[] = [
  transform('rfc9112/2.2/leading-empty-line', { kind: 'setPart', part: 'prefix', text: '\r\n' }),
  ...['HTTP/1.2', 'HTTP/1.9'].map((text) =>
    transform('rfc9110/6.2/minor-version', { kind: 'setPart', part: 'version', text }),
  ),
  ...queries.map((text) => transform('service/4/query-accepted', { kind: 'addQuery', text })),
  lengthenLine(8_000),
  transform('rfc6455/1.3/field-order', { kind: 'reverseLines' }),
  transform('rfc6455/1.3/field-order', { kind: 'moveToEnd', name: 'Host' }),
  recaseNames([false]),
  recaseNames([true]),
  recaseNames([false, true]),
  spaceValues('', ''),
  spaceValues('  ', ''),
  spaceValues('\t', ''),
  spaceValues(' ', ' '),
  spaceValues(' ', '\t'),
  spaceValues('\t ', ' \t'),
];

export function transform(clause: ClauseId, ...edits: readonly RequestEdit[]): Transform {
  return { clause, edits };
}

/** Other values of a field, a line for each; without any it is absent. */
export function setting(clause: ClauseId, name: string, ...values: readonly string[]): Transform {
  return transform(clause, { kind: 'setField', name, values });
}

/** A request line of as many octets. */
export function lengthenLine(octets: number): Transform {
  return transform('rfc9112/3/line-length', { kind: 'lengthenLine', octets });
}

/** The same fields by names in another letter case. */
export function recaseNames(upper: readonly boolean[]): Transform {
  return transform('rfc9110/5.1/field-name-case', { kind: 'recaseNames', upper });
}

/** The same fields with other white space around their values. */
export function spaceValues(before: string, after: string): Transform {
  return transform('rfc9112/5.1/surrounding-space', { kind: 'spaceValues', before, after });
}
