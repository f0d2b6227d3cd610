import { writeRequestMessage } from '../../arbitraries/index.ts';
import { secretsOfField, secretsOfRequest } from '../../auth/given-secret.ts';
import { type Hider, makeHider } from '../../auth/hider.ts';
import { decodeQueryPart } from '../../auth/query-value.ts';
import { redactHead, redactTarget, showNames } from '../../auth/redaction.ts';
import { resembles, type Secrets } from '../../auth/secret.ts';
import { findSecretParameters, hideTarget } from '../../auth/secret-target.ts';
import { mapTexts } from '../../quote/map-texts.ts';
import { requote } from '../../quote/requote.ts';
import { decodeLatin1, encodeLatin1 } from '../../wire/index.ts';
import { canonicalMessage, sampleKey, type Target } from '../judge/target.ts';
import { toBase64 } from './exhibit.ts';
import { type Finding, type Flaky, octetNames } from './report.ts';

/** Fields that an opening has anyway. In these only the value that was declared is hidden. */
const own =
  /^(?:Host|Upgrade|Connection|Sec-WebSocket-.+|Origin|User-Agent|Cache-Control|Content-Length|Transfer-Encoding|Expect)$/i;

/** A shorter value is hidden in its own field alone: elsewhere the same letters are likely to be something else. */
const longEnough = 8;

/**
 * The octets with every declared credential, every secret of the URL, and the value of every declared field replaced by
 * as many placeholders. Nothing else that was sent is a secret: the requests are made for the run.
 */
export function hideCredential(octets: Uint8Array, target: Target): Uint8Array {
  if (target.areSecretsShown) return octets;
  const redacted = decodeLatin1(redactHead(octets, secretsOf(target)));
  const hidden = (target.options.headers ?? [])
    .filter(([name, value]) => own.test(name) && value !== '')
    .reduce(
      (text, [name, value]) => text.replace(lineOf(name, value), (_, start) => start + mask(value)),
      redacted,
    );
  return encodeLatin1(hideAll(hidden, [...wordsOf(target), ...wordsOf(target).map(toUtf8)]));
}

/**
 * The octets of an answer, in which that is hidden as well which the target has issued: cookies, tokens, addresses with
 * credentials. Fields of the handshake itself stay as they came.
 */
export function hideIssued(octets: Uint8Array, target: Target): Uint8Array {
  if (target.areSecretsShown) return octets;
  const declared = hideCredential(octets, target);
  const redacted = Buffer.from(redactHead(declared));
  if (redacted.length !== declared.length) return redacted;
  for (const { 0: line, index } of decodeLatin1(declared).matchAll(/^(?:Sec-WebSocket-|HTTP\/).*$/gim))
    redacted.write(line, index, 'latin1');
  return redacted;
}

/** Its URL as a report has it. */
export function showUrl({ url, areSecretsShown = false }: Pick<Target, 'url' | 'areSecretsShown'>): string {
  return areSecretsShown ? url : redactTarget(url);
}

/**
 * A report or a finding in which nothing is told that is secret in what a client has sent of its own, wherever it stands:
 * a reply may have it, and a sentence.
 */
export function hideInRequests<T>(told: T): T {
  const hider = makeHider(listOctets(told, ['request']).flatMap(secretsOfRequest));
  return hideWith(told, hider, (octets, name) => (name === 'request' ? hider.octets(octets) : octets));
}

/** The same for the keys that a server has chosen as subprotocols, of its own. */
export function hideInReplies<T>(told: T): T {
  const names = listOctets(told, ['response', 'answered']).flatMap((octets) =>
    [...decodeLatin1(octets).matchAll(chosen)].flatMap(([, value = '']) =>
      secretsOfField('Sec-WebSocket-Protocol', value, 'subprotocol'),
    ),
  );
  if (names.length === 0) return told;
  const hideLine = (line: string) => decodeLatin1(redactHead(encodeLatin1(line)));
  return hideWith(told, makeHider(names), (octets) =>
    encodeLatin1(decodeLatin1(octets).replace(chosen, hideLine)),
  );
}

const chosen = /^sec-websocket-protocol[ \t]*:(.*)$/gim;

function listOctets(told: unknown, names: readonly string[]): readonly Uint8Array[] {
  const found = new Set<string>();
  mapTexts(told, (text, name) => {
    if (names.includes(name)) found.add(text);
    return text;
  });
  return [...found].map((base64) => Buffer.from(base64, 'base64'));
}

/** @param hide hides in octets what is known by its place */
function hideWith<T>(told: T, hider: Hider, hide: (octets: Uint8Array, name: string) => Uint8Array): T {
  return mapTexts(told, (text, name) => {
    if (!octetNames.has(name)) return requote(text, name, hider.given);
    const octets = decodeLatin1(hide(Buffer.from(text, 'base64'), name));
    return toBase64(encodeLatin1(hider.masked(octets)));
  });
}

/** Fields with a secret that a hop has added: what was sent has none of their values. */
export function hideAdded(octets: Uint8Array, sent: Uint8Array): Uint8Array {
  const before = decodeLatin1(sent);
  const lines = [...decodeLatin1(octets).matchAll(/^([\w-]+):[ \t]*(.+?)[ \t]*\r?$/gm)];
  const onlyIn = lines.flatMap(([, name = '', value = '']) => (before.includes(value) ? [] : [name]));
  return redactHead(octets, {
    onlyIn: onlyIn.filter((name) => !/^(?:Sec-|Host$|Origin$|Referer$)/i.test(name)),
  });
}

/** A text of a report with every credential in it replaced, in whatever sentence it stands. */
export function hideInText(text: string, target: Target): string {
  if (target.areSecretsShown) return text;
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
  if (target.areSecretsShown) return report;
  const hide = (text: string) => hideInText(text, target);
  const hideNote = <C extends { readonly note?: string }>(result: C): C =>
    result.note === undefined ? result : { ...result, note: hide(result.note) };
  return hideInReplies({
    ...report,
    clauses: report.clauses.map(hideNote),
    choices: report.choices.map(hideNote),
    findings: report.findings.map((finding) => ({
      ...finding,
      title: hide(finding.title),
      expected: hide(finding.expected),
      observed: hide(finding.observed),
      ...(finding.hint === undefined ? {} : { hint: hide(finding.hint) }),
    })),
    ...(report.flaky === undefined
      ? {}
      : {
          flaky: report.flaky.map((each) => ({
            ...each,
            title: hide(each.title),
            expected: hide(each.expected),
            observed: hide(each.observed),
          })),
        }),
    notes: report.notes.map((note) => ({ ...note, title: hide(note.title) })),
    policy: mapTexts(report.policy, hide),
    ...(report.ended === undefined ? {} : { ended: hide(report.ended) }),
  });
}

/** Fields that have a URI, and so a query. */
const ofUri: readonly string[] = ['Location', 'Content-Location', 'Referer', 'Origin', 'Host'];

function secretsOf({ options, uri }: Target): Secrets {
  const { auth, headers = [], subprotocols: names = [] } = options;
  const fields = headers.map(([name]) => name).filter((name) => !own.test(name));
  const query = findSecretParameters(uri.resourceName).map(decodeQueryPart);
  // Who has a credential may be given another.
  const ofTarget = auth || headers.length > 0 ? [...ofUri, 'Set-Cookie'] : ofUri;
  const prefixes = keysOf(names).flatMap(({ prefix }) => (prefix === '' ? [] : [prefix]));
  const onlyIn = prefixes.length > 0 ? [...ofTarget, 'Sec-WebSocket-Protocol'] : ofTarget;
  const declared = { fields, query, onlyIn, subprotocolPrefix: prefixes };
  switch (auth?.in) {
    case 'query':
      return { ...declared, query: [...query, decodeQueryPart(auth.name)] };
    case 'field':
      return { ...declared, fields: [...fields, auth.name] };
    case 'authorization':
      return { ...declared, onlyIn: [...onlyIn, 'Authorization'] };
    case 'cookie':
      return { ...declared, onlyIn: [...onlyIn, 'Cookie'] };
    case 'subprotocol':
      return {
        ...declared,
        onlyIn: [...onlyIn, 'Sec-WebSocket-Protocol'],
        ...(auth.prefix === ''
          ? { subprotocolToken: { token: auth.value, names } }
          : { subprotocolPrefix: [...prefixes, auth.prefix] }),
      };
    default:
      return declared;
  }
}

/** Of the names of subprotocols the keys, each behind its prefix. */
function keysOf(names: readonly string[]): readonly { readonly prefix: string; readonly key: string }[] {
  return showNames(names).flatMap((shown, at) => {
    const name = names[at] ?? '';
    const prefix = shown.slice(0, -'***'.length);
    return shown === name ? [] : [{ prefix, key: name.slice(prefix.length) }];
  });
}

/** Every text that is hidden wherever it stands, the longest first. */
function wordsOf(target: Target): readonly string[] {
  const { auth, headers = [], subprotocols = [] } = target.options;
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
  const keys = keysOf(subprotocols).flatMap(({ key }) => (key.length >= longEnough ? [key] : []));
  const all = new Set([...credential, ...fields, ...keys, ...secretsOfUrl(target)]);
  const words = [...all].filter((word) => /[^*]/.test(word));
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
