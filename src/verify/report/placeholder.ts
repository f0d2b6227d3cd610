import { writeRequestMessage } from '../../arbitraries/index.ts';
import { decodeQueryPart } from '../../auth/query-value.ts';
import { redactHead } from '../../auth/redaction.ts';
import { resembles, type Secrets } from '../../auth/secret.ts';
import { findSecretParameters, hideTarget } from '../../auth/secret-target.ts';
import { decodeLatin1, encodeLatin1 } from '../../wire/index.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import type { Finding, Flaky } from './report.ts';

/** Fields that an opening has anyway. In these only the value that was declared is hidden. */
const own =
  /^(?:Host|Upgrade|Connection|Sec-WebSocket-.+|Origin|User-Agent|Cache-Control|Content-Length|Transfer-Encoding|Expect)$/i;

/** A shorter value is hidden in its own field alone: elsewhere the same letters are likely to be something else. */
const longEnough = 8;

/**
 * The octets with every declared credential, every secret of the URL, and the value of every declared field replaced by
 * as many placeholders. Nothing else is a secret: the requests are made for the run, and the answers are answers to them.
 */
export function hideCredential(octets: Uint8Array, target: Target): Uint8Array {
  const redacted = decodeLatin1(redactHead(octets, secretsOf(target)));
  const hidden = (target.options.headers ?? [])
    .filter(([name, value]) => own.test(name) && value !== '')
    .reduce(
      (text, [name, value]) => text.replace(lineOf(name, value), (_, start) => start + mask(value)),
      redacted,
    );
  return encodeLatin1(hideAll(hidden, [...wordsOf(target), ...wordsOf(target).map(toUtf8)]));
}

/** A text of a report with every credential in it replaced, in whatever sentence it stands. */
export function hideInText(text: string, target: Target): string {
  const { token, names } = secretsOf(target).subprotocolToken ?? { token: '', names: [] };
  const isNear = (word: string) => token !== '' && !names.includes(word) && resembles(word, token);
  return hideAll(text, wordsOf(target)).replace(/[^\s,;"']+/g, (word) => (isNear(word) ? mask(word) : word));
}

/** Hides credentials in the words of a report and in the policy: the target may have sent a credential back. */
export function hideInReport<
  R extends {
    readonly findings: readonly Finding[];
    readonly flaky?: readonly Flaky[];
    readonly clauses: readonly { readonly note?: string }[];
    readonly choices: readonly { readonly note?: string }[];
    readonly notes: readonly { readonly title: string }[];
    readonly policy: Readonly<Record<string, unknown>>;
    readonly ended?: string;
  },
>(report: R, target: Target): R {
  const hide = (text: string) => hideInText(text, target);
  const hideNote = <C extends { readonly note?: string }>(result: C): C =>
    result.note === undefined ? result : { ...result, note: hide(result.note) };
  return {
    ...report,
    clauses: report.clauses.map(hideNote),
    choices: report.choices.map(hideNote),
    findings: report.findings.map((finding) => ({
      ...finding,
      ...{ title: hide(finding.title), expected: hide(finding.expected), observed: hide(finding.observed) },
      ...(finding.hint === undefined ? {} : { hint: hide(finding.hint) }),
    })),
    ...(report.flaky === undefined
      ? {}
      : {
          flaky: report.flaky.map((each) => ({
            ...each,
            ...{ title: hide(each.title), expected: hide(each.expected), observed: hide(each.observed) },
          })),
        }),
    notes: report.notes.map((note) => ({ ...note, title: hide(note.title) })),
    policy: Object.fromEntries(
      Object.entries(report.policy).map(([name, value]) => [name, hideDeep(value, hide)]),
    ),
    ...(report.ended === undefined ? {} : { ended: hide(report.ended) }),
  };
}

function hideDeep(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((each) => hideDeep(each, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideDeep(each, hide)]));
}

/** Fields that have a URI, and so a query. */
const ofUri: readonly string[] = ['Location', 'Content-Location', 'Referer', 'Origin', 'Host'];

function secretsOf({ options, uri }: Target): Secrets {
  const { auth, headers = [], subprotocols: names = [] } = options;
  const fields = headers.map(([name]) => name).filter((name) => !own.test(name));
  const query = findSecretParameters(uri.resourceName).map(decodeQueryPart);
  const declared = { fields, query, onlyIn: ofUri };
  switch (auth?.in) {
    case 'query':
      return { ...declared, query: [...query, decodeQueryPart(auth.name)] };
    case 'field':
      return { ...declared, fields: [...fields, auth.name] };
    case 'authorization':
      return { ...declared, onlyIn: [...ofUri, 'Authorization'] };
    case 'cookie':
      return { ...declared, onlyIn: [...ofUri, 'Cookie', 'Set-Cookie'] };
    case 'subprotocol':
      return {
        ...{ ...declared, onlyIn: [...ofUri, 'Sec-WebSocket-Protocol'] },
        ...(auth.prefix === ''
          ? { subprotocolToken: { token: auth.value, names } }
          : { subprotocolPrefix: [auth.prefix] }),
      };
    default:
      return declared;
  }
}

/** Every text that is hidden wherever it stands, the longest first. */
function wordsOf(target: Target): readonly string[] {
  const { auth, headers = [] } = target.options;
  const { headers: _headers, auth: _auth, ...plain } = target.options;
  const { credential: _credential, ...endpoint } = target.endpoint;
  const open = decodeLatin1(
    writeRequestMessage(canonicalMessage({ ...target, options: plain, endpoint }, sampleKey)),
  );
  const values = headers.map(([, value]) => value);
  // Text that the opening has without these fields is no secret: `websocket`, or the name of the host.
  const fields = values.filter((value) => value.length >= longEnough && !open.includes(value));
  const decoded = auth?.in === 'query' ? decodeQueryPart(auth.value) : (auth?.value ?? '');
  const credential = auth ? [auth.value, decoded, encodeURIComponent(decoded)] : [];
  const words = [...new Set([...credential, ...fields, ...secretsOfUrl(target)])].filter((word) =>
    /[^*]/.test(word),
  );
  return words.toSorted((a, b) => b.length - a.length);
}

function secretsOfUrl({ uri }: Target): readonly string[] {
  const found: string[] = [];
  hideTarget(uri.resourceName, {}, (secret) => {
    found.push(secret);
    return secret;
  });
  return found.filter((secret) => secret.length >= longEnough);
}

function hideAll(text: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(word, () => '*'.repeat(word.length)), text);
}

function toUtf8(text: string): string {
  return decodeLatin1(new TextEncoder().encode(text));
}

/** White space stays. */
export function mask(text: string): string {
  return text.replace(/[^ \t]/g, '*');
}

/** The lines of a name that have a value, as octets in Latin-1 text; the first group is what stands before it. */
export function lineOf(name: string, value: string): RegExp {
  const literal = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`^(${literal(name)}[ \\t]*:[ \\t]*)${literal(value)}(?=[ \\t]*\\r?$)`, 'gim');
}
