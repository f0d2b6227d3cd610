import { equalsIgnoringCase, parseUrl } from '../wire/index.ts';
import { encodeUtf8 } from '../wire/octet.ts';
import { type ListedRequest, tellSecure, writeRequest } from './listed.ts';
import type { PasteReading } from './paste.ts';

const WORD = /(?:\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\])+/g;
/** In single quotes with escapes, in single quotes, in double quotes; a run of others has to end before `$'`. */
const PART =
  /\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|((?:\\[\s\S]|[^\\'"$]|\$(?!'))+)/g;

/** Whether a text is a command line of curl, as browsers copy it for bash and for cmd. */
export function isCommand(text: string): boolean {
  return /^\s*(?:[$%] +)?curl(?:\.exe)?\s/.test(text);
}

/** The letters of the options of curl that have a value. */
const letters = 'AbcCdDeEFHKmoPQrtTuUwxXyYz';

/** A word with such an option, behind others that have none; what stands behind the letter is its value. */
const SHORT = new RegExp(`^-(?!-)[^${letters}]*([${letters}])(.*)$`, 's');

/** The long ones, of `curl --help all` of curl 8. */
const valued: ReadonlySet<string> = new Set(
  `
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
  delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare
  etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
  ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos
  ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth
  mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max
  pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type
  proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name
  proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file
  range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4
  socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize
  time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file
  url url-query user user-agent variable vlan-priority write-out
  `
    .trim()
    .split(/\s+/)
    .map((name) => `--${name}`),
);

/** The options that are fields. */
const fieldOf: ReadonlyMap<string, string> = new Map([
  ...['-b', '--cookie'].map((option) => [option, 'Cookie'] as const),
  ...['-A', '--user-agent'].map((option) => [option, 'User-Agent'] as const),
  ...['-e', '--referer'].map((option) => [option, 'Referer'] as const),
]);

/** The request that a command line of curl sends, as far as that says it. */
export function readCommand(text: string): PasteReading {
  const { url, method, fields } = readWords(splitWords(text));
  const parsed = url === null ? null : parseUrl(url);
  if (parsed === null) return { problem: 'the command line of curl has no URL with a scheme' };
  const hasHost = fields.some(({ name }) => equalsIgnoringCase(name, 'host'));
  const host = hasHost ? [] : [{ name: 'Host', value: parsed.host }];
  const written = writeRequest({ url, method, version: null, fields: [...host, ...fields] });
  const assumed = hasHost ? [] : ['Host is what curl sends for the URL.'];
  return { request: written.text, reply: null, notes: [...assumed, ...written.notes], ...tellSecure(url) };
}

function readWords([, ...words]: readonly string[]): Omit<ListedRequest, 'version'> {
  const fields: { name: string; value: string }[] = [];
  const urls: string[] = [];
  let method: string | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, letter, inline = ''] = SHORT.exec(word) ?? [];
    const option = letter === undefined ? word : `-${letter}`;
    const isValued = letter !== undefined || valued.has(option);
    const value = inline || (words[at + 1] ?? '');
    const name = fieldOf.get(option);
    if (isValued && inline === '') at += 1;
    if (!word.startsWith('-')) urls.push(word);
    else if (option === '--url') urls.unshift(value);
    else if (option === '-X' || option === '--request') method = value;
    else if (option === '-H' || option === '--header') fields.push(...readField(value));
    else if (name !== undefined) fields.push({ name, value });
  }
  // A word without a scheme may be the value of an option that is not known.
  return { url: urls.find((url) => parseUrl(url) !== null) ?? null, method, fields };
}

/** `Name: value`; `Name;` for an empty value, and `Name:` for none at all. */
function readField(text: string): readonly { readonly name: string; readonly value: string }[] {
  const [, name = '', end, value = ''] = /^([^:;]+)([:;]) *(.*)$/s.exec(text) ?? [];
  return name === '' || (end === ':' && value === '') ? [] : [{ name, value }];
}

/** Words as a shell parts them. In cmd a caret stands before whatever would mean something there. */
export function splitWords(text: string): readonly string[] {
  const plain = text.includes('^"') ? text.replace(/\^(\r?\n)/g, ' ').replace(/\^([\s\S])/g, '$1') : text;
  const words =
    plain
      .replace(/^\s*[$%] +/, '')
      .replace(/\\\r?\n/g, ' ')
      .match(WORD) ?? [];
  return words.map((word) =>
    word.replace(PART, (_part, escaped?: string, single?: string, double?: string, bare?: string) => {
      if (escaped !== undefined) return readEscapes(escaped);
      return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? bare?.replace(/\\([\s\S])/g, '$1') ?? '';
    }),
  );
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g;

/** What stands in `$'…'`, where a browser had something to escape. */
function readEscapes(text: string): string {
  return text.replace(ESCAPE, (_found, wide?: string, code?: string, one = '') => {
    const hexadecimal = wide ?? code;
    if (hexadecimal === undefined) return controls[one] ?? one;
    const character = String.fromCharCode(Number.parseInt(hexadecimal, 16));
    return wide === undefined ? character : encodeUtf8(character);
  });
}
