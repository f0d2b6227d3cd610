import { equalsIgnoringCase } from '../wire/index.ts';
import { endOfToken } from '../wire/token.ts';
import { skipOws, trimOws } from '../wire/white-space.ts';
import { type Hide, plainName, resembles, type Secrets } from './secret.ts';
import { hideTarget } from './secret-target.ts';

/** Hides what is secret in the value of one kind of field. */
export type Rule = (value: string, secrets: Secrets, hide: Hide) => string;

/** What tells a token from the names of subprotocols that it stands among. */
export const tokenPrefixes: readonly string[] = [
  ...['bearer.', 'token.', 'access_token.', 'base64url.bearer.authorization.k8s.io.'],
];

// The header of a JWT is a JSON object: base64url of '{"'.
const JWT = /^eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\./;

const RULES: ReadonlyMap<string, Rule> = new Map(
  (
    [
      ['Authorization', hideCredentials],
      ['Proxy-Authorization', hideCredentials],
      ['Cookie', hideCookies],
      ['Set-Cookie', hideSetCookie],
      ['Sec-WebSocket-Protocol', hideTokens],
      ['Location', hideUri],
      ['Content-Location', hideUri],
      ['Referer', hideUri],
      ['Origin', hideUri],
      ['Host', hideUri],
      ['X-API-Key', hideAll],
      ['API-Key', hideAll],
      ['X-Auth-Token', hideAll],
      ['X-Access-Token', hideAll],
      ['X-Amz-Security-Token', hideAll],
    ] satisfies [string, Rule][]
  ).map(([name, rule]) => [plainName(name), rule]),
);

/** How to redact the field of a name; null when it has no secrets. */
export function ruleOf(name: string, { fields = [], onlyIn }: Secrets): Rule | null {
  const plain = plainName(name);
  const isAmong = (names: readonly string[]) => names.some((other) => plainName(other) === plain);
  if (isAmong(fields)) return hideAll;
  return onlyIn === undefined || isAmong(onlyIn) ? (RULES.get(plain) ?? null) : null;
}

/** The offset behind the first word and its white space: 0 when no other word follows, or it is no token. */
export function endOfFirstWord(text: string): number {
  const end = endOfToken(text, skipOws(text, 0));
  const next = skipOws(text, end);
  return next > end && next < text.length ? next : 0;
}

/** Keeps the white space around. */
export function hideWord(text: string, hide: Hide): string {
  const word = trimOws(text);
  return text.replace(word, () => hide(word));
}

function hideAll(value: string, _: Secrets, hide: Hide): string {
  return hideWord(value, hide);
}

// credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ] ; a single word may be a token without a scheme
function hideCredentials(value: string, _: Secrets, hide: Hide): string {
  const end = endOfFirstWord(value);
  return value.slice(0, end) + hideWord(value.slice(end), hide);
}

// cookie-string = cookie-pair *( ";" SP cookie-pair )
function hideCookies(value: string, _: Secrets, hide: Hide): string {
  const pairs = value.split(';').map((pair) => hidePair(pair, hide));
  return pairs.join(';');
}

// cookie-pair = cookie-name "=" cookie-value
function hidePair(pair: string, hide: Hide): string {
  const end = pair.indexOf('=') + 1;
  return pair.slice(0, end) + hideWord(pair.slice(end), hide);
}

// set-cookie-string = cookie-pair *( ";" SP cookie-av )
function hideSetCookie(value: string, _: Secrets, hide: Hide): string {
  const [pair = '', ...attributes] = value.split(';');
  return [hidePair(pair, hide), ...attributes].join(';');
}

function hideTokens(value: string, secrets: Secrets, hide: Hide): string {
  const { subprotocolPrefix = [], subprotocolToken, onlyIn } = secrets;
  const isAny = onlyIn === undefined;
  const prefixes = [...(isAny ? tokenPrefixes : []), ...subprotocolPrefix];
  const isToken = (name: string) =>
    subprotocolToken !== undefined &&
    !subprotocolToken.names.includes(trimOws(name)) &&
    resembles(name, subprotocolToken.token);
  return value
    .split(',')
    .map((element) => {
      const start = element.search(/[^ \t"']|$/);
      const name = element.slice(start);
      const prefix = prefixes.find((known) => equalsIgnoringCase(name.slice(0, known.length), known));
      if (prefix === undefined && !(isAny && JWT.test(name)) && !isToken(name)) return element;
      const end = start + (prefix ?? '').length;
      return element.slice(0, end) + hideWord(element.slice(end), hide);
    })
    .join(',');
}

function hideUri(value: string, secrets: Secrets, hide: Hide): string {
  return hideWord(value, (uri) => hideTarget(uri, secrets, hide));
}
