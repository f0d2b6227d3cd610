import {
  bitsOf,
  offerGrammar,
  readValues,
  type Values,
  writeValues,
} from '../negotiation/deflate-parameter.ts';
import { type DeflateFault, deflateName, readAnswer } from '../negotiation/permessage-deflate.ts';
import type { Extension } from '../wire/index.ts';

const bits = [false, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const flags = [false, true] as const;

/** Every answer of permessage-deflate whose parameters are well formed. */
const answers: readonly Values[] = flags.flatMap((server_no_context_takeover) =>
  flags.flatMap((client_no_context_takeover) =>
    bits.flatMap((server_max_window_bits) =>
      bits.map((client_max_window_bits) => ({
        server_no_context_takeover,
        client_no_context_takeover,
        server_max_window_bits,
        client_max_window_bits,
      })),
    ),
  ),
);

/** The well-formed answers of permessage-deflate, by what they are to those who have made some offers. */
export interface SortedAnswers {
  /** Those that fit an offer; a window of the client's that is larger than the one that it hinted at is left out. */
  readonly fitting: readonly Values[];
  /** Those that fit none, by their fault. */
  readonly unfitting: ReadonlyMap<DeflateFault, readonly Values[]>;
}

/** @param extensions all that are offered, whatever their names */
export function sortAnswers(extensions: readonly Extension[]): SortedAnswers {
  const offers = extensions.filter(({ name }) => name === deflateName);
  const fitting: Values[] = [];
  const unfitting = new Map<DeflateFault, Values[]>();
  if (offers.length === 0) return { fitting, unfitting };
  for (const values of answers) {
    const answer = { name: deflateName, parameters: writeValues(values) };
    const read = readAnswer(answer, offers);
    if (!read.ok) {
      const some = unfitting.get(read.fault);
      if (some) some.push(values);
      else unfitting.set(read.fault, [values]);
    } else if (offers.some((offer) => keepsToHint(values, offer) && readAnswer(answer, [offer]).ok)) {
      fitting.push(values);
    }
  }
  return { fitting, unfitting };
}

function keepsToHint({ client_max_window_bits: answered }: Values, { parameters }: Extension): boolean {
  const offered = readValues(parameters, offerGrammar);
  return typeof offered !== 'string' && Number(answered) <= bitsOf(offered.client_max_window_bits);
}

/** The answer with no more in it than the first well-formed offer asks for; without one, an answer that says nothing. */
export function echoOffer(extensions: readonly Extension[]): Values {
  const [first] = extensions.flatMap(({ name, parameters }) => {
    const values = name === deflateName ? readValues(parameters, offerGrammar) : 'parameterUndefined';
    return typeof values === 'string' ? [] : [values];
  });
  return {
    server_no_context_takeover: first?.server_no_context_takeover ?? false,
    client_no_context_takeover: false,
    server_max_window_bits: first?.server_max_window_bits ?? false,
    client_max_window_bits: false,
  };
}

/** Those of some answers that differ from another in the fewest parameters. */
export function nearestAnswers(some: readonly Values[], other: Values): readonly Values[] {
  const distances = some.map((values) => countDifferences(values, other));
  const least = Math.min(...distances);
  return some.filter((_, at) => distances[at] === least);
}

function countDifferences(one: Values, other: Values): number {
  const names = Object.keys(one) as (keyof Values)[]; // the keys of the record
  return names.filter((name) => one[name] !== other[name]).length;
}

/** The parameters of an answer, as they are written. */
export function writeParameters(values: Values): readonly string[] {
  return writeValues(values).map(({ name, value }) => (value === null ? name : `${name}=${value}`));
}

/** An element of Sec-WebSocket-Extensions. */
export function writeAnswer(parameters: readonly string[]): string {
  return [deflateName, ...parameters].join('; ');
}
