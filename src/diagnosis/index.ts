export { type Hashes, readAcceptSigns, type SentKey } from './accept-sign.ts';
export { explainAccept } from './explain-accept.ts';
export { readReplySigns } from './reply-sign.ts';
export { type OddPart, readRequestSigns } from './request-sign.ts';
