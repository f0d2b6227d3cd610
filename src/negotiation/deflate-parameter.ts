import type { ExtensionParameter } from '../wire/index.ts';

/** In the order in which they are written. */
const parameterNames = [
  'server_no_context_takeover',
  'client_no_context_takeover',
  'server_max_window_bits',
  'client_max_window_bits',
] as const;

type ParameterName = (typeof parameterNames)[number];

/** What an offer or an answer says: `true` for a parameter without a value, `false` for one that it lacks. */
export type Values = Readonly<Record<ParameterName, number | boolean>>;

export type ParameterFault = 'parameterUndefined' | 'parameterRepeated' | 'parameterInvalid';

/** Which values each parameter may have; `null` stands for none. */
type Grammar = Readonly<Record<ParameterName, (value: string | null) => boolean>>;

export const largestWindow = 15;

// server-max-window-bits = 1*DIGIT ; client-max-window-bits = 1*DIGIT ; both 8 to 15 without leading zeros
const WINDOW_BITS = /^(?:[89]|1[0-5])$/;

const isAbsent = (value: string | null) => value === null;
const isWindowBits = (value: string | null) => value !== null && WINDOW_BITS.test(value);

/** @see RFC 7692 §7.1 */
export const answerGrammar: Grammar = {
  server_no_context_takeover: isAbsent,
  client_no_context_takeover: isAbsent,
  server_max_window_bits: isWindowBits,
  client_max_window_bits: isWindowBits,
};

/** @see RFC 7692 §7.1 */
export const offerGrammar: Grammar = {
  ...answerGrammar,
  client_max_window_bits: (value) => isAbsent(value) || isWindowBits(value),
};

/** What parameters say, or the first fault of theirs, in the order of `ParameterFault`. */
export function readValues(
  parameters: readonly ExtensionParameter[],
  grammar: Grammar,
): Values | ParameterFault {
  const values: Record<ParameterName, number | boolean> = {
    server_no_context_takeover: false,
    client_no_context_takeover: false,
    server_max_window_bits: false,
    client_max_window_bits: false,
  };
  let fault: ParameterFault | null = null;
  for (const { name, value } of parameters) {
    const known = parameterNames.find((each) => each === name);
    if (known === undefined) return 'parameterUndefined';
    if (values[known] !== false) fault = 'parameterRepeated';
    else if (!grammar[known](value)) fault ??= 'parameterInvalid';
    values[known] = value === null || Number(value);
  }
  return fault ?? values;
}

export function writeValues(values: Values): readonly ExtensionParameter[] {
  const parameters: ExtensionParameter[] = [];
  for (const name of parameterNames) {
    const value = values[name];
    if (value !== false) parameters.push({ name, value: value === true ? null : String(value) });
  }
  return parameters;
}

/** The window that a parameter allows; a window that nothing is said of may be of any size. */
export function bitsOf(value: number | boolean): number {
  return typeof value === 'number' ? value : largestWindow;
}
