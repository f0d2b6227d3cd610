/** Splits the text of a case that has one text a line; in each of them `\n` and `\r` stand for line ends. */
export function splitTexts(lines: string): readonly string[] {
  return lines.split('\n').map((line) => line.replaceAll('\\n', '\n').replaceAll('\\r', '\r'));
}
