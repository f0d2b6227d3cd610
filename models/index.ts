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
  type CompiledLifecycle,
  compileLifecycle,
  run,
} from './compile.ts';
export { decideReply } from './compiled/client.ts';
export { decideFirstMessage } from './compiled/first-message.ts';
export { decideRequest } from './compiled/server.ts';
export { decideTls } from './compiled/tls.ts';
export { decideTunnel } from './compiled/tunnel.ts';
export { interpret, judge, type Lifecycle } from './decide.ts';
export {
  createDecision,
  type DecisionMachine,
  type FactsRead,
  type RuleTable,
} from './decision.ts';
export {
  type ClientRow,
  clientDecision,
  clientRows,
  clientTable,
  type ReplyGuard,
} from './decisions/client.ts';
export {
  type FirstMessageGuard,
  firstMessageDecision,
  firstMessageRows,
  firstMessageTable,
} from './decisions/first-message.ts';
export { type HopGuard, type HopRow, hopDecision, hopRows, hopShown, hopTable } from './decisions/hop.ts';
export type {
  ClientVerdict,
  FirstMessageRow,
  FirstMessageVerdict,
  HopVerdict,
  Permits,
  Row,
  ServerRow,
  ServerVerdict,
  TlsVerdict,
  TunnelVerdict,
} from './decisions/row.ts';
export { type RequestGuard, serverDecision, serverRows, serverTable } from './decisions/server.ts';
export { type TlsGuard, type TlsRow, tlsDecision, tlsRows, tlsTable } from './decisions/tls.ts';
export {
  type TunnelGuard,
  type TunnelRow,
  tunnelDecision,
  tunnelRows,
  tunnelTable,
} from './decisions/tunnel.ts';
export type { AnswerFacts } from './facts/answer.ts';
export type { ConductFacts } from './facts/conduct.ts';
export type { FirstMessageFacts } from './facts/first-message.ts';
export type { ConnectionFieldDisposition, FieldDisposition, HopFacts, HopPermit } from './facts/hop.ts';
export type { OpeningFacts } from './facts/opening.ts';
export type { PassageFacts } from './facts/passage.ts';
export type { ClientChoices, ClientOutcome, ReplyDetails, ReplyFacts } from './facts/reply.ts';
export type { HeadState, RequestDetails, RequestFacts, ServerChoices } from './facts/request.ts';
export type { SwitchFacts } from './facts/switch.ts';
export type { TlsFacts } from './facts/tls.ts';
export type { TrialFacts } from './facts/trial.ts';
export type { TunnelFacts } from './facts/tunnel.ts';
export { derivePaths, type Path } from './graph.ts';
export {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  connectionClauses,
  replyEvents,
} from './lifecycles/connection.ts';
export {
  messageEvents,
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
  sessionClauses,
} from './lifecycles/session.ts';
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
export {
  type ConductGuard,
  clientObligations,
  clientObligationTable,
  conductGuards,
  type TrialGuard,
  trialGuards,
  trialObligations,
  trialObligationTable,
} from './obligations/client.ts';
export {
  checkObligations,
  type ObligationRow,
  type Obligations,
  type ObligationTable,
} from './obligations/obligation.ts';
export {
  type AnswerGuard,
  answerGuards,
  replyObligations,
  replyObligationTable,
} from './obligations/reply.ts';
export {
  type OpeningGuard,
  openingGuards,
  requestObligations,
  requestObligationTable,
} from './obligations/request.ts';
export { type ShownRow, type SwitchGuard, shownRows, switchGuards } from './obligations/switch.ts';
export { fieldsOf, type Topic, topicFields } from './topic.ts';
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
} from './verdict/breach.ts';
export {
  type ConditionFacts,
  type ConditionRule,
  conditionRules,
  explainUntested,
  type Why,
} from './verdict/condition.ts';
export {
  type AcceptRecipe,
  type DiagnosedBreach,
  type DiagnosisRow,
  diagnose,
  type FindingPattern,
  type ReplySign,
  type RequestSign,
  type ServerSign,
} from './verdict/diagnose.ts';
export { diagnosisRows } from './verdict/diagnosis.ts';
export {
  type Allowance,
  allowanceRules,
  busyStatuses,
  type DeclaredFacts,
  exemptionRules,
  isExempt,
  permitsOutcome,
} from './verdict/exemption.ts';
export {
  type Among,
  implicationRules,
  isNarrower,
  listImplied,
  narrowerRules,
} from './verdict/implication.ts';
export {
  type Mirrored,
  type MirrorRule,
  mirrorFaults,
  replyMirror,
  requestMirror,
} from './verdict/mirror.ts';
export { listNotApplicable, notApplicableRules } from './verdict/not-applicable.ts';
export { tagRules, weightRules } from './verdict/server-weight.ts';
