import { type Clauses, must } from './clause.ts';

/** RFC 2616: superseded by RFC 9110 and RFC 9112; only its grammar lives on in RFC 6455. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc2616 = {
  'rfc2616/2.1/null-elements':
    must('server',
      'A server takes null elements in the lists of Sec-WebSocket-Protocol and Sec-WebSocket-Extensions.', {
      note:
        '1#token asks for at least one element that is not null and allows null ones; RFC 9110 §5.6.1.2 ' +
        'agrees for a reasonable number.',
    }),
  'rfc2616/2.1/implied-space':
    must('server',
      'A server takes white space between the words and separators of Sec-WebSocket-Extensions.'),
} as const satisfies Clauses;
