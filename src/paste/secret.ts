import {
  type GivenSecret,
  secretsOfField,
  secretsOfOwnField,
  secretsOfRequest,
  secretsOfTarget,
} from '../auth/given-secret.ts';
import { looksLikeKey } from '../auth/key-shape.ts';
import { findNamedValues } from '../auth/named-value.ts';
import { redactField } from '../auth/redaction.ts';
import { hasStandardRule } from '../auth/secret-field.ts';
import { namesCredential } from '../auth/secret-name.ts';
import { decodeLatin1, isToken } from '../wire/index.ts';
import { splitWords } from './command.ts';
import type { Paste } from './paste.ts';

type Reader = (value: string, option: string) => readonly GivenSecret[];

const credential: Reader = (value, from) => [{ value, from, isCredential: true }];
const pair: Reader = (value, from) => (/^[^:/]+:[^/]/.test(value) ? credential(value, from) : []);
const url: Reader = (value, from) => secretsOfTarget(value, from);
const offer: Reader = (value, from) =>
  secretsOfField('Sec-WebSocket-Protocol', value.replace(/["'`]/g, ''), from);

/** What has a secret in it, by the options of ws101, curl, wscat, websocat and HTTPie. */
const readers: Readonly<Record<string, Reader>> = {
  '--header': readField,
  '-H': readField,
  '--auth': secretsOfAuth,
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

/** What is secret in a text that somebody has pasted, or in what it was taken for. */
export function findPasted(octets: Uint8Array, paste: Pick<Paste, 'request'> | null): readonly GivenSecret[] {
  return [...readText(decodeLatin1(octets)), ...(paste?.request ? secretsOfRequest(paste.request) : [])];
}

/** What is secret in the words of a command line. */
export function secretsOfWords(words: readonly string[]): readonly GivenSecret[] {
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

/** A list of subprotocols in code, or what a tool tells of one. */
const list =
  /(?:protocols?\b|\bnew WebSocket\([^,\n]{1,999},)(?:\[\]string|["'`\s:=>(,[{]){1,9}([^\])}\n]{1,8192})/gi;

/** A name on a line of its own, and its value on the next, as Chromium copies fields; a word is the name of well-known ones alone. */
const apart = /^[ \t]*([\w-]{1,99})\r?\n(?=[ \t]*(.+))/gm;

/** A field that a proxy is told to set: by nginx, HAProxy, Caddy or Apache. */
const directive =
  /(?:proxy_set_header|(?:set|add)-header|header_up|RequestHeader[ \t]{1,4}(?:set|add))[ \t]{1,4}([\w-]{1,99})[ \t]{1,4}["']?([^"'\n;]{1,8192})/gi;

function readApart(text: string): readonly GivenSecret[] {
  return [...text.matchAll(apart)].flatMap(([, name = '', value = '']) =>
    hasStandardRule(name, {}) || /[-_]|[a-z][A-Z]/.test(name)
      ? secretsOfField(name, value.trimEnd(), name)
      : [],
  );
}

function readNamed(text: string): readonly GivenSecret[] {
  return findNamedValues(text).flatMap(({ name, value }) =>
    // In a list of subprotocols the one before it may have a key of its own.
    isWord(value) ? [] : secretsOfField(name, value, redactField('Sec-WebSocket-Protocol', name)),
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
  const named = [...text.matchAll(field), ...unfolded.matchAll(field), ...text.matchAll(directive)];
  const fields = named.flatMap(([, name = '', value = '']) => secretsOfField(name, value, name));
  const isCommand = /(?:^|\s)-/.test(text.slice(0, longest));
  return [
    ...uris,
    ...fields,
    ...readApart(text),
    ...readNamed(text),
    ...[...text.matchAll(list)].flatMap(([, names = '']) => offer(names, 'subprotocol')),
    ...(isCommand ? secretsOfWords(splitWords(text.slice(0, longest))) : []),
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

/** What is secret in the value of `--auth`. */
export function secretsOfAuth(text: string, option: string): readonly GivenSecret[] {
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
