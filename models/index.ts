export {
  type Actor,
  type Clause,
  type ClauseId,
  clauseIds,
  clauses,
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
export {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
} from './connection.ts';
export { decide, interpret, judge, type Lifecycle } from './decide.ts';
export { createDecision, type FactsRead, type Guards, type RuleTable } from './decision.ts';
export { derivePaths, type Path } from './graph.ts';
export { type HopGuard, type HopRow, hopDecision, hopRows, hopTable } from './intermediary.ts';
export { type RequestGuard, serverDecision, serverRows, serverTable } from './server-decision.ts';
export { type SessionEffect, type SessionEvent, type SessionState, serverSession } from './server-session.ts';
export type {
  HopFacts,
  HopVerdict,
  Permits,
  ReplyFacts,
  RequestFacts,
  Row,
  ServerChoices,
  ServerRow,
} from './vocabulary.ts';
