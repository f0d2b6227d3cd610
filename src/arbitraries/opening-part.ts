import { type Line, line } from './message.ts';

/** Queries that a target may have. */
export const queries: readonly string[] = [
  'a=1',
  'flag',
  'q=%20',
  'name=a%20b',
  'x=/?:@',
  'a/b?c',
  '',
  "!$&'()*+,;=",
  '-._~',
];

/** Upgrade, in other letter cases than the usual one. */
export const upgradeCases: readonly string[] = ['WebSocket', 'WEBSOCKET', 'wEbSoCkEt'];

/** Connection, in other letter cases than the usual one. */
export const connectionCases: readonly string[] = ['upgrade', 'UPGRADE'];

/** Connection with another option beside the token. */
export const connectionLists: readonly string[] = [
  'keep-alive, Upgrade',
  'Upgrade, keep-alive',
  'keep-alive,Upgrade',
];

/** Extensions that may be offered: a server knows none of them, or permessage-deflate. */
export const extensionOffers: readonly string[] = [
  'permessage-deflate',
  'x; y=1, permessage-deflate; server_max_window_bits="15"',
  'permessage-deflate, unknown; a=1',
  'unknown',
  'unknown; a="b"; c="\\d"',
  'x-webkit-deflate-frame',
  '__proto__',
];

/** Lines that are no part of the handshake, and that many clients send. */
export const usualLines: readonly (readonly Line[])[] = [
  [line('User-Agent', 'ws101')],
  [line('Cookie', 'a=b')],
  [line('Cache-Control', 'no-cache'), line('Pragma', 'no-cache')],
];
