import { fieldValues, isToken, trimOws } from '../wire/index.ts';
import { extendedConnect, isExtendedConnect, type Listed, writeReply, writeRequest } from './listed.ts';
import type { PasteReading } from './paste.ts';

type Side = 'request' | 'reply';
type FieldText = Listed['fields'][number];

/** A line that has a name and a colon: a field of any version, or one of the lines that Chromium calls General. */
const NAMED = /^(:?[^\s:][^:]*):(?:[ \t]+(.*))?$/;
const HEADING = /^(?:(request|response) headers|general)(?: *\(.*\))?$/i;
const PROVISIONAL = /^provisional headers/i;
const START_LINE = /^(?:(HTTP\/[\d.]+) +(\d{3}.*)|([A-Z]+) +(\S+) +(HTTP\/[\d.]+))$/;

/** Whether a text begins as a list of fields, or with a heading of one. */
export function isFieldList(text: string): boolean {
  const [first = ''] = linesOf(text);
  return HEADING.test(first) || PROVISIONAL.test(first) || isNamed(first);
}

/** What Chromium shows of a request beside its fields. */
const general = { 'request url': 'url', 'request method': 'method', 'status code': 'status' } as const;

/** All that the lines say, whichever message each is about. */
interface Lines {
  readonly fields: Record<Side | 'either', FieldText[]>;
  readonly said: { url: string | null; method: string | null; status: string | null };
  readonly versions: Record<Side, string | null>;
  /** Whether the browser says that it shows what it meant to send. */
  isProvisional: boolean;
}

/** Fields as the developer tools of a browser show and copy them, with their headings or without. */
export function readFieldList(text: string): PasteReading {
  const { fields, said, versions, isProvisional } = readLines(linesOf(text));
  const side = sideOf(fields.either);
  if (fields.either.length > 0 && side === null) {
    return {
      problem:
        'these fields may belong to a request or to a reply: add the start-line, which tells them apart',
    };
  }
  if (Object.values(fields).every(({ length }) => length === 0))
    return { problem: 'the text lists no header field' };
  const asked = { fields: [...fields.request, ...(side === 'request' ? fields.either : [])] };
  const answered = { fields: [...fields.reply, ...(side === 'reply' ? fields.either : [])] };
  if (isExtendedConnect(asked)) return { problem: extendedConnect };
  const request =
    isProvisional || asked.fields.length === 0
      ? null
      : writeRequest({ ...said, ...asked, version: versions.request });
  const reply =
    answered.fields.length === 0 ? null : writeReply({ ...said, ...answered, version: versions.reply });
  return {
    request: request?.text ?? null,
    reply: reply?.text ?? null,
    notes: [
      ...(isProvisional ? ['The browser shows provisional headers: what it really sent is not known.'] : []),
      ...new Set([...(request?.notes ?? []), ...(reply?.notes ?? [])]),
    ],
  };
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => trimOws(line))
    .filter((line) => line !== '');
}

function readLines(lines: readonly string[]): Lines {
  const read: Lines = {
    fields: { request: [], reply: [], either: [] },
    said: { url: null, method: null, status: null },
    versions: { request: null, reply: null },
    isProvisional: false,
  };
  let side: Side | 'either' = 'either';
  for (const [at, line] of lines.entries()) {
    const start = START_LINE.exec(line);
    if (start) side = readStartLine(start, read);
    else if (HEADING.test(line)) side = sideOfHeading(line);
    else if (PROVISIONAL.test(line)) read.isProvisional = true;
    else addNamed(line, lines[at + 1] ?? '', side, read);
  }
  return read;
}

/** Takes a line that has a name. Chromium copies the value as a line of its own. */
function addNamed(line: string, next: string, side: Side | 'either', { fields, said }: Lines): void {
  const [, name = '', own = ''] = NAMED.exec(line) ?? [];
  const isApart = own === '' && !isNamed(next) && !HEADING.test(next) && !START_LINE.test(next);
  const value = isApart ? next : own;
  const known = knownAs(name);
  if (known !== undefined) said[known] = value;
  else if (isFieldName(name)) fields[side].push({ name, value });
}

function isNamed(line: string): boolean {
  const [, name = ''] = NAMED.exec(line) ?? [];
  return isFieldName(name) || knownAs(name) !== undefined;
}

function knownAs(name: string): (typeof general)[keyof typeof general] | undefined {
  return Object.entries(general).find(([each]) => each === name.toLowerCase())?.[1];
}

function readStartLine(
  [, version, status, method, target, asked]: RegExpExecArray,
  { said, versions }: Lines,
): Side {
  if (status !== undefined) {
    [said.status, versions.reply] = [status, version ?? null];
    return 'reply';
  }
  // A target alone is a URL of no matter which origin.
  [said.method, said.url, versions.request] = [method ?? null, `ws://a${target}`, asked ?? null];
  return 'request';
}

function sideOfHeading(heading: string): Side | 'either' {
  if (/^request/i.test(heading)) return 'request';
  return /^response/i.test(heading) ? 'reply' : 'either';
}

function isFieldName(name: string): boolean {
  return isToken(name.replace(/^:/, ''));
}

const ofRequest = [
  ':method',
  ':authority',
  ':path',
  'host',
  'sec-websocket-key',
  'user-agent',
  'origin',
  'cookie',
];
const ofReply = [':status', 'sec-websocket-accept', 'server', 'date', 'set-cookie', 'www-authenticate'];

/** Which message has fields of such names; null where either may. */
function sideOf(fields: readonly FieldText[]): Side | null {
  const hasAny = (names: readonly string[]) => names.some((name) => fieldValues(fields, name).length > 0);
  if (hasAny(ofRequest)) return 'request';
  return hasAny(ofReply) ? 'reply' : null;
}
