import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { type Line, line } from './message.ts';

/** A line that breaks the grammar of field lines, and the clause that says how. */
export interface OddLine {
  readonly clause: ClauseId;
  readonly line: Line;
}

const spaced = 'rfc9112/5.1/space-before-colon';
const grammar = 'rfc9112/5/field-lines';
const control = 'rfc9110/5.5/control-octets';
const bareCr = 'rfc9112/2.2/bare-cr';

/** Lines that break the grammar of field lines, wherever they stand, in a request. */
export const oddLines: readonly OddLine[] = [
  { clause: spaced, line: { name: 'X-Odd', colon: ' : ', value: 'space before the colon' } },
  { clause: spaced, line: { name: 'X-Odd', colon: '\t:', value: 'tab before the colon' } },
  { clause: grammar, line: { name: 'X-Odd', colon: '', value: '' } },
  { clause: grammar, line: { name: '', colon: ': ', value: 'no name' } },
  { clause: grammar, line: { name: 'X Odd', colon: ': ', value: 'space in the name' } },
  { clause: grammar, line: { name: 'X(Odd)', colon: ': ', value: 'delimiters in the name' } },
  { clause: grammar, line: { name: 'X-\xc4', colon: ': ', value: 'obs-text in the name' } },
  { clause: control, line: line('X-Odd', 'NUL \x00') },
  { clause: control, line: line('X-Odd', 'SOH \x01') },
  { clause: control, line: line('X-Odd', 'DEL \x7f') },
  { clause: bareCr, line: line('X-Odd', 'bare CR \r here') },
  { clause: bareCr, line: line('X-Odd', 'bare CR before the end\r') },
];

/** One of the lines that break the grammar of field lines, wherever they stand, in a request. */
export function oddLine(): fc.Arbitrary<OddLine> {
  return fc.constantFrom(...oddLines);
}
