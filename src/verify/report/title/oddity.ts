import { decodeLatin1 } from '../../../wire/index.ts';

/** Characters of one part that are told, and how many parts of one request. */
const limit = 72;
const most = 2;

/** A request in which nothing is odd. */
export const ordinary = 'an ordinary opening';

/** A request without all of these is no opening, but a plain one. */
const ofOpening: readonly string[] = ['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version'];

const usualKey = /^Sec-WebSocket-Key: [A-Za-z0-9+/]{21}[AQgw]==$/;

/** Whether a line has a key in which nothing is odd. */
export function isUsualKey(line: string): boolean {
  return usualKey.test(line);
}

/**
 * What is odd in a request, in words that can follow "answers 400 to".
 *
 * @param octets the request, with credentials hidden
 * @param canonical an opening to the same target with nothing odd in it, with credentials hidden
 */
export function tellOddity(octets: Uint8Array, canonical: Uint8Array): string {
  const { start, lines, behind } = split(octets);
  const good = split(canonical);
  const isUsual = (line: string) => good.lines.includes(line) || isUsualKey(line);
  const isSecond = (line: string, at: number) =>
    lines.findIndex((other) => nameOf(other) === nameOf(line)) < at;
  const isMissing = (name: string) => !lines.some((line) => nameOf(line) === name);
  const isPlain = ofOpening.every(isMissing);
  const missing = good.lines.filter((line) => isMissing(nameOf(line)));
  const present = [
    ...(isPlain ? [`a plain ${quote(start)}`] : start === good.start ? [] : [quote(start)]),
    ...lines.filter((line) => !isUsual(line)).map(quote),
    ...lines
      .filter((line, at) => isUsual(line) && isSecond(line, at))
      .map((line) => `a second ${quote(line)}`),
  ];
  // What an opening may lack is odd where nothing else is.
  const needed = missing.filter((line) => ['host', ...(isPlain ? [] : ofOpening)].includes(nameOf(line)));
  const absent = present.length + needed.length + behind > 0 ? needed : missing;
  const parts = [
    ...present.map((part) => ({ joint: 'with', part })),
    ...(absent.length === 0 ? [] : [{ joint: 'without', part: absent.map(shownNameOf).join(' and ') }]),
    ...(behind === 0
      ? []
      : [{ joint: 'with', part: `${behind} ${behind === 1 ? 'octet' : 'octets'} after the head` }]),
  ];
  const [first, ...others] = parts.slice(0, most);
  if (!first)
    return isInOrder(lines, good.lines) ? ordinary : 'an opening whose fields stand in another order';
  const begin = first.joint === 'without' ? `a request without ${first.part}` : first.part;
  const told = [begin, ...others.map(({ joint, part }) => `${joint} ${part}`)].join(' ');
  return parts.length > most ? `${told} and more` : told;
}

function isInOrder(lines: readonly string[], others: readonly string[]): boolean {
  return lines.every((line, at) => nameOf(line) === nameOf(others[at] ?? line));
}

/** The lines of a head, however they end in CRLF, without the empty ones; and how many octets are behind the head. */
function split(octets: Uint8Array) {
  const text = decodeLatin1(octets);
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  const [start = '', ...lines] = head
    .replace(/^(?:\r\n)+/, (lineEnds) => '␍␊'.repeat(lineEnds.length / 2))
    .split('\r\n');
  return {
    start,
    lines: lines.filter((line) => line !== ''),
    behind: end < 0 ? 0 : text.length - end - 4,
  };
}

function nameOf(line: string): string {
  return shownNameOf(line).toLowerCase();
}

function shownNameOf(line: string): string {
  return line.replace(/[ \t]*:.*$/s, '');
}

/** As code: `Connection: close`. */
function quote(text: string): string {
  return `\`${text.length > limit ? `${text.slice(0, limit)}…` : text}\``;
}
