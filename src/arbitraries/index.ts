export { type PlacedCredential, placeCredential, removeCredential } from './credential.ts';
export { type Deviated, deviatedMessage } from './deviated.ts';
export { applyEdit, applyEdits, type Edit, type EditOf, type ReplyEdit, type RequestEdit } from './edit.ts';
export { fitAccept, type Spelling, spellings, spellingWords } from './fit-accept.ts';
export { type Cutting, cutting, fragmentation } from './fragmentation.ts';
export type { LineEdit } from './line-edit.ts';
export type { Transform } from './line-transform.ts';
export { literalDeviations } from './literal-deviation.ts';
export { literalReplyDeviations } from './literal-reply.ts';
export { literalTransforms } from './literal-transform.ts';
export {
  type Line,
  line,
  type ReplyMessage,
  type RequestMessage,
  replaceLines,
  setField,
  writeReplyMessage,
  writeRequestMessage,
} from './message.ts';
export { base64Of, nearToken, oddKey, oddVersion, randomCase, validKey } from './near-miss.ts';
export { type OddLine, oddLine } from './odd-line.ts';
export { type OddUri, oddUri } from './odd-uri.ts';
export { type Offer, offerOf } from './offer.ts';
export { policyDeviations } from './policy-deviation.ts';
export { requestDeviations } from './random-deviation.ts';
export { type ReplyLimits, replyDeviations } from './random-reply.ts';
export type { ReplyDeviation, ReplyFault } from './reply-deviation.ts';
export { canonicalReply, replyMessage } from './reply-message.ts';
export { literalReplyTransforms, type ReplyTransform, replyTransforms } from './reply-transform.ts';
export {
  contentData,
  type PolicyGuard,
  type RequestDeviation,
  type UnwrittenGuard,
  type WrittenGuard,
  wholeMessage,
} from './request-deviation.ts';
export { type OpeningEndpoint, requestMessage } from './request-message.ts';
export { transforms } from './transform.ts';
