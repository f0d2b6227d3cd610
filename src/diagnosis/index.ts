export type { Hashes, SentKey } from './accept-sign.ts';
export { type AnswerRead, areAlike, describeAnswer, readAnswer } from './answer.ts';
export { isSettings, nameStatus } from './answer-sign.ts';
export type { ErrorText } from './error-text.ts';
export { explainReply } from './explain-reply.ts';
export { type Diagnosis, diagnoseFailure, readFailureSigns, tellDiagnosis } from './failure.ts';
export { describeUse, findFlaws, isOfUse } from './flaw.ts';
export { describeClose, isInOrder } from './frame-sign.ts';
export { completeOffer, type KnownOffer, readKnownOffer, writeOffer } from './known-offer.ts';
export { nameNextCommand, tellWords } from './next-command.ts';
export type {
  AddressSeen,
  Asked,
  ConnectOutcome,
  ContrastName,
  ContrastSeen,
  ExchangeSeen,
  FramesSeen,
  Http2Seen,
  IdleSeen,
  InputFault,
  Observation,
  ProxySeen,
  TlsSeen,
} from './observation.ts';
export { isMessage, type Pasted, readAsked, readPasted, readWords, unknownAsked } from './pasted.ts';
export { quoteBrowser } from './quoted-browser.ts';
export { isForbidden, isForContent, isForLength } from './refusal.ts';
export { readReplySigns, readSentKey, type ToldReply } from './reply-sign.ts';
export { type OddPart, readRequestSigns } from './request-sign.ts';
