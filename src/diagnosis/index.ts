export type { Hashes, SentKey } from './accept-sign.ts';
export { sayAsBrowser, type ToldFailure } from './browser-word.ts';
export { type ErrorText, readErrorText } from './error-text.ts';
export { explainReply } from './explain-reply.ts';
export { readReplySigns, readSentKey, type ToldReply } from './reply-sign.ts';
export { type OddPart, readRequestSigns } from './request-sign.ts';
