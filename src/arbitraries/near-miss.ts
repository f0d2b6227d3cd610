import fc from 'fast-check';
import { oddKeys, oddVersions } from './odd-value.ts';

/** The text in random letter case. */
export function randomCase(text: string): fc.Arbitrary<string> {
  return fc.mixedCase(fc.constant(text));
}

/** Tokens that contain a token, or are contained in it, without being it. */
export function nearToken(token: string): fc.Arbitrary<string> {
  const letter = fc.constantFrom(...'abcxyz019-_.');
  return fc.oneof(
    letter.map((extra) => `${token}${extra}`),
    letter.map((extra) => `${extra}${token}`),
    fc.nat(token.length - 1).map((at) => (at === 0 ? `${token}0` : token.slice(0, at))),
    fc.nat(token.length - 1).map((at) => (at === 0 ? `0${token}` : token.slice(at))),
    fc.constant(token.repeat(2)),
  );
}

/** Names that are none of the given ones: some that are like them, and others. */
export function unlike(names: readonly string[], others: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const near = names.flatMap((name) => [nearToken(name), fc.constant(name.toUpperCase())]);
  return fc.oneof(others, ...near).filter((name) => !names.includes(name));
}

/** The base64 text of as many random octets. */
export function base64Of(octets: fc.Arbitrary<number>): fc.Arbitrary<string> {
  return octets
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    .map((random) => btoa(String.fromCharCode(...random)));
}

/** A valid Sec-WebSocket-Key. */
export function validKey(): fc.Arbitrary<string> {
  return base64Of(fc.constant(16));
}

/** Texts that look like a Sec-WebSocket-Key and break the grammar of base64. */
export function oddKey(): fc.Arbitrary<string> {
  return validKey().chain((key) => fc.constantFrom(...oddKeys(key)));
}

/** Texts that a loose reader takes for the number 13, and others that are no version at all. */
export function oddVersion(): fc.Arbitrary<string> {
  return fc.constantFrom(...oddVersions);
}
