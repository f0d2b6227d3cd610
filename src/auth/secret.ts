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

const PARAMETERS: ReadonlySet<string> = new Set(
  [
    ...['token', 'access_token', 'auth_token', 'id_token', 'refresh_token', 'session_token'],
    ...['auth', 'authorization', 'bearer', 'jwt', 'ticket', 'session', 'session_id'],
    ...['api_key', 'access_key', 'password', 'passwd', 'secret', 'client_secret'],
    ...['sig', 'signature', 'X-Amz-Signature', 'X-Amz-Security-Token'],
  ].map(plainName),
);

/** Whether the value of a query parameter is a secret; the name as it stands in the query. */
export function isSecretParameter(encoded: string, { query = [], onlyIn }: Secrets): boolean {
  const [decoded = ''] = new URLSearchParams(`${encoded}=`).keys();
  const name = plainName(decoded);
  const isAlways = onlyIn === undefined && PARAMETERS.has(name);
  return isAlways || query.some((other) => plainName(other) === name);
}

/** Letters and digits alone, in lower case: `X-API-Key`, `x_api_key` and `apiKey[]` are spelt in many ways. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

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
