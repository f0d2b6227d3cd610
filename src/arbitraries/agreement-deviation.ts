import type { Values } from '../negotiation/deflate-parameter.ts';
import { type DeflateFault, deflateName } from '../negotiation/permessage-deflate.ts';
import type { Extension } from '../wire/index.ts';
import {
  echoOffer,
  nearestAnswers,
  type SortedAnswers,
  writeAnswer,
  writeParameters,
} from './deflate-answer.ts';
import { deviateByLists, type ExtensionFault, type ReplyDeviation } from './reply-deviation.ts';

const guardOf = {
  parameterUndefined: 'extensionParameterIsUndefined',
  parameterRepeated: 'extensionParameterIsRepeated',
  parameterInvalid: 'extensionParameterIsInvalid',
  serverTakeoverMissing: 'extensionServerTakeoverIsMissing',
  serverBitsMissing: 'extensionServerBitsAreMissing',
  serverBitsLarger: 'extensionServerBitsAreLarger',
  clientBitsUnoffered: 'extensionClientBitsAreUnoffered',
} as const satisfies Readonly<Record<DeflateFault, ExtensionFault>>;

/** The guards of answers that are wrong whatever was offered. */
type OddGuard = 'extensionIsRepeated' | `extensionParameterIs${'Undefined' | 'Repeated' | 'Invalid'}`;

/**
 * For every fault that an answer to the extensions offered can have, the ways to write it, once each. Of the answers
 * that are well formed and fit no offer, only those that are nearest to what was asked for.
 */
export function agreementLiterals(
  extensions: readonly Extension[],
  { unfitting }: SortedAnswers,
): readonly ReplyDeviation[] {
  if (!extensions.some(({ name }) => name === deflateName)) return [];
  const echo = echoOffer(extensions);
  // A client that offered client_max_window_bits looks at its value; to another the parameter is a fault by itself.
  const isKnown = !unfitting.has('clientBitsUnoffered');
  const near = [...unfitting].map(([fault, some]) => [fault, nearestAnswers(some, echo)] as const); // a pair
  return [...oddAnswers(echo, isKnown), ...unfittingDeviations(new Map(near))];
}

/** All well-formed answers that fit no offer. */
export function unfittingDeviations(unfitting: SortedAnswers['unfitting']): readonly ReplyDeviation[] {
  return [...unfitting].flatMap(([fault, some]) =>
    deviate(
      guardOf[fault],
      some.map((values) => [writeAnswer(writeParameters(values))]),
    ),
  );
}

function deviate(guard: ExtensionFault, lists: readonly (readonly string[])[]): readonly ReplyDeviation[] {
  return deviateByLists(guard, 'Sec-WebSocket-Extensions', lists);
}

/** What is wrong whatever was offered, made of an answer that does what was asked for. */
function oddAnswers(echo: Values, isClientBitsKnown: boolean): readonly ReplyDeviation[] {
  const asked = writeParameters(echo);
  const whole = writeAnswer(asked);
  const without = (name: string) => asked.filter((each) => !each.startsWith(name));
  const odd = (guard: OddGuard, ...answers: readonly (readonly string[])[]) =>
    deviate(
      guard,
      answers.map((parameters) => [writeAnswer(parameters)]),
    );
  const instead = (name: string, ...values: readonly string[]) =>
    values.map((value) => [...without(name), `${name}${value}`]);
  const twice = (name: string, value = '') => [...without(name), `${name}${value}`, `${name}${value}`];
  return [
    ...deviate('extensionIsRepeated', [[`${whole}, ${whole}`], [whole, whole], [whole, deflateName]]),
    ...odd(
      'extensionParameterIsUndefined',
      ...['foo', 'window=12', 'constructor', 'Client_No_Context_Takeover'].map((text) => [...asked, text]),
    ),
    ...odd(
      'extensionParameterIsRepeated',
      twice('server_no_context_takeover'),
      twice('client_no_context_takeover'),
      twice('server_max_window_bits', `=${echo.server_max_window_bits || 12}`),
    ),
    ...odd(
      'extensionParameterIsInvalid',
      ...instead(
        'server_max_window_bits',
        '=16',
        '=7',
        '=0',
        '=012',
        '=12.0',
        '=0xc',
        '=1e1',
        '=+9',
        '="08"',
        '',
      ),
      ...instead('server_no_context_takeover', '=1'),
      ...instead('client_no_context_takeover', '=true'),
      ...instead('client_max_window_bits', ...(isClientBitsKnown ? ['', '=16'] : [])),
    ),
  ];
}
