import fc from 'fast-check';
import { type Line, line } from './message.ts';

/** Lines that break the grammar of field lines, wherever they stand. */
export function oddLine(): fc.Arbitrary<Line> {
  return fc.constantFrom<Line>(
    { name: 'X-Odd', colon: ' : ', value: 'space before the colon' },
    { name: 'X-Odd', colon: '\t:', value: 'tab before the colon' },
    { name: 'X-Odd', colon: '', value: '' },
    { name: '', colon: ': ', value: 'no name' },
    { name: 'X Odd', colon: ': ', value: 'space in the name' },
    { name: 'X(Odd)', colon: ': ', value: 'delimiters in the name' },
    { name: 'X-\xc4', colon: ': ', value: 'obs-text in the name' },
    line('X-Odd', 'NUL \x00'),
    line('X-Odd', 'bare CR \r here'),
    line('X-Odd', 'control \x01'),
    line('X-Odd', 'DEL \x7f'),
  );
}
