// Advance widths of Helvetica in thousandths of its size, from U+0020 to U+007E (Adobe's font metrics).
const regular =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 ' +
  '584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 ' +
  '667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 ' +
  '278 556 500 722 500 500 500 334 260 334 584';
const bold =
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 ' +
  '584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 ' +
  '667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 ' +
  '333 611 556 778 556 556 500 389 280 389 584';
const widths = { regular: regular.split(' ').map(Number), bold: bold.split(' ').map(Number) };

export type FontWeight = keyof typeof widths;

/** What a reader takes for one character may be several code points. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function splitCharacters(text: string): readonly string[] {
  return isAscii(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** A letter is as wide as without its accents. What Helvetica does not have is taken to be wide rather than narrow. */
function widthOf(character: string, weight: FontWeight): number {
  const code = character.normalize('NFD').codePointAt(0) ?? 0;
  return widths[weight][code - 0x20] ?? (code < 0x1100 ? 780 : 1100);
}

/**
 * How wide a text is drawn: as in Helvetica, to which another font is pressed or spread.
 *
 * @param size in points
 * @returns points
 */
export function measureText(text: string, size: number, weight: FontWeight = 'regular'): number {
  const sum = splitCharacters(text).reduce((all, character) => all + widthOf(character, weight), 0);
  return (sum * size) / 1000;
}

/** Whether Graphviz comes to the same width: at other characters it guesses. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/**
 * Parts a text into lines no wider than that: between words, then within them after punctuation or before a capital,
 * and in the end anywhere. Line breaks in the text stay.
 *
 * @param width in points
 * @param size in points
 */
export function wrapText(
  text: string,
  width: number,
  size: number,
  weight: FontWeight = 'regular',
): readonly string[] {
  const fits = (line: string) => measureText(line.trimEnd(), size, weight) <= width;
  return text.split(/\r\n?|[\n\u2028\u2029]/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const piece of paragraph.split(/(?<=\s)(?=\S)/).flatMap((word) => breakWord(word, fits))) {
      if (line !== '' && !fits(line + piece)) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
    }
    return [...lines, line.trimEnd()];
  });
}

function breakWord(word: string, fits: (line: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const pieces = word.split(/(?<=[_/,:;#()[\]{}-])|(?<=\.)(?!\d)|(?<=[a-z0-9])(?=[A-Z])/);
  return pieces.flatMap((piece) => (fits(piece) ? [piece] : splitCharacters(piece)));
}
