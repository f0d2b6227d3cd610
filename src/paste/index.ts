export { describePaste } from './describe-paste.ts';
export { decodeText, toUtf8 } from './encoding.ts';
export type { Paste, PasteKind, ReadPaste } from './paste.ts';
export { readMessage, readPaste } from './read-paste.ts';
export { findPasted, secretsOfAuth, secretsOfWords } from './secret.ts';
