import { type Clauses, may, must } from './clause.ts';

/** RFC 7301: the protocol that is spoken inside TLS. */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc7301 = {
  'rfc7301/3.1/protocols-offered': may('client', 'A client may list the protocols that it speaks by ALPN.', {
    note: 'Settled: http/1.1, the one in which the opening is made.',
    unchecked: true,
  }),
  'rfc7301/3.2/protocol-offered':
    must('client', 'A client speaks no protocol that it did not list.', {
      needs: 'trust',
      note: 'A server that knows of no ALPN chooses none, which is no fault.',
      unchecked: true,
    }),
  'rfc7301/3.2/protocol-refused':
    must('client', 'A client fails the connection when the server speaks none of the protocols that it listed.', {
      needs: 'refusalByAlpn',
      unchecked: true,
    }),
  'rfc7301/3.2/no-common-protocol':
    must('server', 'A server that speaks none of the protocols listed ends the TLS handshake with an alert.', {
      needs: 'secureUrl',
      unchecked: true,
    }),
} as const satisfies Clauses;
