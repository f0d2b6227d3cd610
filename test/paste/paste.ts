import { readMessage, readPaste } from '../../src/paste/index.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';

function view(read: ReturnType<typeof readPaste>) {
  if (!read.ok) return read.problem;
  const { kind, request, reply, notes } = read.value;
  return { kind, request: request && decodeLatin1(request), reply: reply && decodeLatin1(reply), notes };
}

/** What is found in a text, its messages as texts too; a sentence where that is nothing. */
export function found(text: string) {
  return view(readPaste(Buffer.from(text)));
}

export function foundExactly(text: string) {
  return view(readMessage(Buffer.from(text, 'latin1')));
}

/** The lines of a head. */
export function head(...lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}
