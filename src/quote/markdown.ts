import { splitQuoted } from './split-quoted.ts';
import { visible } from './visible.ts';

/** Words that GitHub makes a link or a picture of, or a mention that somebody is told of. */
const alive = /(\S*(?:@|:\/\/|www\.|#\d|GH-\d|:[a-z+-][\w+-]*:)\S*)/i;

/**
 * A text in which nothing is markup but code: what stands between backticks, and each word that would be a link or a
 * mention.
 */
export function quoteInMarkdown(content: string): string {
  return splitQuoted(visible(content))
    .map((part, at) => (at % 2 === 0 ? escapeProse(part.replaceAll('`', "'")) : codeInMarkdown(part)))
    .join('');
}

function escapeProse(prose: string): string {
  return prose
    .split(alive)
    .map((part, at) => (at % 2 === 0 ? escapeMarkup(part) : codeInMarkdown(part)))
    .join('');
}

function escapeMarkup(plain: string): string {
  return plain.replace(/[\\*_[\]<>#|~&!$]/g, (character) => `\\${character}`);
}

/** A span of code, between more backticks than any run of them in it. */
export function codeInMarkdown(content: string): string {
  const shown = visible(content);
  const marks = fenceOf(shown, 1);
  // Nothing between two backticks would be no span, but the beginning of another.
  const room = shown === '' || shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${marks}${room}${shown}${shown === '' ? '' : room}${marks}`;
}

/** A fenced block of lines, whose fence is longer than any run of backticks in it. */
export function blockInMarkdown(content: string, language: string): string {
  const marks = fenceOf(content, 3);
  return `${marks}${language}\n${visible(content, true)}\n${marks}`;
}

function fenceOf(content: string, least: number): string {
  const runs = content.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
}
