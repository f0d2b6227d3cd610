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
  compileDecision,
  compileLifecycle,
  type Decision,
  run,
} from './compile.ts';
export { decideReply } from './compiled/client-decision.ts';
export { decideFirstMessage } from './compiled/first-message.ts';
export { decideRequest } from './compiled/server-decision.ts';
export { decideTls } from './compiled/tls-decision.ts';
export { decideTunnel } from './compiled/tunnel-decision.ts';
export {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  connectionClauses,
  replyEvents,
} from './connection.ts';
export { decide, interpret, judge, type Lifecycle } from './decide.ts';
export {
  createDecision,
  type DecisionMachine,
  type FactsRead,
  type Guards,
  type RuleTable,
} from './decision.ts';
export {
  type FirstMessageGuard,
  firstMessageDecision,
  firstMessageRows,
  firstMessageTable,
} from './first-message.ts';
export { derivePaths, type Path } from './graph.ts';
export { type HopGuard, type HopRow, hopDecision, hopRows, hopTable } from './intermediary.ts';
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
export { type TlsGuard, type TlsRow, tlsDecision, tlsRows, tlsTable } from './tls-decision.ts';
export {
  type TunnelGuard,
  type TunnelRow,
  tunnelDecision,
  tunnelRows,
  tunnelTable,
} from './tunnel-decision.ts';
export type {
  ClientChoices,
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
  ReplyFacts,
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
