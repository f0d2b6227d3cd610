import { replaceControls } from './dot-text.ts';
import type { Mark } from './overlay.ts';
import { coloursOf } from './palette.ts';
import { wrapText } from './text-width.ts';

/** In points, at Mermaid's own size. */
const lineWidth = 240;
const textSize = 12;

/** What means anything in one of Mermaid's languages, or in the Markdown of its labels. */
const meaningful = /[!-'*+:-@[-^`{-~]|(?<![A-Za-z0-9])[-_]|[-_](?![A-Za-z0-9])|(?<=^\d+)\./g;

/** Text within a label of Mermaid, which knows no escape but the number of a character. */
export function escapeMermaid(text: string): string {
  return wrapText(replaceControls(text), lineWidth, textSize)
    .map((line) => line.replace(meaningful, (char) => `#${char.charCodeAt(0)};`))
    .join('<br/>');
}

/** Several lines of a label, each of any text. */
export function escapeLines(lines: readonly string[]): string {
  return lines.map(escapeMermaid).join('<br/>');
}

/** The title that stands above a drawing: YAML, of which JSON is a part. */
export function writeTitle(title: string): readonly string[] {
  return ['---', `title: ${JSON.stringify(replaceControls(title))}`, '---'];
}

/** What each mark looks like, of those that are there. */
export function writeClasses(marks: Iterable<Mark>): readonly string[] {
  return [...new Set(marks)].map((mark) => {
    const { ink, line, box } = coloursOf(mark);
    const dash = mark === 'untested' ? ',stroke-dasharray:4 3' : '';
    return `classDef ${mark} fill:${box},stroke:${line},color:${ink},stroke-width:2px${dash}`;
  });
}
