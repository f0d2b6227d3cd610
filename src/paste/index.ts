export { splitWords } from './command.ts';
export { describePaste } from './describe-paste.ts';
export type { Paste, PasteKind, ReadPaste } from './paste.ts';
export { readMessage, readPaste } from './read-paste.ts';
