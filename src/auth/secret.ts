/** What counts as a secret besides what always does. Cookies always do, whichever their names. */
export interface Secrets {
  readonly query?: readonly string[];
  readonly fields?: readonly string[];
  readonly subprotocolPrefix?: readonly string[];
  /** A token that is one of the names of subprotocols as a whole; names that resemble it are secret too, but these. */
  readonly subprotocolToken?: { readonly token: string; readonly names: readonly string[] };
  /**
   * Names of the fields that may have a secret in them. Where it is given, nothing is a secret but what is named here:
   * no parameter, no user information, and no other field.
   */
  readonly onlyIn?: readonly string[];
}

/** Puts a placeholder where a secret was. */
export type Hide = (secret: string) => string;

/** Whether a text has half of a secret in it, forwards or backwards, ignoring case. */
export function resembles(text: string, secret: string): boolean {
  const size = Math.max(Math.ceil(secret.length / 2), Math.min(secret.length, 3));
  const forwards = secret.toLowerCase();
  const halves = [forwards, [...forwards].reverse().join('')].flatMap((whole) =>
    Array.from({ length: whole.length - size + 1 }, (_, at) => whole.slice(at, at + size)),
  );
  const lower = text.toLowerCase();
  return size > 0 && halves.some((half) => lower.includes(half));
}
