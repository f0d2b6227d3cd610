import {
  type GivenSecret,
  secretsOfField,
  secretsOfOwnField,
  secretsOfRequest,
  secretsOfTarget,
} from '../auth/given-secret.ts';
import { looksLikeKey } from '../auth/key-shape.ts';
import { findNamedValues } from '../auth/named-value.ts';
import { namesCredential } from '../auth/secret-name.ts';
import { type Paste, splitWords } from '../paste/index.ts';
import { decodeLatin1, isToken } from '../wire/index.ts';
import type { TargetSettings } from './verify/target-option.ts';

type Reader = (value: string, option: string) => readonly GivenSecret[];

const credential: Reader = (value, from) => [{ value, from, isCredential: true }];
const pair: Reader = (value, from) => (/^[^:/]+:[^/]/.test(value) ? credential(value, from) : []);
const url: Reader = (value, from) => secretsOfTarget(value, from);
const offer: Reader = (value, from) => secretsOfField('Sec-WebSocket-Protocol', value, from);

/** What has a secret in it, by the options of ws101, curl, wscat, websocat and HTTPie. */
const readers: Readonly<Record<string, Reader>> = {
  '--header': readField,
  '-H': readField,
  '--auth': readAuth,
  '--subprotocol': offer,
  '--expect-subprotocol': offer,
  '-s': offer,
  '--protocol': offer,
  '--send': readMessage,
  '-x': url,
  '--proxy': url,
  '--url': url,
  '--direct': url,
  '-u': credential,
  '--user': credential,
  '-U': credential,
  '--proxy-user': credential,
  '--basic-auth': credential,
  '-a': pair,
  '-E': readCertificate,
  '--cert': readCertificate,
  '--proxy-cert': readCertificate,
  '--url-query': (value, from) => secretsOfTarget(`?${value}`, from),
  '-b': readCookie,
  '--cookie': readCookie,
};

/** Options of ws101 that name a file, or what is no secret. */
const open: ReadonlySet<string> = new Set(['--tls-key', '--backend-key', '--key', '--show-secrets']);

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];

/** What is secret in a command line, and in the variables that it may have read. */
export function findGiven(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly GivenSecret[] {
  const proxies = argv.includes('--proxy-from-environment') ? variables : [];
  return [...readWords(argv), ...proxies.flatMap((name) => secretsOfTarget(env[name] ?? '', name))];
}

/** What is secret in a text that somebody has pasted, or in what it was taken for. */
export function findPasted(octets: Uint8Array, paste: Pick<Paste, 'request'> | null): readonly GivenSecret[] {
  return [...readText(decodeLatin1(octets)), ...(paste?.request ? secretsOfRequest(paste.request) : [])];
}

/** What is secret in a profile of `verify server`. */
export function findInProfile({
  auth,
  header = [],
  subprotocol = [],
}: Pick<TargetSettings, 'auth' | 'header' | 'subprotocol'>): readonly GivenSecret[] {
  const own = header.flatMap((field) => secretsOfOwnField(field, `--header ${field[0]}`));
  return [
    ...(auth === undefined ? [] : readAuth(auth, '--auth')),
    ...own,
    ...offer(subprotocol.join(','), '--subprotocol'),
  ];
}

/** Credentials that a configuration lists. */
export function findConfigured(
  methods: readonly { readonly secrets: readonly string[] }[],
): readonly GivenSecret[] {
  return methods.flatMap(({ secrets }) => secrets.flatMap((secret) => credential(secret, 'secrets')));
}

function readWords(words: readonly string[]): readonly GivenSecret[] {
  const end = words.indexOf('--');
  return words.flatMap((word, at) => {
    const [, option = '', inline] = readOption(word);
    const isOfClient = end >= 0 && at > end;
    if (option === '' && isOfClient && /^[\w.~+=-]+$/.test(word) && looksLikeKey(word))
      return credential(word, 'argument of the client');
    if (option === '') return isValue(words[at - 1] ?? '') ? [] : readArgument(word);
    const value = inline ?? words[at + 1] ?? '';
    const read = readers[option];
    if (read) return read(value, option === '-H' ? '--header' : option);
    const isOwn = open.has(option) && (end < 0 || at < end);
    return !isOwn && option.startsWith('--') && namesCredential(option) ? credential(value, option) : [];
  });
}

/** An option, and its value where that is in the same word: `--user=a:b`, `-ua:b`. A text of several lines is none. */
function readOption(word: string): readonly (string | undefined)[] {
  if (/^-.*[\r\n]/.test(word)) return [];
  const whole = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
  const isKnown = word.startsWith('--') || Object.hasOwn(readers, whole[1] ?? '');
  return (isKnown ? null : /^(-[HubUxE])(.+)$/s.exec(word)) ?? whole;
}

/** Whether the next word was read with an option already. */
function isValue(option: string): boolean {
  return Object.hasOwn(readers, option);
}

function readArgument(text: string): readonly GivenSecret[] {
  if (/\s/.test(text)) return readText(text);
  const [, name = '', value = ''] = /^([\w-]+)[:=](?!\/\/)(.+)$/s.exec(text) ?? [];
  return namesCredential(name)
    ? credential(value, name)
    : [...readNamed(text), ...secretsOfTarget(text, 'URL')];
}

/** A URI in a text, and a line of it that is a field. */
const uri = /[a-z][a-z0-9+.-]*:\/\/[^\s'"<>()]+/gi;
const field = /^[\s<>*"'-]*:?([\w-]+)"?:[ \t]*(.*?)\r?$/gm;

function readNamed(text: string): readonly GivenSecret[] {
  return findNamedValues(text).flatMap(({ name, value }) =>
    isWord(value) ? [] : secretsOfField(name, value, name),
  );
}

/** Words and the keys of handshakes, which are no secret by whatever name. */
function isWord(value: string): boolean {
  return /^[a-z]{1,7}$/i.test(value) || /^[A-Za-z0-9+/]{22}==$/.test(value);
}

/** Longer texts have a command line in their beginning alone. */
const longest = 20_000;

function readText(text: string): readonly GivenSecret[] {
  const uris = (text.match(uri) ?? []).flatMap((found) => secretsOfTarget(found, 'URL'));
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ');
  const fields = [...text.matchAll(field), ...unfolded.matchAll(field)].flatMap(([, name = '', value = '']) =>
    secretsOfField(name, value, name),
  );
  const isCommand = /(?:^|\s)-/.test(text.slice(0, longest));
  return [
    ...uris,
    ...fields,
    ...readNamed(text),
    ...(isCommand ? readWords(splitWords(text.slice(0, longest))) : []),
  ];
}

function readField(text: string, option: string): readonly GivenSecret[] {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  // What is no field may be a value that lacks its name.
  if (!isToken(name)) return credential(text, option);
  return secretsOfOwnField([name, text.slice(colon + 1).trim()], `${option} ${name}`);
}

/** A file, with the password of its key behind a colon. */
function readCertificate(text: string, option: string): readonly GivenSecret[] {
  const [, password] = /^(?:[A-Za-z]:[\\/])?[^:]*:(.+)$/s.exec(text) ?? [];
  return password === undefined ? [] : credential(password, option);
}

function readCookie(text: string, option: string): readonly GivenSecret[] {
  return secretsOfField('Cookie', text, option);
}

function readAuth(text: string, option: string): readonly GivenSecret[] {
  const [, place = '', name = '', value = ''] = /^(header|query|cookie):([^=]*)=(.*)$/s.exec(text) ?? [];
  if (place === 'header') return [...secretsOfField(name, value, option), ...credential(value, option)];
  if (place !== '') return credential(value, option);
  const whole = /^(?:subprotocol|first-message|header|query|cookie):(.*)$/s.exec(text)?.[1] ?? text;
  const token = /^subprotocol:[^.]*\.(.+)$/s.exec(text)?.[1] ?? whole;
  return [
    ...offer(whole, option),
    ...readMessage(whole, option),
    ...credential(whole, option),
    ...credential(token, option),
  ];
}

/** A message, and in JSON what its keys name. */
function readMessage(text: string, from: string): readonly GivenSecret[] {
  const named = findNamedValues(text).filter(({ name }) => namesCredential(name));
  return [
    { value: text, from, isCredential: false },
    ...named.flatMap(({ value }) => credential(value, from)),
  ];
}
