import type { ClauseId } from '../../models/clauses.ts';
import type { Extension } from '../wire/index.ts';
import {
  answerGrammar,
  bitsOf,
  largestWindow,
  offerGrammar,
  type ParameterFault,
  readValues,
  type Values,
  writeValues,
} from './deflate-parameter.ts';

/**
 * What both sides keep to once it is agreed; bits are 8 to 15. A client keeps to the `clientMaxWindowBits` and
 * `clientNoContextTakeover` of its own offer besides, since the answer need not repeat them.
 */
export interface DeflateParameters {
  readonly serverNoContextTakeover: boolean;
  readonly clientNoContextTakeover: boolean;
  /** 15 where the answer says nothing. */
  readonly serverMaxWindowBits: number;
  /** 15 where the answer says nothing: the server must be able to read a window of that size. */
  readonly clientMaxWindowBits: number;
}

/** What a server wants of an agreement. */
export interface DeflateTerms {
  /** Answered even unasked. */
  readonly serverNoContextTakeover?: boolean;
  /** Answered even unasked. */
  readonly clientNoContextTakeover?: boolean;
  /** 9 to 15: the largest window that it compresses with. Answered even unasked. */
  readonly serverMaxWindowBits?: number;
  /** 8 to 15: asked of clients that offer the parameter; of the others no limit can be asked. */
  readonly clientMaxWindowBits?: number;
}

/** One alternative that a client offers. */
export interface DeflateOffer {
  readonly serverNoContextTakeover?: boolean;
  readonly clientNoContextTakeover?: boolean;
  /** 8 to 15. */
  readonly serverMaxWindowBits?: number;
  /** 8 to 15; `true` offers the parameter without a value. */
  readonly clientMaxWindowBits?: number | true;
}

/** How an answer fails to fit what was offered. */
export type DeflateFault =
  | ParameterFault
  | 'serverTakeoverMissing'
  | 'serverBitsMissing'
  | 'serverBitsLarger'
  | 'clientBitsUnoffered';

/**
 * The registered name. It and the names of parameters are compared exactly: RFC 6455 §9.1 makes them tokens and
 * says nothing of case, so a name in other letters is an unknown one.
 *
 * @see RFC 7692 §7
 */
export const deflateName = 'permessage-deflate';

/** An element of `Sec-WebSocket-Extensions`; `checkOffer` has found nothing wrong with the offer. */
export function writeOffer(offer: DeflateOffer): Extension {
  return write({
    server_no_context_takeover: offer.serverNoContextTakeover === true,
    client_no_context_takeover: offer.clientNoContextTakeover === true,
    server_max_window_bits: offer.serverMaxWindowBits ?? false,
    client_max_window_bits: offer.clientMaxWindowBits ?? false,
  });
}

/**
 * Answers the first offer of permessage-deflate that can be met. One that is malformed is declined, and so is one
 * of `server_max_window_bits=8`: raw deflate of zlib has no such window, and Node sets 9 in its place without a
 * word. (What zlib makes of 9 reaches back 250 octets at most and would pass, but only as zlib is built today.)
 *
 * `client_no_context_takeover` is answered wherever it is offered, so that the server need keep no window.
 *
 * @param offered all extensions of a request, whatever their names
 * @param terms with which `checkTerms` has found nothing wrong
 * @returns null where permessage-deflate is not offered, or every offer is declined
 * @see RFC 7692 §5, §7
 */
export function answerOffers(
  offered: readonly Extension[],
  terms: DeflateTerms,
): { readonly answer: Extension; readonly parameters: DeflateParameters } | null {
  const offer = readOffers(offered).find((values) => values.server_max_window_bits !== 8);
  if (offer === undefined) return null;
  const answer = answerOffer(offer, terms);
  return { answer: write(answer), parameters: agreedBy(answer) };
}

function answerOffer(offer: Values, terms: DeflateTerms): Values {
  const { serverMaxWindowBits, clientMaxWindowBits } = terms;
  const asksServerBits = offer.server_max_window_bits !== false || serverMaxWindowBits !== undefined;
  const asksClientBits = offer.client_max_window_bits !== false && clientMaxWindowBits !== undefined;
  return {
    server_no_context_takeover: offer.server_no_context_takeover || terms.serverNoContextTakeover === true,
    client_no_context_takeover: offer.client_no_context_takeover || terms.clientNoContextTakeover === true,
    server_max_window_bits:
      asksServerBits && Math.min(bitsOf(offer.server_max_window_bits), serverMaxWindowBits ?? largestWindow),
    client_max_window_bits:
      asksClientBits && Math.min(bitsOf(offer.client_max_window_bits), clientMaxWindowBits),
  };
}

/**
 * Reads the answer, which must fit one of the offers. What the server adds unasked about its own side is no
 * fault, nor is a `client_max_window_bits` larger than the one offered, which is a hint.
 *
 * @param answer the element of the reply that is named permessage-deflate
 * @param offers all extensions that were offered, whatever their names
 * @returns where it fits none, the fault that it has against the first that is well formed; checks are in the order
 *   of `DeflateFault`
 * @see RFC 7692 §5, §7
 */
export function readAnswer(
  answer: Extension,
  offers: readonly Extension[],
):
  | { readonly ok: true; readonly parameters: DeflateParameters }
  | { readonly ok: false; readonly fault: DeflateFault } {
  const values = readValues(answer.parameters, answerGrammar);
  if (typeof values === 'string') return { ok: false, fault: values };
  const faults = readOffers(offers).map((offer) => findMismatch(values, offer));
  if (faults.includes(null)) return { ok: true, parameters: agreedBy(values) };
  // Without any offer, whatever the answer says is invalid.
  return { ok: false, fault: faults[0] ?? 'parameterInvalid' };
}

function findMismatch(answer: Values, offer: Values): DeflateFault | null {
  if (offer.server_no_context_takeover && !answer.server_no_context_takeover) return 'serverTakeoverMissing';
  if (offer.server_max_window_bits && !answer.server_max_window_bits) return 'serverBitsMissing';
  if (bitsOf(answer.server_max_window_bits) > bitsOf(offer.server_max_window_bits)) return 'serverBitsLarger';
  if (answer.client_max_window_bits && !offer.client_max_window_bits) return 'clientBitsUnoffered';
  return null;
}

/** The offers of permessage-deflate, without those that every server must decline. */
function readOffers(extensions: readonly Extension[]): readonly Values[] {
  const offers: Values[] = [];
  for (const { name, parameters } of extensions) {
    const values = name === deflateName ? readValues(parameters, offerGrammar) : null;
    if (values !== null && typeof values !== 'string') offers.push(values);
  }
  return offers;
}

function write(values: Values): Extension {
  return { name: deflateName, parameters: writeValues(values) };
}

function agreedBy(answer: Values): DeflateParameters {
  return {
    serverNoContextTakeover: answer.server_no_context_takeover === true,
    clientNoContextTakeover: answer.client_no_context_takeover === true,
    serverMaxWindowBits: bitsOf(answer.server_max_window_bits),
    clientMaxWindowBits: bitsOf(answer.client_max_window_bits),
  };
}

/** What is wrong with the terms that a user gives; null when nothing is. */
export function checkTerms(terms: DeflateTerms): string | null {
  return (
    checkBits('serverMaxWindowBits', terms.serverMaxWindowBits, 9) ??
    checkBits('clientMaxWindowBits', terms.clientMaxWindowBits, 8)
  );
}

/** What is wrong with an offer that a user gives; null when nothing is. */
export function checkOffer(offer: DeflateOffer): { problem: string; clause: ClauseId } | null {
  const { serverMaxWindowBits, clientMaxWindowBits } = offer;
  const server = checkBits('serverMaxWindowBits', serverMaxWindowBits, 8);
  if (server !== null) return { problem: server, clause: 'rfc7692/7.1.2.1/server-bits-grammar' };
  if (clientMaxWindowBits === true) return null;
  const client = checkBits('clientMaxWindowBits', clientMaxWindowBits, 8);
  return client === null ? null : { problem: client, clause: 'rfc7692/7.1.2.2/client-bits-grammar' };
}

function checkBits(name: string, bits: number | undefined, least: number): string | null {
  if (bits === undefined || (Number.isInteger(bits) && bits >= least && bits <= largestWindow)) return null;
  return `${name} is ${bits}: a whole number from ${least} to ${largestWindow} was expected`;
}
