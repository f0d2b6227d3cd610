export type { Hashes, SentKey } from './accept-sign.ts';
export { explainReply } from './explain-reply.ts';
export { readReplySigns, readSentKey, type ToldReply } from './reply-sign.ts';
export { type OddPart, readRequestSigns } from './request-sign.ts';
