import { type ErrorTextRow, errorTextRows, type Impersonated } from '../knowledge/error-text/error-text.ts';
import { type FailureSign, type StatusSign, toldStatuses } from '../knowledge/failure-sign.ts';

/** What an error text says, as far as its words go. */
export interface ErrorText {
  /** Who says so, as the subject of a sentence. */
  readonly client: string;
  readonly side: 'client' | 'server';
  /** The part of the text that was recognised, on one line. */
  readonly quote: string;
  /** One or two sentences: what it means, and what it does not. */
  readonly meaning: string;
  /** The status that is named or meant; null where there is none. */
  readonly status: number | null;
  /** The first URL of a WebSocket in the text, or else the first of HTTP; null where there is neither. */
  readonly url: string | null;
  /** The subprotocol, extension, parameter or value that is named; null where none is. */
  readonly value: string | null;
  readonly signs: readonly FailureSign[];
  /** What the next opening of the URL should be given, so that it fails in the same way. */
  readonly options: { readonly subprotocol?: string; readonly as?: Impersonated };
}

/** Statuses that send elsewhere, and that browsers do not follow. */
const redirections: readonly number[] = [301, 302, 303, 307, 308];

/** Recognises the words of a client, a server or a hop, wherever in the text they stand; null where it finds none. */
export function readErrorText(text: string): ErrorText | null {
  const readable = writeOnOneLine(text);
  const plain = straightenQuotes(readable);
  const found = findRow(errorTextRows, plain);
  if (!found) return null;
  const { row, match } = found;
  const { status: named, value, offered } = match.groups ?? {};
  const status = named === undefined ? (row.status ?? null) : Number(named);
  const { client, side, meaning } = row;
  return {
    client,
    side,
    meaning,
    status,
    quote: readable.slice(match.index, match.index + match[0].length),
    url: findUrl(plain),
    value: value || null,
    signs: listSigns(row, status, plain),
    options: { ...(offered ? { subprotocol: offered } : {}), ...(row.as ? { as: row.as } : {}) },
  };
}

function findRow(rows: readonly ErrorTextRow[], plain: string) {
  for (const row of rows) {
    const match = row.pattern.exec(plain);
    if (match) return { row, match };
  }
  return null;
}

/** The row's own signs, those of the status, and what the content of a refusal says that stands in the same text. */
function listSigns(row: ErrorTextRow, status: number | null, plain: string): readonly FailureSign[] {
  const isRefusal = row.side === 'client' && status !== null && status !== 101;
  const content = isRefusal ? findRow(errorTextRows.filter(isOfServer), plain) : null;
  return [
    ...new Set([
      ...(status === null ? [] : signStatus(status)),
      ...row.signs.filter((sign) => sign !== 'textSaysNothingMore' || status === null),
      ...(content?.row.signs ?? []),
    ]),
  ];
}

function isOfServer({ side }: ErrorTextRow): boolean {
  return side === 'server';
}

function signStatus(status: number): readonly FailureSign[] {
  const told = toldStatuses.find((each) => each === status);
  const sign: StatusSign = told === undefined ? 'statusIsOther' : `statusIs${told}`;
  return [
    sign,
    ...(status === 101 ? [] : (['statusIsNot101'] as const)),
    ...(redirections.includes(status) ? (['redirects'] as const) : []),
  ];
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\"', '"'],
  ["\\'", "'"],
  ['\\/', '/'],
  ['\\n', ' '],
  ['\\r', ' '],
  ['\\t', ' '],
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&apos;', "'"],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

/** Takes off the escapes of JSON and HTML, and makes every run of white space one space. */
function writeOnOneLine(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(
      /\\["'/nrt]|&(?:#39|#x27|apos|quot|amp);/gi,
      (written) => escapes.get(written.toLowerCase()) ?? written,
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Straight marks for curly ones, each in the place of its own. */
function straightenQuotes(text: string): string {
  return text.replaceAll(/[\u2018\u2019\u201b\u2032]/g, "'").replaceAll(/[\u201c\u201d]/g, '"');
}

function findUrl(plain: string): string | null {
  const url = /\b(?:wss?):\/\/(?:\[[0-9a-f:.%]+\]|[\w%])[^\s'"<>`()\]}\\]*/i.exec(plain);
  const page = /\b(?:https?):\/\/(?:\[[0-9a-f:.%]+\]|[\w%])[^\s'"<>`()\]}\\]*/i.exec(plain);
  return (url ?? page)?.[0].replace(/[.,;:!?\u2026]+$/, '') ?? null;
}
