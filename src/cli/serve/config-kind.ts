import * as v from 'valibot';
import { wholeFrom } from '../../option/kind.ts';
import { isToken } from '../../wire/index.ts';

/** A whole number from 1 that a timer can keep as milliseconds. */
export const count = wholeFrom(1);

export const notEmpty = <Given extends string | readonly unknown[]>() =>
  v.check((given: Given) => given.length > 0, 'it is empty');

/** A text that has something in it. */
export const filled = v.pipe(v.string(), notEmpty());

/** The name of a subprotocol. */
export const name = v.pipe(
  v.string(),
  v.check(isToken, ({ received }) => `${received} is not a token (RFC 6455 §4.1)`),
);
