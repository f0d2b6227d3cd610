import type { TextSpan } from './span.ts';

/** A part of a text as whoever decodes it reads it: octets, and where each of them stands in the text. */
export interface TextReading {
  /** A character for each octet. */
  readonly text: string;
  readonly places: readonly TextSpan[];
}

/** Fewer octets than these in a row are numbers for something else. */
const fewest = 5;

/** An octet in hexadecimal, as a dump, a URL, a string of code or a markup language has it. */
const HEXADECIMAL = /(?:%(?:25)*|\\{1,2}(?:u00|x)|0x|&#x0*)?([0-9a-f])([0-9a-f])/gi;

/** An octet in decimal, as a list or a markup language has it. */
const DECIMAL = /(?<![0-9])([0-9]{1,3})(?![0-9])/g;

/** What stands between the octets of two lines of a dump: the same as text, and the offset of the next. */
const ENDS_OF_LINES = /[ \t]{2}[|>]?[^\n]{0,18}\n[0-9a-f]{6,8}:?[ \t]{1,2}/gi;

/** What may stand between two octets. */
const BETWEEN = /^(?:[\s,;:|._h#&-]{0,4}|\s{0,40})$/i;

/** A word of which some letters are escaped, each in one of these ways; what is left over is any other character. */
const ESCAPED =
  /%(?:25)*([0-9a-f]{2})|\\{1,2}(?:u00|x)([0-9a-f]{2})|\\{1,2}([0-7]{1,3})|&#x0*([0-9a-f]{1,2});|&#0*([0-9]{1,3});|./gis;

/** All that a text has in it besides what it says as it stands: octets as numbers, and words with escapes. */
export function listReadings(text: string): readonly TextReading[] {
  return [...readHexadecimal(text), ...readDecimal(text), ...readEscaped(text)];
}

function readHexadecimal(dump: string): readonly TextReading[] {
  const text = dump.replace(ENDS_OF_LINES, (end) => ' '.repeat(end.length));
  const digits = [...text.matchAll(HEXADECIMAL)].map(({ 0: whole, 1: high = '', 2: low = '', index }) => ({
    high,
    low,
    start: index,
    end: index + whole.length,
  }));
  return runsOf(text, digits).flatMap((run) => {
    const even = run.map(({ high, low }) => String.fromCharCode(Number.parseInt(high + low, 16)));
    // A digit of something else may stand before them.
    const odd = run
      .slice(1)
      .map(({ high }, at) => String.fromCharCode(Number.parseInt((run[at]?.low ?? '') + high, 16)));
    return [
      { text: even.join(''), places: run },
      {
        text: odd.join(''),
        places: run.slice(1).map(({ end }, at) => ({ start: run[at]?.end ?? end, end })),
      },
    ];
  });
}

function readDecimal(text: string): readonly TextReading[] {
  const numbers = [...text.matchAll(DECIMAL)]
    .map(({ 0: { length }, 1: number, index }) => ({
      octet: Number(number),
      start: index,
      end: index + length,
    }))
    .filter(({ octet }) => octet < 0x100);
  return runsOf(text, numbers).map((run) => ({
    text: run.map(({ octet }) => String.fromCharCode(octet)).join(''),
    places: run,
  }));
}

function readEscaped(text: string): readonly TextReading[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index: from }) => {
    if (!/%|\\|&#/.test(word)) return [];
    const read = [...word.matchAll(ESCAPED)].map(
      ({ 0: whole, 1: percent, 2: backslash, 3: octal, 4: entity, 5: decimal, index }) => {
        const hexadecimal = percent ?? backslash ?? entity;
        const code = hexadecimal
          ? Number.parseInt(hexadecimal, 16)
          : octal
            ? Number.parseInt(octal, 8)
            : Number(decimal ?? whole.charCodeAt(0));
        return { letter: String.fromCharCode(code), start: from + index, end: from + index + whole.length };
      },
    );
    return [{ text: read.map(({ letter }) => letter).join(''), places: read }];
  });
}

/** What stands in a row, with nothing between but what may stand between octets. */
function runsOf<P extends TextSpan>(text: string, found: readonly P[]): readonly (readonly P[])[] {
  const runs: P[][] = [];
  for (const each of found) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last && before && BETWEEN.test(text.slice(before.end, each.start))) last.push(each);
    else runs.push([each]);
  }
  return runs.filter(({ length }) => length >= fewest);
}
