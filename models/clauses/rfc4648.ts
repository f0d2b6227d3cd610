import { type Clauses, may, must } from './clause.ts';

/** RFC 4648: base64. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc4648 = {
  'rfc4648/3.3/alphabet':
    must('server', 'A server takes no character outside the standard alphabet in a key.', {
      note: 'RFC 6455 §4.3 draws the same line by its grammar; the alphabet for URLs is another one.',
    }),
  'rfc4648/3.5/pad-bits-zero': must('client', 'A client sets the pad bits of its key to zero.', {
    note: 'The example key of RFC 6455 §4.1 does not (erratum 3150).',
  }),
  'rfc4648/3.5/pad-bits-accepted':
    may('server', 'A server may take or refuse a key whose pad bits are not zero.', {
      note: 'Settled: taken, since the example of RFC 6455 §4.1 is such a key (erratum 3150).',
    }),
} as const satisfies Clauses;
