import type { Found } from './paste.ts';

/** A head with its empty line, and lines of nothing before it; all of the text where no empty line ends it. */
const HEAD = /^(?:\r?\n)*(?:[\s\S]*?\n\r?\n|[\s\S]*$)/;

/** The offset behind the first head of a text, whichever its line ends are. */
export function endOfHead(text: string): number {
  return HEAD.exec(text)?.[0].length ?? text.length;
}

/**
 * Gives heads the line ends that were meant. Where all lines end in LF alone an editor or a terminal made that of CR LF;
 * where some do and some do not, the octets were meant as they are. Content is not looked at.
 */
export function settleLineEnds({ request, reply, notes }: Found): Found {
  const heads = [request, reply].map((text) => (text ?? '').slice(0, endOfHead(text ?? ''))).join('');
  const ends = new Set(heads.match(/\r?\n/g));
  if (ends.size > 1) return { request, reply, notes: [...notes, mixed] };
  const isEdited = ends.has('\n');
  const written = isEdited ? [...notes, edited] : notes;
  const texts = [request, reply].map((text) => text && (isEdited ? text.replace(/\r?\n/g, '\r\n') : text));
  const [first = null, second = null] = texts.map((text) => text && endHead(text, isEdited));
  const isAdded = first !== texts[0] || second !== texts[1];
  return { request: first, reply: second, notes: isAdded ? [...written, ended] : written };
}

/** Copying often leaves out the last line: the head of a text that ends with a whole line gets its empty one. */
function endHead(text: string, isEdited: boolean): string {
  if (text.replace(/^(?:\r\n)+/, '').includes('\r\n\r\n')) return text;
  if (text.endsWith('\r\n')) return `${text}\r\n`;
  return isEdited ? `${text}\r\n\r\n` : text;
}

const edited = 'Each LF is read as CR LF.';
const mixed = 'Some lines end in CR LF and some in LF: the octets are judged as they are.';
const ended = 'An empty line is added to end the head.';
