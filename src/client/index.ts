export type { ClauseId } from '../../models/clauses.ts';
export type { Clock } from '../clock.ts';
export {
  cdnIdleTimeout,
  type KeepOpenOptions,
  keepOpen,
  pingInterval,
  proxyIdleTimeout,
} from '../frames/keep-open.ts';
export type { FrameConnection, FrameOptions } from '../frames/to-web-socket.ts';
export { toWebSocket } from '../frames/to-web-socket.ts';
export type { DeflateOffer, DeflateParameters } from '../negotiation/permessage-deflate.ts';
export type { HeaderInput } from '../option/input.ts';
export type {
  Extension,
  ExtensionParameter,
  Field,
  HttpVersion,
  NewField,
  ReplyHead,
  Span,
} from '../wire/index.ts';
export { connect } from './connect.ts';
export { type HandshakeEvents, startHandshake } from './handshake.ts';
export { HandshakeError, type Phase } from './handshake-error.ts';
export type { ClientConnection, HandshakeOptions } from './option.ts';
export type { ClientTlsOptions } from './secure.ts';
export type { Timeline } from './timeline.ts';
