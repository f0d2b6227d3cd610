export {
  type Breach,
  type BreachKind,
  nothingSpecial,
  type Severity,
  type Tag,
  type TagRule,
  tagBreach,
  type Weight,
  type WeightRule,
  weighBreach,
  weights,
} from './breach.ts';
export {
  type Actor,
  type Clause,
  type ClauseId,
  clauseIds,
  clauses,
  isClauseId,
  type Level,
  sourceOf,
} from './clauses.ts';
export {
  type ClientRow,
  clientDecision,
  clientRows,
  clientTable,
  type ReplyGuard,
} from './client-decision.ts';
export {
  type CompiledLifecycle,
  compileLifecycle,
  run,
} from './compile.ts';
export { decideReply } from './compiled/client-decision.ts';
export { decideFirstMessage } from './compiled/first-message.ts';
export { decideRequest } from './compiled/server-decision.ts';
export { decideTls } from './compiled/tls-decision.ts';
export { decideTunnel } from './compiled/tunnel-decision.ts';
export {
  type Conclusion,
  type Confidence,
  type Contraries,
  conclude,
  confidences,
  type FailureRow,
  type Place,
} from './conclude.ts';
export {
  type ConditionFacts,
  type ConditionRule,
  conditionRules,
  explainUntested,
  type Why,
} from './condition.ts';
export {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  connectionClauses,
  replyEvents,
} from './connection.ts';
export { contrarySigns } from './contrary-sign.ts';
export { interpret, judge, type Lifecycle } from './decide.ts';
export {
  createDecision,
  type DecisionMachine,
  type FactsRead,
  type RuleTable,
} from './decision.ts';
export {
  type AcceptRecipe,
  type DiagnosisRow,
  diagnose,
  type Finding,
  type FindingPattern,
  type ReplySign,
  type RequestSign,
  type ServerSign,
} from './diagnose.ts';
export { diagnosisRows } from './diagnosis.ts';
export {
  type Allowance,
  allowanceRules,
  busyStatuses,
  type DeclaredFacts,
  exemptionRules,
  isExempt,
  permitsOutcome,
} from './exemption.ts';
export { type FailureId, failureRows } from './failure.ts';
export type { FailureSign } from './failure-sign.ts';
export {
  type FirstMessageGuard,
  firstMessageDecision,
  firstMessageRows,
  firstMessageTable,
} from './first-message.ts';
export { derivePaths, type Path } from './graph.ts';
export {
  type Among,
  implicationRules,
  isNarrower,
  listImplied,
  narrowerRules,
} from './implication.ts';
export { type HopGuard, type HopRow, hopDecision, hopRows, hopTable } from './intermediary.ts';
export { tagRules, weightRules } from './latitude.ts';
export {
  every,
  everyRule,
  first,
  firstRule,
  type Guards,
  holds,
  type Pattern,
  type Reasoned,
  type Rule,
  type Source,
} from './match.ts';
export { type Mirrored, type MirrorRule, mirrorFaults, replyMirror, requestMirror } from './mirror.ts';
export { listMoot, mootRules } from './moot.ts';
export {
  checkObligations,
  type ObligationRow,
  type Obligations,
  type ObligationTable,
} from './obligation.ts';
export {
  type AnswerFacts,
  type AnswerGuard,
  answerGuards,
  replyObligations,
  replyObligationTable,
} from './reply-obligation.ts';
export {
  type OpeningFacts,
  type OpeningGuard,
  openingGuards,
  requestObligations,
  requestObligationTable,
} from './request-obligation.ts';
export { type RequestGuard, serverDecision, serverRows, serverTable } from './server-decision.ts';
export {
  messageEvents,
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
  sessionClauses,
} from './server-session.ts';
export { type ShownRow, type SwitchFacts, type SwitchGuard, shownRows, switchGuards } from './shown.ts';
export { type TlsGuard, type TlsRow, tlsDecision, tlsRows, tlsTable } from './tls-decision.ts';
export { fieldsOf, type Topic, topicFields } from './topic.ts';
export {
  type TunnelGuard,
  type TunnelRow,
  tunnelDecision,
  tunnelRows,
  tunnelTable,
} from './tunnel-decision.ts';
export type {
  ClientChoices,
  ClientOutcome,
  ClientVerdict,
  ConnectionFieldFate,
  FieldFate,
  FirstMessageFacts,
  FirstMessageRow,
  FirstMessageVerdict,
  HeadState,
  HopFacts,
  HopPermit,
  HopVerdict,
  Permits,
  ReplyDetails,
  ReplyFacts,
  RequestDetails,
  RequestFacts,
  Row,
  ServerChoices,
  ServerRow,
  ServerVerdict,
  TlsFacts,
  TlsVerdict,
  TunnelFacts,
  TunnelVerdict,
} from './vocabulary.ts';
