import { type Clauses, must } from './clause.ts';

/** RFC 6454: the web origin. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc6454 = {
  'rfc6454/7.1/origin-grammar':
    must('client', 'A client writes Origin as null or as a scheme, a host and, where there is one, a port.', {
      note: 'The grammar allows several origins in one field; browsers send one, and a server compares one.',
    }),
  'rfc6454/7.3/one-origin': must('client', 'A client sends Origin at most once.'),
  'rfc6454/7.3/null-origin': must('client', 'A client in a privacy-sensitive context sends the origin null.',
      { needs: 'browser' }),
} as const satisfies Clauses;
