export type { ClauseId } from '../../models/clauses.ts';
export type { RequestFacts, ServerChoices } from '../../models/vocabulary.ts';
export type { Clock } from '../clock.ts';
export type { FrameConnection, FrameOptions } from '../frames/to-web-socket.ts';
export { toWebSocket } from '../frames/to-web-socket.ts';
export type { Extension, ExtensionParameter, Field, HttpVersion, RequestHead, Span } from '../wire/index.ts';
export { type HandshakeServer, listen } from './listen.ts';
export type { Limits, ListenOptions, ServerConnection } from './option.ts';
export type { Outcome } from './outcome.ts';
