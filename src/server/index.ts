export type { Clock } from '../clock.ts';
export { toWebSocket } from '../frames/to-web-socket.ts';
export { type HandshakeServer, listen } from './listen.ts';
export type { Limits, ListenOptions, ServerConnection } from './option.ts';
export type { Outcome } from './outcome.ts';
