import type { ExtensionParameter } from '../wire/index.ts';

type ParameterName =
  | 'server_no_context_takeover'
  | 'client_no_context_takeover'
  | 'server_max_window_bits'
  | 'client_max_window_bits';

/** What an offer or an answer says: `true` for a parameter without a value, `false` for one that it lacks. */
export type Values = Readonly<Record<ParameterName, number | boolean>>;

export type ParameterFault = 'parameterUndefined' | 'parameterRepeated' | 'parameterInvalid';

/** Which values each parameter may have; `null` stands for none. */
type Grammar = ReadonlyMap<string, (value: string | null) => boolean>;

export const largestWindow = 15;

// server-max-window-bits = 1*DIGIT ; client-max-window-bits = 1*DIGIT ; both 8 to 15 without leading zeros
const WINDOW_BITS = /^(?:[89]|1[0-5])$/;

const isAbsent = (value: string | null) => value === null;
const isWindowBits = (value: string | null) => value !== null && WINDOW_BITS.test(value);

/** @see RFC 7692 §7.1 */
export const answerGrammar: Grammar = new Map([
  ['server_no_context_takeover', isAbsent],
  ['client_no_context_takeover', isAbsent],
  ['server_max_window_bits', isWindowBits],
  ['client_max_window_bits', isWindowBits],
]);

/** @see RFC 7692 §7.1 */
export const offerGrammar: Grammar = new Map([
  ...answerGrammar,
  ['client_max_window_bits', (value) => isAbsent(value) || isWindowBits(value)],
]);

/** The first fault that there is, in the order of `ParameterFault`. */
export function findParameterFault(
  parameters: readonly ExtensionParameter[],
  grammar: Grammar,
): ParameterFault | null {
  if (!parameters.every(({ name }) => grammar.has(name))) return 'parameterUndefined';
  if (new Set(parameters.map(({ name }) => name)).size < parameters.length) return 'parameterRepeated';
  return parameters.every(({ name, value }) => grammar.get(name)?.(value)) ? null : 'parameterInvalid';
}

/** What parameters without a fault say. */
export function readValues(parameters: readonly ExtensionParameter[]): Values {
  const values = new Map(parameters.map(({ name, value }) => [name, value === null || Number(value)]));
  return {
    server_no_context_takeover: values.get('server_no_context_takeover') ?? false,
    client_no_context_takeover: values.get('client_no_context_takeover') ?? false,
    server_max_window_bits: values.get('server_max_window_bits') ?? false,
    client_max_window_bits: values.get('client_max_window_bits') ?? false,
  };
}

export function writeValues(values: Values): readonly ExtensionParameter[] {
  return Object.entries(values)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => ({ name, value: value === true ? null : String(value) }));
}

/** The window that a parameter allows; a window that nothing is said of may be of any size. */
export function bitsOf(value: number | boolean): number {
  return typeof value === 'number' ? value : largestWindow;
}
