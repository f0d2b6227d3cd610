import { type Clauses, may, must, should } from './clause.ts';

/** RFC 7692: permessage-deflate (compared with passages of it that public sources quote, not with the whole). */
// biome-ignore format: a clause is a line or two, its note below it
export const rfc7692 = {
  'rfc7692/5/alternatives-offered':
    may('client',
      'A client may offer one extension several times with different parameters, the preferred first.'),
  'rfc7692/5/offer-order': should('server', 'A server accepts the earliest offer that it can meet.',
      { needs: 'agreedDeflate' }),
  'rfc7692/5/declined-by-omission':
    must('server', 'A server declines an offer by leaving it out of its reply.', {
      unchecked: true,
      note: 'To decline is to decline the offer, not the connection, which may open without compression.',
    }),
  'rfc7692/5/answered-once':
    must('server', 'A server answers at most one of the offers for permessage-deflate.', { unchecked: true }),
  'rfc7692/5/answered-twice':
    must('client', 'A client fails the connection when the reply has permessage-deflate twice.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/5/answer-unoffered':
    must('client',
      'A client fails the connection when the reply accepts a compression that it did not offer.'),
  'rfc7692/7/parameter-undefined':
    must('server', 'A server declines an offer with a parameter that is not defined for offers.', {
      needs: 'agreedDeflate',
      note:
        'RFC 6455 §9.1 fails the connection only for broken grammar; a wrong parameter costs the offer ' +
        'alone.',
    }),
  'rfc7692/7/parameter-invalid':
    must('server', 'A server declines an offer with an invalid parameter value.', { needs: 'agreedDeflate' }),
  'rfc7692/7/parameter-repeated': must('server', 'A server declines an offer with the same parameter twice.',
      { needs: 'agreedDeflate' }),
  'rfc7692/7/configuration-unsupported': must('server', 'A server declines an offer that it cannot meet.'),
  'rfc7692/7/answer-parameter-undefined':
    must('client',
      'A client fails the connection when the reply has a parameter that is not defined for replies.',
      { needs: 'widerOffer' }),
  'rfc7692/7/answer-parameter-invalid':
    must('client', 'A client fails the connection when the reply has an invalid parameter value.',
      { needs: 'widerOffer' }),
  'rfc7692/7/answer-parameter-repeated':
    must('client', 'A client fails the connection when the reply has the same parameter twice.',
      { needs: 'widerOffer' }),
  'rfc7692/7/answer-unsupported':
    must('client', 'A client fails the connection when it does not support what the reply agrees to.',
      { needs: 'inside' }),
  'rfc7692/7.1/answer-parameters-defined':
    must('server', 'A server answers with no parameter that is not defined for answers.', { unchecked: true }),
  'rfc7692/7.1/answer-parameters-once':
    must('server', 'A server answers with no parameter twice.', { unchecked: true }),
  'rfc7692/7.1.1.1/server-takeover-echoed':
    must('server', 'A server that accepts an offer with server_no_context_takeover answers with it.'),
  'rfc7692/7.1.1.1/server-takeover-valueless':
    must('server', 'A server sends server_no_context_takeover without a value.', { needs: 'agreedParameters' }),
  'rfc7692/7.1.1.1/server-takeover-unasked':
    may('server', 'A server may answer with server_no_context_takeover without being asked.',
      { needs: 'agreedParameters' }),
  'rfc7692/7.1.1.1/server-takeover-missing':
    must('client',
      'A client fails the connection when it asked for server_no_context_takeover and the reply lacks it.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/7.1.1.2/client-takeover-hinted':
    may('client', 'A client may offer client_no_context_takeover, without a value, as a hint.'),
  'rfc7692/7.1.1.2/client-takeover-answered':
    may('server', 'A server may answer with client_no_context_takeover, asked or not.', { needs: 'agreedDeflate' }),
  'rfc7692/7.1.1.2/client-takeover-obeyed':
    must('client',
      'A client that is answered with client_no_context_takeover starts every message with an empty window.',
      { needs: 'messages' }),
  'rfc7692/7.1.2.1/server-bits-grammar':
    must('client',
      'A client offers server_max_window_bits with a number from 8 to 15 without leading zeros.'),
  'rfc7692/7.1.2.1/server-bits-echoed':
    must('server', 'A server that accepts an offer with server_max_window_bits answers with it.'),
  'rfc7692/7.1.2.1/server-bits-not-larger':
    must('server', 'A server answers with a server_max_window_bits no larger than the one offered.', {
      note:
        'Raw deflate of zlib has no window of 8 bits; a server asked for 8 answers 8 with a smaller real ' +
        'window, or declines.',
    }),
  'rfc7692/7.1.2.1/server-bits-unasked':
    may('server', 'A server may answer with server_max_window_bits without being asked.',
      { needs: 'agreedParameters' }),
  'rfc7692/7.1.2.1/server-bits-missing':
    must('client',
      'A client fails the connection when it asked for server_max_window_bits and the reply lacks it.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/7.1.2.1/server-bits-larger':
    must('client',
      'A client fails the connection when server_max_window_bits in the reply is larger than it asked.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
  'rfc7692/7.1.2.2/client-bits-offered':
    may('client', 'A client may offer client_max_window_bits with or without a value.'),
  'rfc7692/7.1.2.2/client-bits-grammar':
    must('client',
      'A client that gives client_max_window_bits a value uses a number from 8 to 15 without leading zeros.'),
  'rfc7692/7.1.2.2/client-bits-answered':
    may('server', 'A server may answer with client_max_window_bits when the client offered it.',
      { needs: 'agreedDeflate' }),
  'rfc7692/7.1.2.2/client-bits-unoffered':
    must('server', 'A server never answers with client_max_window_bits when the client did not offer it.'),
  'rfc7692/7.1.2.2/client-bits-value':
    must('server', 'A server that answers with client_max_window_bits gives it a value.', {
      needs: 'agreedParameters',
      unchecked: true,
      note:
        'A server that uses the value of an offer answers with it or less; a larger value only forgoes the ' +
        'hint and is no fault.',
    }),
  'rfc7692/7.1.2.2/client-bits-obeyed':
    must('client', 'A client compresses with a window no larger than client_max_window_bits in the reply.',
      { needs: 'messages' }),
  'rfc7692/7.1.2.2/answer-bits-unoffered':
    must('client',
      'A client fails the connection when the reply has client_max_window_bits and its offer had none.', {
      needs: 'widerOffer',
      unchecked: true,
    }),
} as const satisfies Clauses;
