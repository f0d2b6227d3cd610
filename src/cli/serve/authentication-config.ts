import * as v from 'valibot';
import { flag, strictObject, wholeFrom } from '../../option/kind.ts';
import {
  type Authentication,
  apiKey,
  basic,
  bearer,
  cookie,
  firstMessage,
  queryToken,
  subprotocolToken,
} from '../../server/authentication.ts';
import { isFieldValue, isToken } from '../../wire/index.ts';
import { count, filled, notEmpty } from './config-kind.ts';

const secrets = v.pipe(v.array(filled), notEmpty());
const token = v.pipe(
  v.string(),
  v.check(isToken, ({ received }) => `${received} is not a token (RFC 9110 §5.6.2)`),
);
const realm = v.exactOptional(
  v.pipe(v.string(), v.check(isFieldValue, 'a realm without control characters was expected')),
);
const common = { secrets, realm };

/** One method of authentication, by the name that its function has in `ws101/server`. */
export const authenticationConfig = v.variant('method', [
  strictObject({
    method: v.literal('queryToken'),
    name: v.exactOptional(filled),
    ...common,
  }),
  strictObject({ method: v.literal('cookie'), name: token, ...common }),
  strictObject({ method: v.literal('bearer'), ...common }),
  strictObject({ method: v.literal('basic'), ...common }),
  strictObject({ method: v.literal('apiKey'), name: v.exactOptional(token), ...common }),
  strictObject({
    method: v.literal('subprotocolToken'),
    prefix: v.exactOptional(token),
    echo: v.exactOptional(flag),
    ...common,
  }),
  strictObject({
    method: v.literal('firstMessage'),
    secrets,
    deadline: v.exactOptional(count),
    maxOctets: v.exactOptional(count),
    maxHeld: v.exactOptional(wholeFrom(0, 10_000)),
  }),
]);

/** Makes a method of what was configured. */
export function makeAuthentication(config: v.InferOutput<typeof authenticationConfig>): Authentication {
  switch (config.method) {
    case 'queryToken':
      return queryToken(config.secrets, optionsOf(config));
    case 'cookie': {
      const { name, ...options } = optionsOf(config);
      return cookie(name, config.secrets, options);
    }
    case 'bearer':
      return bearer(config.secrets, optionsOf(config));
    case 'basic':
      return basic(config.secrets, optionsOf(config));
    case 'apiKey':
      return apiKey(config.secrets, optionsOf(config));
    case 'subprotocolToken':
      return subprotocolToken(config.secrets, optionsOf(config));
    case 'firstMessage':
      return firstMessage(config.secrets, optionsOf(config));
  }
}

/** What a method takes besides its secrets. */
function optionsOf<C extends { readonly method: string; readonly secrets: readonly string[] }>({
  method: _method,
  secrets: _secrets,
  ...options
}: C): Omit<C, 'method' | 'secrets'> {
  return options;
}
