export type { ClauseId } from '../../models/clauses.ts';
export type { RequestFacts, ServerChoices } from '../../models/facts/request.ts';
export type { CredentialPlace } from '../auth/credential.ts';
export type { Clock } from '../clock.ts';
export {
  cdnIdleTimeout,
  type KeepOpenOptions,
  keepOpen,
  pingInterval,
  proxyIdleTimeout,
} from '../frames/keep-open.ts';
export type { DeflateOptions, FrameConnection, FrameOptions } from '../frames/to-web-socket.ts';
export { toWebSocket } from '../frames/to-web-socket.ts';
export { type KnownSubprotocol, knownSubprotocols } from '../negotiation/known-subprotocol.ts';
export type { DeflateParameters, DeflateTerms } from '../negotiation/permessage-deflate.ts';
export type { HeaderInput } from '../option/input.ts';
export type {
  Extension,
  ExtensionParameter,
  Field,
  HttpVersion,
  NewField,
  RequestHead,
  Span,
} from '../wire/index.ts';
export { type Attachment, type AttachOptions, attach, type Routes } from './attach.ts';
export {
  type Authentication,
  apiKey,
  basic,
  bearer,
  cookie,
  firstMessage,
  queryToken,
  type RealmOption,
  subprotocolToken,
  type Verify,
} from './authentication.ts';
export {
  type Acceptance,
  type Accepted,
  type Authorization,
  type Authorize,
  type AuthorizeRequest,
  accept,
  type ContextOf,
  type Refusal,
  type Refused,
  refuse,
} from './authorize.ts';
export type { ServerConnection } from './connection.ts';
export type { EndpointOptions } from './endpoint-option.ts';
export { type HandshakeServer, listen } from './listen.ts';
export type { Limits, ListenOptions, ServerOptions } from './option.ts';
export type { Outcome } from './outcome.ts';
